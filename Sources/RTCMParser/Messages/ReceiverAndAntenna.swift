/// The receiver and antenna of a reference station (message 1033).
///
/// Source: RTCM 10403.3, table 3.5-33. Payload: 72 bits, plus eight bits for each character.
public struct ReceiverAndAntenna: Hashable, Sendable {
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF030, the antenna's IGS name, such as `LEIAR25.R4      NONE`.
  public var antennaDescriptor: DescriptorText
  /// DF031, antenna setup ID; 0 is the standard one.
  public var antennaSetupID: UInt8
  /// DF033, the antenna's serial number.
  public var antennaSerialNumber: DescriptorText
  /// DF228, the receiver's IGS name.
  public var receiverType: DescriptorText
  /// DF230, the receiver's firmware version.
  public var receiverFirmware: DescriptorText
  /// DF232, the receiver's serial number.
  public var receiverSerialNumber: DescriptorText
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its fields; by the standard, each text has at most 31 characters.
  public init(
    stationID: UInt16, antennaDescriptor: DescriptorText = "", antennaSetupID: UInt8 = 0,
    antennaSerialNumber: DescriptorText = "", receiverType: DescriptorText = "",
    receiverFirmware: DescriptorText = "", receiverSerialNumber: DescriptorText = ""
  ) {
    self.stationID = stationID
    self.antennaDescriptor = antennaDescriptor
    self.antennaSetupID = antennaSetupID
    self.antennaSerialNumber = antennaSerialNumber
    self.receiverType = receiverType
    self.receiverFirmware = receiverFirmware
    self.receiverSerialNumber = receiverSerialNumber
  }
}

extension ReceiverAndAntenna: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1033 }

  /// Creates a message whose fields are all zero.
  public init() { self.init(stationID: 0) }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df003, &stationID)
    try coder.text(count: .df029, characters: .df030, &antennaDescriptor)
    try coder.integer(.df031, &antennaSetupID)
    try coder.text(count: .df032, characters: .df033, &antennaSerialNumber)
    try coder.text(count: .df227, characters: .df228, &receiverType)
    try coder.text(count: .df229, characters: .df230, &receiverFirmware)
    try coder.text(count: .df231, characters: .df232, &receiverSerialNumber)
    try coder.trailing(&trailingBits)
  }
}
