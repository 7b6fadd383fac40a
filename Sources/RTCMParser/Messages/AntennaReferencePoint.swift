public import GNSSBasics

/// The position of a stationary reference station's antenna (message 1005).
///
/// Source: RTCM 10403.3, table 3.5-6. Payload: 152 bits.
public struct AntennaReferencePoint: Hashable, Sendable {
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF021, reserved for the year of the ITRF realization, `0...63`.
  public var itrfRealizationYear: UInt8 = 0
  /// DF022, whether the station serves GPS.
  public var hasGPS = true
  /// DF023, whether the station serves GLONASS.
  public var hasGLONASS = true
  /// DF024, whether the station serves Galileo.
  public var hasGalileo = true
  /// DF141, whether the station is computed (a virtual one) rather than real.
  public var isNonPhysical = false
  /// DF142, whether all observations use one oscillator.
  public var hasSingleOscillator = true
  /// DF001, the reserved bit between DF142 and DF026.
  public var reservedBit = false
  /// DF364, whether phases are corrected for quarter cycles: 0 unknown, 1 corrected, 2 not corrected.
  public var quarterCycleIndicator: UInt8 = 0
  /// DF025–DF027, antenna reference point in metres, ECEF.
  ///
  /// On the wire: int38 each, resolution 0.0001 m, so within ±13 743 895.3471 m.
  public var position: ECEFPosition
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates the message of a station that serves GPS, GLONASS and Galileo.
  public init(stationID: UInt16, position: ECEFPosition) {
    self.stationID = stationID
    self.position = position
  }
}

extension AntennaReferencePoint: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1005 }

  /// Creates a message whose fields are all zero, except the flags DF022–DF024 and DF142, which are set.
  public init() { self.init(stationID: 0, position: ECEFPosition(x: 0, y: 0, z: 0)) }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try codeStation(with: &coder)
    try coder.trailing(&trailingBits)
  }

  /// Codes the fields that messages 1005 and 1006 share.
  @_lifetime(coder: copy coder)
  fileprivate mutating func codeStation<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df003, &stationID)
    try coder.integer(.df021, &itrfRealizationYear)
    try coder.flag(.df022, &hasGPS)
    try coder.flag(.df023, &hasGLONASS)
    try coder.flag(.df024, &hasGalileo)
    try coder.flag(.df141, &isNonPhysical)
    try coder.quantity(.df025, &position.x)
    try coder.flag(.df142, &hasSingleOscillator)
    try coder.flag(.df001(bits: 1), &reservedBit)
    try coder.quantity(.df026, &position.y)
    try coder.integer(.df364, &quarterCycleIndicator)
    try coder.quantity(.df027, &position.z)
  }
}

/// The position of a stationary reference station's antenna and the antenna's height (message 1006).
///
/// Source: RTCM 10403.3, table 3.5-7. Payload: 168 bits.
public struct AntennaReferencePointAndHeight: Hashable, Sendable {
  /// The fields of message 1005.
  public var station: AntennaReferencePoint
  /// DF028, height of the antenna reference point above the marker, metres, `0...6.5535`.
  public var antennaHeight: Double
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from the fields of message 1005 and the antenna's height in metres.
  public init(station: AntennaReferencePoint, antennaHeight: Double) {
    self.station = station
    self.antennaHeight = antennaHeight
  }

  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16 {
    get { station.stationID }
    set { station.stationID = newValue }
  }

  /// DF025–DF027, antenna reference point in metres, ECEF.
  public var position: ECEFPosition {
    get { station.position }
    set { station.position = newValue }
  }
}

extension AntennaReferencePointAndHeight: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1006 }

  /// Creates a message whose fields are all zero, except the flags DF022–DF024 and DF142, which are set.
  public init() { self.init(station: AntennaReferencePoint(), antennaHeight: 0) }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try station.codeStation(with: &coder)
    try coder.quantity(.df028, &antennaHeight)
    try coder.trailing(&trailingBits)
  }
}
