/// The rules by which a converter changes a stream; by default none.
///
/// Types and constellations are those of the input, and each rule must let a frame pass: a type must
/// be kept and not dropped, then its constellation, then its epoch, then at least one of its signals and satellites.
/// Signals, kind and form are rules for MSMs, not for observations from before them. Message 1013, in
/// which a station announces its types and intervals, announces what passes, see
/// `SystemParameters.adapted(to:)`.
public struct ConversionRules: Hashable, Sendable {
  /// Only frames of these message types pass; empty: all.
  public var keptTypes: [UInt16] = []
  /// Frames of these message types do not pass.
  public var droppedTypes: [UInt16] = []
  /// Only messages of these systems pass, and those of none, such as 1005; empty: all.
  public var keptConstellations: [Constellation] = []
  /// Messages of these systems do not pass.
  public var droppedConstellations: [Constellation] = []
  /// Of a system that is named here, MSMs keep these signals only; other systems keep all.
  public var keptSignals: [SignalSelection] = []
  /// MSMs lose these signals.
  public var droppedSignals: [SignalSelection] = []
  /// Of a system that is named here, only what is about these satellites passes: observations, ephemerides and
  /// corrections in state space; of other systems all.
  public var keptSatellites: [SatelliteID] = []
  /// The satellites whose data do not pass.
  public var droppedSatellites: [SatelliteID] = []
  /// Frames pass only in this stretch of the stream; `nil`: always.
  public var window: EpochWindow?
  /// Observations pass only at multiples of so many milliseconds of the GPS day; 0: always.
  ///
  /// Within 5 ms, as receivers may observe a little beside the full second. An interval that does not
  /// divide the day starts anew at 0 h GPS time. Messages that are no observations always pass.
  public var intervalMilliseconds = 0
  /// GPS time less UTC in seconds, 18 since 2017, by which the epochs of GLONASS are compared.
  public var leapSeconds = LeapSeconds.latest
  /// Replaces DF003 in every message that has it, `0...4095`.
  public var stationID: UInt16?
  /// The station's position for 1005 and 1006; a stream that has neither gets 1005 before its first
  /// observations and every ten seconds.
  public var stationPosition: ECEFPosition?
  /// 4 or 5: MSMs that have more are reduced, see `MSMMessage.reduced(toKind:)`; others stay.
  public var msmKind: UInt8?
  /// MSMs become messages from before MSM, see ``LegacyConverter``; those that cannot do not pass.
  ///
  /// ``msmKind`` then makes no difference.
  public var legacyForm: LegacyForm?

  /// Frequency channels of GLONASS satellites by slot, for ``legacyForm``, where the stream may not tell them.
  public var glonassChannels: [UInt8: Int] = [:]

  /// Creates rules by which everything passes as it is.
  public init() {}
}

extension ConversionRules {
  /// Whether observation messages may be taken out of the midst of an epoch.
  var mayDropWithinEpoch: Bool {
    !keptTypes.isEmpty || !droppedTypes.isEmpty || !keptConstellations.isEmpty
      || !droppedConstellations.isEmpty || !keptSignals.isEmpty || !droppedSignals.isEmpty
      || !keptSatellites.isEmpty || !droppedSatellites.isEmpty || legacyForm != nil
  }

  /// Whether a station's announcement of its types and intervals, 1013, may be wrong by the rules.
  var changeTypesOrIntervals: Bool {
    mayDropWithinEpoch || convertTypes || intervalMilliseconds > 0
  }

  /// Whether messages may become others of another type.
  var convertTypes: Bool { msmKind != nil || legacyForm != nil }

  /// The rule that stops a message, `nil` when it may pass; signals apart.
  func stop(_ payload: Span<UInt8>, observedAt epoch: MSMEpoch?) -> ConversionCounts.Cause? {
    let type = RTCMFrame.messageType(ofPayload: payload)
    if let cause = stop(type, of: Constellation(ofMessage: payload)) { return cause }
    if let epoch, !isKept(epoch) { return .epoch }
    return nil
  }

