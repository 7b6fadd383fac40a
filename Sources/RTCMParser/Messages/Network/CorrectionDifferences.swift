/// The differences between the phase corrections of an auxiliary station and the master station (messages
/// 1015–1017 and 1037–1039).
///
/// The messages implement the master-auxiliary concept: a rover interpolates between the stations, whose
/// positions are in ``AuxiliaryStation``.
///
/// Source: RTCM 10403.3, those messages. Payload of 1015, 1016, 1017: 76 bits, plus 28, 36 or 53 for each
/// satellite. Payload of 1037, 1038, 1039: 73 bits, plus 28, 36 or 53 for each satellite.
public struct CorrectionDifferences: Hashable, Sendable {
  /// The content and constellation of a message; the raw value is the message type, DF002.
  public enum Kind: UInt16, Hashable, Sendable, CaseIterable {
    // Cases are in the order of their message types.
    case gpsIonospheric = 1015
    case gpsGeometric, gpsCombined
    case glonassIonospheric = 1037
    case glonassGeometric, glonassCombined

    /// The constellation, GPS or GLONASS.
    public var constellation: Constellation { rawValue < 1037 ? .gps : .glonass }
    /// Whether satellites have an ionospheric difference.
    public var hasIonospheric: Bool { self != .gpsGeometric && self != .glonassGeometric }
    /// Whether satellites have a geometric difference and an issue of data.
    public var hasGeometric: Bool { self != .gpsIonospheric && self != .glonassIonospheric }
  }

  /// The content and constellation of the message.
  public var kind: Kind
  /// DF059, network ID, `0...255`.
  public var networkID: UInt8
  /// DF072, subnetwork ID, `0...15`.
  public var subnetworkID: UInt8
  /// DF065, GPS time of week, or DF233, GLONASS time of day, seconds, resolution 0.1 s.
  ///
  /// The range is `0...604_799.9` for GPS, and `0...86_400.9` for GLONASS on a day with a leap second.
  public var epoch: Double
  /// DF066, whether more messages of the same epoch and station follow.
  public var isMoreToFollow = false
  /// DF060, station ID of the master station, `0...4095`.
  public var masterStationID: UInt16
  /// DF061, station ID of the auxiliary station, `0...4095`.
  public var auxiliaryStationID: UInt16
  /// The satellites in the message's order, at most 15.
  public var satellites: [Satellite]
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its fields; `epoch` is in seconds.
  public init(
    kind: Kind, networkID: UInt8, subnetworkID: UInt8 = 0, epoch: Double, masterStationID: UInt16,
    auxiliaryStationID: UInt16, satellites: [Satellite] = []
  ) {
    self.kind = kind
    self.networkID = networkID
    self.subnetworkID = subnetworkID
    self.epoch = epoch
    self.masterStationID = masterStationID
    self.auxiliaryStationID = auxiliaryStationID
    self.satellites = satellites
  }
}

extension CorrectionDifferences {
  /// The correction differences of one satellite; fields that the message's kind does not have are not sent.
  public struct Satellite: Hashable, Sendable {
    /// The status of the integer ambiguities between the two stations.
    public enum AmbiguityStatus: UInt8, Hashable, Sendable {
      // Cases are in the order of the field's numbers.
      case reserved, correct, correctWidelane, uncertain
    }

    /// DF068 or DF038, satellite ID, `0...63`: GPS PRN or GLONASS slot number.
    public var id: UInt8
    /// DF074 or DF235, resolution status of the ambiguities.
    public var ambiguityStatus: AmbiguityStatus
    /// DF075 or DF236, count of breaks in the tracking, modulo 8, `0...7`.
    public var nonSyncCount: UInt8
    /// DF069 or DF237, the ionospheric difference of L1 in metres, resolution 0.0005 m, `±32.7675`.
    public var ionosphericDifference: Double
    /// DF070 or DF238, the geometric difference in metres, resolution 0.0005 m, `±32.7675`.
    public var geometricDifference: Double
    /// DF071 (IODE) or DF239, issue of data of the ephemeris used for the geometric difference.
    public var issueOfData: UInt8

    /// Creates differences in metres.
    public init(
      id: UInt8, ambiguityStatus: AmbiguityStatus = .correct, nonSyncCount: UInt8 = 0,
      ionosphericDifference: Double = 0, geometricDifference: Double = 0, issueOfData: UInt8 = 0
    ) {
      self.id = id
      self.ambiguityStatus = ambiguityStatus
      self.nonSyncCount = nonSyncCount
      self.ionosphericDifference = ionosphericDifference
      self.geometricDifference = geometricDifference
      self.issueOfData = issueOfData
    }
  }
}

extension CorrectionDifferences: FieldFamily {
  /// The message type, DF002.
  public var messageType: UInt16 { kind.rawValue }

  /// Creates a message of one of these types, with all fields zero; returns `nil` for any other type.
  public init?(emptyOfType type: UInt16) {
    guard let kind = Kind(rawValue: type) else { return nil }
    self.init(kind: kind, networkID: 0, epoch: 0, masterStationID: 0, auxiliaryStationID: 0)
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    let isGPS = kind.constellation == .gps
    try coder.integer(.df059, &networkID)
    try coder.integer(.df072, &subnetworkID)
    try coder.quantity(isGPS ? .df065 : .df233, &epoch)
    try coder.flag(.df066, &isMoreToFollow)
    try coder.integer(.df060, &masterStationID)
    try coder.integer(.df061, &auxiliaryStationID)
    let kind = self.kind
    try coder.list(&satellites, count: isGPS ? .df067 : .df234, of: Satellite(id: 0)) {
      (satellite, coder) throws(Coder.Failure) in
      coder.beginGroup("satellite", satelliteID: satellite.id)
      try satellite.code(with: &coder, kind: kind)
      coder.endGroup()
    }
    try coder.trailing(&trailingBits)
  }
}

extension CorrectionDifferences.Satellite {
  @_lifetime(coder: copy coder)
  fileprivate mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder, kind: CorrectionDifferences.Kind
  ) throws(Coder.Failure) {
    let isGPS = kind.constellation == .gps
    var status = ambiguityStatus.rawValue
    try coder.integer(isGPS ? .df068 : .df038, &id)
    try coder.integer(isGPS ? .df074 : .df235, &status)
    ambiguityStatus = AmbiguityStatus(rawValue: status) ?? .reserved  // two bits, four cases
    try coder.integer(isGPS ? .df075 : .df236, &nonSyncCount)
    if kind.hasGeometric {
      try coder.quantity(isGPS ? .df070 : .df238, &geometricDifference)
      try coder.integer(isGPS ? .df071 : .df239, &issueOfData)
    }
    if kind.hasIonospheric { try coder.quantity(isGPS ? .df069 : .df237, &ionosphericDifference) }
  }
}
