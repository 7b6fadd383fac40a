internal import GNSSBasics

/// An observation of one signal of one satellite, in metres, as input for an encoder.
public struct MSMObservation: Hashable, Sendable {
  /// The satellite's ID in the satellite mask, `1...64`.
  public var satelliteID: UInt8
  /// The signal's ID in the signal mask, `1...32`; ``GNSSBasics/Constellation/signalID(of:)`` returns it for
  /// a RINEX code.
  public var signalID: UInt8
  /// The pseudorange in metres; `nil` is sent as "not available".
  public var pseudorange: Double?
  /// The phaserange in metres; whole cycles must be chosen so that it is within 1100 m of the satellite's
  /// pseudoranges.
  public var phaserange: Double?
  /// The phaserange rate in m/s, positive when the range grows; only MSM5 and MSM7 carry it.
  public var phaserangeRate: Double?
  /// The lock time in milliseconds: how long the phase has been tracked without a slip.
  public var lockTimeMilliseconds: Int
  /// Whether the phase may be off by half a cycle.
  public var hasHalfCycleAmbiguity: Bool
  /// The carrier-to-noise ratio in dB-Hz; `nil` is sent as "not available".
  public var cnr: Double?
  /// The GLONASS frequency channel, `-7...6`; only MSM5 and MSM7 carry it.
  public var glonassFrequencyChannel: Int?

  /// Creates an observation; values that are `nil` are sent as "not available".
  public init(
    satelliteID: UInt8, signalID: UInt8, pseudorange: Double?, phaserange: Double?,
    phaserangeRate: Double? = nil, lockTimeMilliseconds: Int = 0,
    hasHalfCycleAmbiguity: Bool = false, cnr: Double? = nil, glonassFrequencyChannel: Int? = nil
  ) {
    self.satelliteID = satelliteID
    self.signalID = signalID
    self.pseudorange = pseudorange
    self.phaserange = phaserange
    self.phaserangeRate = phaserangeRate
    self.lockTimeMilliseconds = lockTimeMilliseconds
    self.hasHalfCycleAmbiguity = hasHalfCycleAmbiguity
    self.cnr = cnr
    self.glonassFrequencyChannel = glonassFrequencyChannel
  }
}

extension MSMMessage {
  /// Creates a message from observations in metres, each rounded to the nearest step of its field.
  ///
  /// - Parameters:
  ///   - type: The constellation and kind; only MSM4…MSM7 carry whole pseudoranges.
  ///   - stationID: DF003, reference station ID, `0...4095`.
  ///   - epoch: The time of the observations.
  ///   - isMoreToFollow: Whether more messages of the same epoch follow.
  ///   - iods: Issue of data station, `0...7`.
  ///   - observations: The observations in any order, each signal of a satellite once.
  /// - Throws: ``RTCMEncodingError`` when a satellite's ranges are too far apart or too long, a value does
  ///   not fit its field, or the masks span more than 64 cells. Split such observations over several
  ///   messages.
  public init(
    type: MSMType, stationID: UInt16, epoch: MSMEpoch, isMoreToFollow: Bool = false,
    iods: UInt8 = 0, observations: [MSMObservation]
  ) throws(RTCMEncodingError) {
    var satellites: [MSMSatellite] = []
    var signals: [MSMSignal] = []
    let sorted = observations.sorted { $0.satelliteID < $1.satelliteID }
    do throws(RTCMEncodingError) {
      var rest = sorted[...]
      while let first = rest.first {
        let group = rest.prefix { $0.satelliteID == first.satelliteID }
        rest = rest.dropFirst(group.count)
        let satellite = try MSMSatellite(of: group, type: type)
        satellites.append(satellite)
        for observation in group {
          signals.append(try MSMSignal(observation, of: satellite, type: type))
        }
      }
      let header = MSMHeader(
        type: type, stationID: stationID, epoch: epoch, isMoreToFollow: isMoreToFollow, iods: iods)
      try self.init(header: header, satellites: satellites, signals: signals)
    } catch { throw error.of(type.messageType) }
  }
}