  /// The rule that stops all messages of a type and a system.
  func stop(_ type: UInt16?, of constellation: Constellation?) -> ConversionCounts.Cause? {
    if !keptTypes.isEmpty && !(type.map(keptTypes.contains) ?? false) { return .type }
    if let type, droppedTypes.contains(type) { return .type }
    guard let constellation else { return nil }
    if !keptConstellations.isEmpty && !keptConstellations.contains(constellation) {
      return .constellation
    }
    return droppedConstellations.contains(constellation) ? .constellation : nil
  }

  private func isKept(_ epoch: MSMEpoch) -> Bool {
    epoch.gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds).map { isKept(timeOfDay: $0) }
      ?? (intervalMilliseconds == 0)
  }

  /// Whether observations that are in no message pass by their time.
  func isKept(_ time: GPSTime) -> Bool {
    isKept(timeOfDay: time.millisecondsOfWeek % millisecondsPerDay)
  }

  /// Whether observations pass by their GPS time of day in milliseconds.
  private func isKept(timeOfDay: Int) -> Bool {
    guard intervalMilliseconds > 0 else { return true }
    let tolerance = 5
    return (timeOfDay + tolerance) % millisecondsPerDay % intervalMilliseconds <= 2 * tolerance
  }

  /// Whether an observation passes that is in no message, as it would in an MSM7.
  func keeps(_ observation: SignalObservation) -> Bool {
    let constellation = observation.constellation
    let isStopped = stop(MSMType(constellation, kind: 7).messageType, of: constellation) != nil
    if isStopped || !keeps(observation.satellite) { return false }
    let mask = signalMask(of: constellation)
    guard mask != .max else { return true }
    return observation.signalID.map { mask >> UInt32(32 - $0) & 1 == 1 } ?? false
  }

  /// The signals to keep of a system, as a mask.
  func signalMask(of constellation: Constellation) -> UInt32 {
    (keptSignals.mask(of: constellation) ?? .max)
      & ~(droppedSignals.mask(of: constellation) ?? 0)
  }
}

/// The counts of frames by their treatment.
public struct ConversionCounts: Hashable, Sendable {
  /// The cause for which a frame did not pass.
  public enum Cause: Hashable, Sendable {
    case type, constellation, epoch, signals, satellites, form
  }

  /// Frames read.
  public var framesIn = 0
  /// Bytes of the frames read.
  public var frameBytesIn = 0
  /// Frames given out.
  public var framesOut = 0
  /// Bytes of the frames given out.
  public var frameBytesOut = 0
  /// Frames given out with other content than they were read with, or more of them than were read.
  public var framesChanged = 0
  /// Frames dropped by their message type.
  public var droppedByType = 0
  /// Frames dropped by their constellation.
  public var droppedByConstellation = 0
  /// Observations dropped by their epoch, and all that is outside ``ConversionRules/window``.
  public var droppedByEpoch = 0
  /// MSMs dropped because none of their signals was to be kept.
  public var droppedBySignals = 0
  /// Messages dropped because none of their satellites was to be kept.
  public var droppedBySatellites = 0
  /// MSMs dropped because ``ConversionRules/legacyForm`` has no place for their system or kind, or for
  /// any of their satellites.
  public var droppedByForm = 0
  /// The number of times that a satellite was left out because ``ConversionRules/legacyForm`` has no place
  /// for its number, or on L1 for its signals.
  public var satellitesWithoutPlace = 0
  /// The number of times that a GLONASS satellite was left out for want of its frequency channel.
  public var satellitesWithoutChannel = 0
  /// Messages to be changed that could not be decoded, so passed as they were.
  public var undecodable = 0

  /// Creates counts of nothing.
  public init() {}

  mutating func count(_ cause: Cause) {
    switch cause {
    case .type: droppedByType &+= 1
    case .constellation: droppedByConstellation &+= 1
    case .epoch: droppedByEpoch &+= 1
    case .signals: droppedBySignals &+= 1
    case .satellites: droppedBySatellites &+= 1
    case .form: droppedByForm &+= 1
    }
  }
}
