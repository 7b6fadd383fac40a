public import GNSSBasics

/// The position of the physical station behind a virtual one (message 1032).
///
/// Source: RTCM 10403.3, message 1032. Payload: 156 bits.
public struct PhysicalReferenceStation: Hashable, Sendable {
  /// DF003, ID of the virtual station, `0...4095`.
  public var stationID: UInt16
  /// DF226, ID of the physical station, `0...4095`.
  public var physicalStationID: UInt16
  /// DF021, reserved for the year of the ITRF realization, `0...63`.
  public var itrfRealizationYear: UInt8 = 0
  /// DF025–DF027, antenna reference point of the physical station in metres, ECEF.
  ///
  /// On the wire: int38 each, resolution 0.0001 m, so within ±13 743 895.3471 m.
  public var position: ECEFPosition
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its fields.
  public init(stationID: UInt16, physicalStationID: UInt16, position: ECEFPosition) {
    self.stationID = stationID
    self.physicalStationID = physicalStationID
    self.position = position
  }
}

extension PhysicalReferenceStation: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1032 }

  /// Creates a message whose fields are all zero.
  public init() {
    self.init(
      stationID: 0, physicalStationID: 0, position: ECEFPosition(x: 0, y: 0, z: 0))
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df003, &stationID)
    try coder.integer(.df226, &physicalStationID)
    try coder.integer(.df021, &itrfRealizationYear)
    try coder.quantity(.df025, &position.x)
    try coder.quantity(.df026, &position.y)
    try coder.quantity(.df027, &position.z)
    try coder.trailing(&trailingBits)
  }
}
