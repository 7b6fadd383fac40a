/// The gradients of a network's errors over the ground: area correction parameters, in German
/// *Flächenkorrekturparameter*, FKP (messages 1034 and 1035).
///
/// Source: RTCM 10403.3, those messages. Payload: 49 bits, or 46 for GLONASS, plus 66 for each satellite.
public struct NetworkGradients: Hashable, Sendable {
  /// The gradients of one satellite, in parts per million of the distance from the station.
  public struct Satellite: Hashable, Sendable {
    /// DF009 or DF038, satellite ID, `0...63`: GPS PRN or GLONASS slot number.
    public var id: UInt8
    /// DF071 (IODE) or DF392, issue of data of the ephemeris used for the gradients.
    public var issueOfData: UInt8
    /// DF242 (N₀), geometric gradient towards north, without the ionosphere, ppm, `±20.47` in steps of 0.01;
    /// `nil` means "not available".
    public var geometricNorth: Double?
    /// DF243 (E₀), geometric gradient towards east, without the ionosphere, ppm, `±20.47` in steps of 0.01;
    /// `nil` means "not available".
    public var geometricEast: Double?
    /// DF244 (NI), ionospheric gradient of L1 towards north, ppm, `±81.91` in steps of 0.01; `nil` means "not
    /// available".
    public var ionosphericNorth: Double?
    /// DF245 (EI), ionospheric gradient of L1 towards east, ppm, `±81.91` in steps of 0.01; `nil` means "not
    /// available".
    public var ionosphericEast: Double?

    /// Creates gradients in parts per million; values that are `nil` are sent as "not available".
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

  /// A system that has such a message; the raw value is the message type, DF002.
  public enum System: UInt16, Hashable, Sendable, CaseIterable {
    // Cases are in the order of their message types.
    case gps = 1034
    case glonass

    /// The system as a constellation.
    public var constellation: Constellation { self == .gps ? .gps : .glonass }
  }

  /// The constellation of the satellites.
  public var system: System
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF240, GPS time of week, or DF241, GLONASS time of day, whole seconds.
  public var epoch: UInt32
  /// The satellites in the message's order, at most 31.
  public var satellites: [Satellite]
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its fields; `epoch` is in seconds.
  public init(system: System, stationID: UInt16, epoch: UInt32, satellites: [Satellite] = []) {
    self.system = system
    self.stationID = stationID
    self.epoch = epoch
    self.satellites = satellites
  }
}

extension NetworkGradients: FieldFamily {
  /// The message type, DF002.
  public var messageType: UInt16 { system.rawValue }

  /// Creates a message of one of these types, with all fields zero; returns `nil` for any other type.
  public init?(emptyOfType type: UInt16) {
    guard let system = System(rawValue: type) else { return nil }
    self.init(system: system, stationID: 0, epoch: 0)
  }

  /// Codes the message's fields after DF002, in their order on the wire.
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
