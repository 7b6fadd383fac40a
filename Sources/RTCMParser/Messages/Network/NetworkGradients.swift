/// The gradients of a network's errors over the ground, as area correction parameters, in German
/// *Flächenkorrekturparameter*, FKP (messages 1034 and 1035).
///
/// Source: RTCM 10403.3, those messages. Payload: 49 bits, of GLONASS 46, and 66 for each satellite.
public struct NetworkGradients: Hashable, Sendable {
  /// The gradients of one satellite, parts per million of the distance from the station.
  public struct Satellite: Hashable, Sendable {
    /// DF009 or DF038: GPS PRN, GLONASS slot number, `0...63`.
    public var id: UInt8
    /// DF071, IODE, or DF392, issue of data, of the ephemeris behind the gradients.
    public var issueOfData: UInt8
    /// DF242 (N₀), towards north, without the ionosphere, ppm, `±20.47` by 0.01; `nil` is "not
    /// available".
    public var geometricNorth: Double?
    /// DF243 (E₀), towards east, without the ionosphere, ppm, `±20.47` by 0.01; `nil` is "not
    /// available".
    public var geometricEast: Double?
    /// DF244 (NI), towards north, of the ionosphere on L1, ppm, `±81.91` by 0.01; `nil` is "not
    /// available".
    public var ionosphericNorth: Double?
    /// DF245 (EI), towards east, of the ionosphere on L1, ppm, `±81.91` by 0.01; `nil` is "not
    /// available".
    public var ionosphericEast: Double?

    /// Creates gradients in parts per million; what is `nil` is sent as "not available".
    public init(
      id: UInt8, issueOfData: UInt8 = 0, geometricNorth: Double? = nil,
      geometricEast: Double? = nil, ionosphericNorth: Double? = nil, ionosphericEast: Double? = nil
    ) {
      self.id = id
      self.issueOfData = issueOfData
      self.geometricNorth = geometricNorth
      self.geometricEast = geometricEast
      self.ionosphericNorth = ionosphericNorth
      self.ionosphericEast = ionosphericEast
    }
  }

  /// The systems there are such messages of; the raw value is DF002.
  public enum System: UInt16, Hashable, Sendable, CaseIterable {
    // In the order of their message types.
    case gps = 1034
    case glonass

    /// The same among all systems.
    public var constellation: Constellation { self == .gps ? .gps : .glonass }
  }

  /// The satellites' system.
  public var system: System
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF240, GPS time of week, or DF241, GLONASS time of day, whole seconds.
  public var epoch: UInt32
  /// The satellites in the message's order, at most 31.
  public var satellites: [Satellite]
  /// The payload's bits behind its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message of an epoch in seconds.
  public init(system: System, stationID: UInt16, epoch: UInt32, satellites: [Satellite] = []) {
    self.system = system
    self.stationID = stationID
    self.epoch = epoch
    self.satellites = satellites
  }
}

extension NetworkGradients: FieldFamily {
  /// DF002.
  public var messageType: UInt16 { system.rawValue }

  /// A message of a type whose fields are all zero; `nil` when it is none of these types.
  public init?(emptyOfType type: UInt16) {
    guard let system = System(rawValue: type) else { return nil }
    self.init(system: system, stationID: 0, epoch: 0)
  }

  /// Goes along the fields behind DF002.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    let isGPS = system == .gps
    try coder.integer(.df003, &stationID)
    try coder.integer(isGPS ? .df240 : .df241, &epoch)
    try coder.list(&satellites, count: isGPS ? .df006 : .df035, of: Satellite(id: 0)) {
      (satellite, coder) throws(Coder.Failure) in
      coder.beginGroup("satellite", satelliteID: satellite.id)
      try coder.integer(isGPS ? .df009 : .df038, &satellite.id)
      try coder.integer(isGPS ? .df071 : .df392, &satellite.issueOfData)
      try coder.quantity(.df242, &satellite.geometricNorth)
      try coder.quantity(.df243, &satellite.geometricEast)
      try coder.quantity(.df244, &satellite.ionosphericNorth)
      try coder.quantity(.df245, &satellite.ionosphericEast)
      coder.endGroup()
    }
    try coder.trailing(&trailingBits)
  }
}
