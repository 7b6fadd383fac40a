public import GNSSBasics

/// The orbit and clock that an SBAS satellite broadcasts (message 1043).
///
/// Position, velocity and acceleration are ECEF in metres.
///
/// Source: a draft of RTCM SC-104 whose fields have no numbers, as BNC decodes it; message type 9 of RTCA
/// DO-229. Payload: 230 bits.
public struct SBASEphemeris: Hashable, Sendable {
  /// Satellite ID, `0...63`: the PRN less 120, as BNC decodes it.
  ///
  /// No sender was found to confirm this offset.
  public var satelliteID: UInt8
  /// IODN, issue of data, `0...255`.
  public var iodn: UInt8 = 0
  /// t0, reference time, seconds of the day, resolution 16 s.
  public var referenceTime = 0.0
  /// User range accuracy index, `0...15`.
  public var accuracyIndex: UInt8 = 0
  /// Position in metres, ECEF; resolution 0.08 m for x and y, 0.4 m for z.
  public var position = ECEFPosition(x: 0, y: 0, z: 0)
  /// Velocity, x component, m/s, resolution 0.000625 m/s.
  public var velocityX = 0.0
  /// Velocity, y component, m/s, resolution 0.000625 m/s.
  public var velocityY = 0.0
  /// Velocity, z component, m/s, resolution 0.004 m/s.
  public var velocityZ = 0.0
  /// Acceleration, x component, m/s², resolution 0.0000125 m/s².
  public var accelerationX = 0.0
  /// Acceleration, y component, m/s², resolution 0.0000125 m/s².
  public var accelerationY = 0.0
  /// Acceleration, z component, m/s², resolution 0.0000625 m/s².
  public var accelerationZ = 0.0
  /// aGf0, clock offset, s.
  public var af0 = 0.0
  /// aGf1, clock drift, s/s.
  public var af1 = 0.0
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a satellite's ephemeris whose parameters are all zero.
  public init(satelliteID: UInt8) { self.satelliteID = satelliteID }
}

extension SBASEphemeris: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1043 }

  /// Creates a message whose fields are all zero.
  public init() { self.init(satelliteID: 0) }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.sbasSatelliteID, &satelliteID)
    try coder.integer(.sbasIODN, &iodn)
    try coder.quantity(.sbasT0, &referenceTime)
    try coder.integer(.sbasURAIndex, &accuracyIndex)
    try coder.quantity(.sbasXPosition, &position.x)
    try coder.quantity(.sbasYPosition, &position.y)
    try coder.quantity(.sbasZPosition, &position.z)
    try coder.quantity(.sbasXVelocity, &velocityX)
    try coder.quantity(.sbasYVelocity, &velocityY)
    try coder.quantity(.sbasZVelocity, &velocityZ)
    try coder.quantity(.sbasXAcceleration, &accelerationX)
    try coder.quantity(.sbasYAcceleration, &accelerationY)
    try coder.quantity(.sbasZAcceleration, &accelerationZ)
    try coder.quantity(.sbasAGf0, &af0)
    try coder.quantity(.sbasAGf1, &af1)
    try coder.trailing(&trailingBits)
  }
}