extension MSMSatellite {
  /// Creates a satellite with the rough range and rate that all its signals share; the group must not be
  /// empty.
  fileprivate init(
    of group: ArraySlice<MSMObservation>, type: MSMType
  ) throws(RTCMEncodingError) {
    let first = group[group.startIndex]
    self.init(id: first.satelliteID)
    let pseudoranges = group.compactMap { $0.pseudorange }
    let ranges = pseudoranges.isEmpty ? group.compactMap { $0.phaserange } : pseudoranges
    if let least = ranges.min(), let greatest = ranges.max() {
      try setRoughRange((least + greatest) / 2)
    }
    if let field = type.field(.roughPhaserangeRate),
      let rate = group.lazy.compactMap({ $0.phaserangeRate }).first
    {
      roughPhaserangeRate = Int16(truncatingIfNeeded: field.integer(of: try field.bits(of: rate)))
    }
    if let field = type.field(.extendedInformation), type.constellation == .glonass {
      extendedInformation = try Self.df419(ofChannel: first.glonassFrequencyChannel, field)
    }
  }

  /// Returns DF419 for a frequency channel; an unknown channel is 15.
  private static func df419(
    ofChannel channel: Int?, _ field: DataField
  ) throws(RTCMEncodingError) -> UInt8 {
    guard let channel else { return 15 }
    guard (-7...6).contains(channel) else {
      throw RTCMEncodingError(
        .outOfRange(value: Double(channel), minimum: -7, maximum: 6), field: field.number)
    }
    return UInt8(channel + 7)
  }

  private mutating func setRoughRange(_ metres: Double) throws(RTCMEncodingError) {
    let milliseconds = metres / metresPerMillisecond
    let whole = (milliseconds * 1024).rounded()
    guard whole >= 0, whole < 255 * 1024 else {
      throw RTCMEncodingError(
        .outOfRange(value: milliseconds, minimum: 0, maximum: 254.999),
        field: DataField.df397.number)
    }
    let steps = Int(whole)
    roughRangeMilliseconds = UInt8(steps / 1024)
    roughRangeModulo = UInt16(steps % 1024)
  }
}

extension MSMSignal {
  /// Creates a signal from an observation, rounded to steps relative to its satellite's rough range and rate.
  fileprivate init(
    _ observation: MSMObservation, of satellite: MSMSatellite, type: MSMType
  ) throws(RTCMEncodingError) {
    self.init(satelliteID: observation.satelliteID, signalID: observation.signalID)
    hasHalfCycleAmbiguity = observation.hasHalfCycleAmbiguity
    lockTimeIndicator =
      type.hasHighResolution
      ? LockTime.df407(ofMilliseconds: observation.lockTimeMilliseconds)
      : LockTime.df402(ofMilliseconds: observation.lockTimeMilliseconds)
    let rough = satellite.roughRange ?? 0
    func fine(_ metres: Double?) -> Double? { metres.map { $0 / metresPerMillisecond - rough } }
    let rate = observation.phaserangeRate.map { $0 - Double(satellite.roughPhaserangeRate ?? 0) }
    finePseudorange = try steps(of: fine(observation.pseudorange), .finePseudorange, type)
    finePhaserange = try steps(of: fine(observation.phaserange), .finePhaserange, type)
    finePhaserangeRate = try steps(of: rate, .finePhaserangeRate, type)
      .map { Int16(truncatingIfNeeded: $0) }
    cnr = try steps(of: observation.cnr, .cnr, type).map { UInt16(truncatingIfNeeded: $0) }
  }
}

/// Returns a value in steps of its column; `nil` for a missing value or when the kind has no such column.
private func steps(
  of value: Double?, _ column: MSMSignalColumn, _ type: MSMType
) throws(RTCMEncodingError) -> Int32? {
  guard let value, let field = type.field(column) else { return nil }
  return Int32(truncatingIfNeeded: field.integer(of: try field.bits(of: value)))
}
