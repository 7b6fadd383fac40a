/// A converter of GPS and GLONASS MSM4…MSM7 to messages 1001–1004 and 1009–1012.
///
/// ```swift
/// var converter = LegacyConverter()
/// converter.learnChannel(from: frame.payload)
/// for message in converter.convert(msm) { send(.legacyObservations(message)) }
/// ```
/// | MSM | before MSM | how |
/// |---|---|---|
/// | signals | DF010, DF016, DF039, DF046 | one a band: GPS 1C, 1W, 1P and 2W, 2P, 2X, 2L, 2S, 2C, GLONASS C/A, P; the first with range and phase, else the first with a range |
/// | pseudorange | DF011, DF014 and their like | to nearest, 0.02 m; L2 as difference, "not available" beyond ±163.82 m |
/// | phaserange | DF012, DF018 | to nearest, 0.0005 m; further than 262 m from the pseudorange of L1, by multiples of 1500 cycles less, as long the same as it fits |
/// | lock time | DF013, DF019 | down, to the greatest minimum that is not above it; from 0 on when a band changes its signal |
/// | half-cycle ambiguity | - | the phase is "not available", as a receiver would take it for whole |
/// | CNR | DF015, DF020 | to nearest, 0.25 dB-Hz |
/// | frequency channel | DF040 | of MSM5 and MSM7, or as learned |
/// | DF393, DF417, DF418 | DF005, DF007, DF008 | as they are |
///
/// Satellites without a pseudorange of C/A or P code on L1 are omitted and counted. So are GLONASS
/// satellites whose channel is not known yet, and satellites above GPS 32 and GLONASS 24: their numbers are
/// reserved, and an old receiver might refuse the message. Phaserange rates, IODS and clock steering have
/// no field in these messages.
///
/// A converter serves the stream of one station, because lock times and jumps continue from the message
/// before. Each message is converted by itself: from a stream with two kinds of MSM of one system, drop one
/// kind.
public struct LegacyConverter: Sendable {
  /// The form of the converted messages.
  public let form: LegacyForm
  /// The number of satellite observations omitted because the messages cannot hold the satellite's number
  /// or signals.
  public private(set) var satellitesWithoutPlace = 0
  /// The number of GLONASS satellite observations omitted because the frequency channel was unknown.
  public private(set) var satellitesWithoutChannel = 0
  private var channels = GLONASSChannels()
  private var tracks = LegacyTracks()

  /// Creates a converter at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - form: The form of the converted messages.
  ///   - glonassChannels: Frequency channels by slot, for a stream that may lack them.
  public init(_ form: LegacyForm = LegacyForm(), glonassChannels: [UInt8: Int] = [:]) {
    self.form = form
    for (slot, channel) in glonassChannels { channels.assume(channel, of: slot) }
  }

  /// Learns GLONASS frequency channels from a message that contains them: 1020 and 1009…1012.
  ///
  /// ``convert(_:)`` learns from MSM5 and MSM7 without this call.
  ///
  /// - Parameter payload: Any message, from DF002 on.
  public mutating func learnChannel(from payload: Span<UInt8>) { channels.learn(from: payload) }

  /// Converts the next message of the stream.
  ///
  /// - Returns: One message, or several of the same epoch for more than 31 satellites. The result is empty
  ///   for types without this form (`MSMType.legacyType(in:)`) and when no satellite remains.
  public mutating func convert(_ message: MSMMessage) -> [LegacyObservations] {
    let header = message.header
    guard let type = header.type.legacyType(in: form) else { return [] }
    channels.learn(from: message)
    guard
      // A range below zero spoils the message, which is then one without this form.
      var result = try? LegacyObservations(
        type: type, stationID: header.stationID, epoch: header.epoch.withoutDay,
        isMoreToFollow: header.isMoreToFollow, observations: observations(of: message)),
      message.signals.isEmpty || !result.satellites.isEmpty
    else { return [] }
    result.hasDivergenceFreeSmoothing = header.hasDivergenceFreeSmoothing
    result.smoothingInterval = header.smoothingInterval
    return result.split()
  }

  // MARK: -

