/// The residuals of a network's corrections at its stations (messages 1030, 1031, 1303 and 1304).
///
/// The residuals are standard deviations of the remaining errors: a constant, and parts that grow with the
/// distance to the nearest station and with the height above it.
///
/// Source: RTCM 10403.3 (1030 and 1031) and 10403.4 (1303 and 1304). Payload: 56 bits, or 53 for GLONASS,
/// plus 49 for each satellite.
public struct NetworkResiduals: Hashable, Sendable {
  /// The residuals of one satellite.
  public struct Satellite: Hashable, Sendable {
    /// DF009, DF038, DF252 or DF488, satellite ID, `0...63`: PRN or slot number.
    public var id: UInt8
    /// DF218 (soc), constant geometric standard deviation, metres, `0...0.1275` in steps of 0.0005.
    public var geometricConstant: Double
    /// DF219 (sod), geometric standard deviation per distance, ppm, `0...5.11` in steps of 0.01.
    public var geometricPerDistance: Double
    /// DF220 (soh), geometric standard deviation per height difference, ppm, `0...6.3` in steps of 0.1.
    public var geometricPerHeight: Double
    /// DF221 (sIc), constant ionospheric standard deviation, metres, `0...0.5115` in steps of 0.0005.
    public var ionosphericConstant: Double
    /// DF222 (sId), ionospheric standard deviation per distance, ppm, `0...10.23` in steps of 0.01.
    public var ionosphericPerDistance: Double

    /// Creates residuals in metres and parts per million.
    public init(
      id: UInt8, geometricConstant: Double = 0, geometricPerDistance: Double = 0,
      geometricPerHeight: Double = 0, ionosphericConstant: Double = 0,
      ionosphericPerDistance: Double = 0
    ) {
      self.id = id
      self.geometricConstant = geometricConstant
      self.geometricPerDistance = geometricPerDistance
      self.geometricPerHeight = geometricPerHeight
      self.ionosphericConstant = ionosphericConstant
      self.ionosphericPerDistance = ionosphericPerDistance
    }
  }

  /// A system that has such a message; the raw value is the message type, DF002.
  public enum System: UInt16, Hashable, Sendable, CaseIterable {
    // Cases are in the order of their message types.
    case gps = 1030
    case glonass
    case beidou = 1303
    case galileo

    /// The system as a constellation.
    public var constellation: Constellation {
      switch self {
      case .gps: .gps
      case .glonass: .glonass
      case .beidou: .beidou
      case .galileo: .galileo
      }
    }
  }

  /// The constellation of the satellites.
  public var system: System
  /// DF224, DF571 or DF573, time of week, or DF225, GLONASS time of day, whole seconds.
  public var epoch: UInt32
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF223, number of stations behind the residuals, `0...127`.
  public var stationCount: UInt8
  /// The satellites in the message's order, at most 31.
  public var satellites: [Satellite]
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its fields; `epoch` is in seconds.
  public init(
    system: System, epoch: UInt32, stationID: UInt16, stationCount: UInt8,
    satellites: [Satellite] = []
  ) {
    self.system = system
    self.epoch = epoch
    self.stationID = stationID
    self.stationCount = stationCount
    self.satellites = satellites
  }
}

extension NetworkResiduals.System {
  fileprivate var fields: (epoch: DataField, count: DataField, satelliteID: DataField) {
    switch self {
    case .gps: (.df224, .df006, .df009)
    case .glonass: (.df225, .df035, .df038)
    case .beidou: (.df571, .df572, .df488)
    case .galileo: (.df573, .df574, .df252)
    }
  }
}

extension NetworkResiduals: FieldFamily {
  /// The message type, DF002.
  public var messageType: UInt16 { system.rawValue }

  /// Creates a message of one of these types, with all fields zero; returns `nil` for any other type.
  public init?(emptyOfType type: UInt16) {
    guard let system = System(rawValue: type) else { return nil }
    self.init(system: system, epoch: 0, stationID: 0, stationCount: 0)
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    let fields = system.fields
    try coder.integer(fields.epoch, &epoch)
    try coder.integer(.df003, &stationID)
    try coder.integer(.df223, &stationCount)
    try coder.list(&satellites, count: fields.count, of: Satellite(id: 0)) {
      (satellite, coder) throws(Coder.Failure) in
      coder.beginGroup("satellite", satelliteID: satellite.id)
      try coder.integer(fields.satelliteID, &satellite.id)
      try coder.quantity(.df218, &satellite.geometricConstant)
      try coder.quantity(.df219, &satellite.geometricPerDistance)
      try coder.quantity(.df220, &satellite.geometricPerHeight)
      try coder.quantity(.df221, &satellite.ionosphericConstant)
      try coder.quantity(.df222, &satellite.ionosphericPerDistance)
      coder.endGroup()
    }
    try coder.trailing(&trailingBits)
  }
}
