/// The antenna of a reference station (messages 1007 and 1008).
///
/// Source: RTCM 10403.3, tables 3.5-8 and 3.5-9. Payload: 40 bits (1007) or 48 bits (1008), plus eight bits
/// for each character.
public struct AntennaDescriptor: Hashable, Sendable {
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF030, the antenna's IGS name, such as `LEIAR25.R4      NONE`.
  public var descriptor: DescriptorText
  /// DF031, antenna setup ID; 0 is the standard one.
  public var setupID: UInt8
  /// DF033, the antenna's serial number; `nil` makes the message a 1007, which has no serial number.
  public var serialNumber: DescriptorText?
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates message 1008, or 1007 when the serial number is `nil`.
  ///
  /// By the standard, each text has at most 31 characters.
  public init(
    stationID: UInt16, descriptor: DescriptorText, setupID: UInt8 = 0,
    serialNumber: DescriptorText? = nil
  ) {
    self.stationID = stationID
    self.descriptor = descriptor
    self.setupID = setupID
    self.serialNumber = serialNumber
  }
}

extension AntennaDescriptor: FieldFamily {
  /// DF002: 1007, or 1008 with a serial number.
  public var messageType: UInt16 { serialNumber == nil ? 1007 : 1008 }

  /// Creates a message of one of these types, with all fields zero; returns `nil` for any other type.
  public init?(emptyOfType type: UInt16) {
    guard type == 1007 || type == 1008 else { return nil }
    self.init(stationID: 0, descriptor: "", serialNumber: type == 1008 ? "" : nil)
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df003, &stationID)
    try coder.text(count: .df029, characters: .df030, &descriptor)
    try coder.integer(.df031, &setupID)
    if var text = serialNumber {
      try coder.text(count: .df032, characters: .df033, &text)
      serialNumber = text
    }
    try coder.trailing(&trailingBits)
  }
}