  /// Returns the observations to send, satellite by satellite.
  private mutating func observations(of message: MSMMessage) -> [LegacyObservation] {
    guard let time = message.header.epoch.gpsTimeOfDayMilliseconds(leapSeconds: 0) else {
      return []
    }
    var observations: [LegacyObservation] = []
    var rest = message.cells[...]
    while let first = rest.first {
      let cells = rest.prefix { $0.satelliteID == first.satelliteID }
      rest = rest.dropFirst(cells.count)
      observations += self.observations(ofSatellite: cells, at: time)
    }
    return observations
  }

  private mutating func observations(
    ofSatellite cells: ArraySlice<MSMCell>, at time: Int
  ) -> [LegacyObservation] {
    guard let l1 = cells.best(ofBand: 1), let range = l1.pseudorange,
      l1.satelliteID <= l1.type.constellation.greatestLegacySatelliteID
    else {
      satellitesWithoutPlace &+= 1
      return []
    }
    let channel = channels[l1.satelliteID]
    if channel == nil && l1.type.constellation == .glonass {
      satellitesWithoutChannel &+= 1
      return []
    }
    let l2 = form.hasL2 ? cells.best(ofBand: 2) : nil
    return [l1, l2].compactMap { cell in
      guard let cell, let observation = LegacyObservation(cell, channel: channel) else {
        return nil
      }
      return tracks.continuing(observation, of: cell, at: time, near: range)
    }
  }
}

extension MSMEpoch {
  /// The epoch as in a message without DF416: without a day of the week.
  fileprivate var withoutDay: MSMEpoch {
    var epoch = self
    if constellation == .glonass { epoch.glonassDayOfWeek = 7 }
    return epoch
  }
}

extension LegacyObservations {
  /// Returns the message split into messages of at most 31 satellites.
  fileprivate func split() -> [LegacyObservations] {
    guard satellites.count > Self.maximumSatelliteCount else { return [self] }
    var (first, second) = (self, self)
    first.satellites = Array(satellites.prefix(Self.maximumSatelliteCount))
    first.isMoreToFollow = true
    second.satellites = Array(satellites.dropFirst(Self.maximumSatelliteCount))
    return [first] + second.split()
  }

  /// The largest count in DF006 and DF035: 31.
  private static var maximumSatelliteCount: Int { 1 << DataField.df006.bitCount - 1 }
}

extension ArraySlice<MSMCell> {
  /// Returns the signal to send for a band of a satellite.
  ///
  /// Preferred is the first signal, in order of preference, with both range and phase, then the first with
  /// a range. On L2, where a phase alone is of use, any signal with a phase is the last choice.
  fileprivate func best(ofBand band: UInt8) -> MSMCell? {
    let attributes = self.first?.type.constellation.legacyAttributes(ofBand: band) ?? []
    let candidates = attributes.compactMap { attribute in
      let code = RINEXSignalCode(band: band, attribute: attribute)
      return self.first { $0.rinexCode == code }
    }
    return candidates.first { $0.hasPseudorange && $0.hasWholePhase }
      ?? candidates.first { $0.hasPseudorange }
      ?? (band == 1 ? nil : candidates.first { $0.hasWholePhase })
  }
}

extension MSMCell {
  /// Whether the cell has a pseudorange of zero or more; MSM can also send negative ones.
  fileprivate var hasPseudorange: Bool { pseudorange.map { $0 >= 0 } ?? false }
  /// Whether the cell has a phase without half-cycle ambiguity.
  fileprivate var hasWholePhase: Bool { phaserange != nil && !hasHalfCycleAmbiguity }
}

extension LegacyObservation {
  /// Creates the observation of an MSM cell; `nil` for a signal without a RINEX code.
  fileprivate init?(_ cell: MSMCell, channel: Int?) {
    guard let code = cell.rinexCode else { return nil }
    let constellation = cell.type.constellation
    self.init(
      constellation: constellation, satelliteID: cell.satelliteID, rinexCode: code,
      pseudorange: cell.pseudorange,
      phaserange: cell.hasHalfCycleAmbiguity ? nil : cell.phaserange,
      minimumLockTime: (cell.minimumLockTimeMilliseconds ?? 0) / 1000, cnr: cell.cnr,
      glonassFrequencyChannel: constellation == .glonass ? channel : nil)
    if phaserange == nil { minimumLockTime = 0 }
  }
}
