/// The rules by which a converter changes a stream; by default none.
///
/// Types and constellations are those of the input, and each rule must let a frame pass. A type must be
/// kept and not dropped, then its constellation, then its epoch, then at least one of its signals and
/// satellites.
///
/// The rules for signals, kind and form apply to MSMs, not to observations from before MSM. Message 1013,
/// in which a station announces its types and intervals, is adapted to the rules, see
/// `SystemParameters.adapted(to:)`.
public struct ConversionRules: Hashable, Sendable {
  /// The message types that pass; empty for all types.
  public var keptTypes: [UInt16] = []
  /// The message types that are dropped.
  public var droppedTypes: [UInt16] = []
  /// The systems whose messages pass, along with messages of no system, such as 1005; empty for all
  /// systems.
  public var keptConstellations: [Constellation] = []
  /// The systems whose messages are dropped.
  public var droppedConstellations: [Constellation] = []
  /// The signals that MSMs keep; a system without a signal here keeps all of its signals.
  public var keptSignals: [SignalSelection] = []
  /// The signals that MSMs lose.
  public var droppedSignals: [SignalSelection] = []
  /// The satellites whose data pass: observations, ephemerides and state-space corrections.
  ///
  /// A system without a satellite here keeps all of its satellites.
  public var keptSatellites: [SatelliteID] = []
  /// The satellites whose data are dropped.
  public var droppedSatellites: [SatelliteID] = []
  /// The time window in which frames pass; `nil` for the whole stream.
  public var window: EpochWindow?
  /// The interval of observations, in milliseconds: only multiples of it in the GPS day pass; 0 for all.
  ///
  /// The tolerance is 5 ms, as receivers may observe slightly beside the full second. An interval that does
  /// not divide the day restarts at 0 h GPS time. Messages without observations always pass.
  public var intervalMilliseconds = 0
  /// GPS time minus UTC in seconds, 18 since 2017, for comparing the epochs of GLONASS.
  public var leapSeconds = LeapSeconds.latest
  /// The station ID that replaces DF003 in every message with DF003, `0...4095`; `nil` to keep station IDs.
  public var stationID: UInt16?
  /// The station position for 1005 and 1006; `nil` to keep positions.
  ///
  /// A stream with neither message gets 1005 before its first observations and every ten seconds.
  public var stationPosition: ECEFPosition?
  /// The MSM kind, 4 or 5, to which higher MSMs are reduced; `nil` to keep kinds.
  ///
  /// See `MSMMessage.reduced(toKind:)`.
  public var msmKind: UInt8?
  /// The form from before MSM to which MSMs are converted, see ``LegacyConverter``; `nil` to keep MSMs.
  ///
  /// MSMs without such a form are dropped. ``msmKind`` then has no effect.
  public var legacyForm: LegacyForm?

  /// The maximum length of a frame in bytes, header and CRC included; `nil` for any length.
  ///
  /// Longer MSMs are split by satellites, see `MSMMessage.split(toFramesOfAtMost:)`. Other longer messages
  /// are left out and counted in ``ConversionCounts/framesTooLong``, as are MSMs with a satellite that does
  /// not fit. The length counts after all other changes.
  public var maximumFrameLength: Int?

  /// The frequency channels of GLONASS satellites by slot, for ``legacyForm``, where the stream may lack
  /// them.
  public var glonassChannels: [UInt8: Int] = [:]

  /// Creates rules that let everything pass unchanged.
  public init() {}
}

extension ConversionRules {
  /// Whether the rules can remove observation messages from the middle of an epoch.
  var mayDropWithinEpoch: Bool {
    !keptTypes.isEmpty || !droppedTypes.isEmpty || !keptConstellations.isEmpty
      || !droppedConstellations.isEmpty || !keptSignals.isEmpty || !droppedSignals.isEmpty
      || !keptSatellites.isEmpty || !droppedSatellites.isEmpty || legacyForm != nil
  }

  /// Whether the last observation of an epoch may be left out, so that the one before it becomes the last.
  var mayDropLastOfEpoch: Bool { mayDropWithinEpoch || maximumFrameLength != nil }

  /// Whether the rules can make a station's announcement of types and intervals, 1013, wrong.
  var changeTypesOrIntervals: Bool {
    mayDropWithinEpoch || convertTypes || intervalMilliseconds > 0
  }

  /// Whether the rules can change the type of messages.
  var convertTypes: Bool { msmKind != nil || legacyForm != nil }

  /// Returns the rule that stops a message, signals apart; `nil` when the message may pass.
  func stop(_ payload: Span<UInt8>, observedAt epoch: MSMEpoch?) -> ConversionCounts.Cause? {
    let type = RTCMFrame.messageType(ofPayload: payload)
    if let cause = stop(type, of: Constellation(ofMessage: payload)) { return cause }
    if let epoch, !isKept(epoch) { return .epoch }
    return nil
  }

  /// Returns the rule that stops all messages of a type and a system; `nil` when they may pass.
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

  /// Whether observations outside messages pass by their time.
  func isKept(_ time: GPSTime) -> Bool {
    isKept(timeOfDay: time.millisecondsOfWeek % millisecondsPerDay)
  }

  /// Whether observations pass by their GPS time of day, milliseconds.
  private func isKept(timeOfDay: Int) -> Bool {
    guard intervalMilliseconds > 0 else { return true }
    let tolerance = 5
    return (timeOfDay + tolerance) % millisecondsPerDay % intervalMilliseconds <= 2 * tolerance
  }

  /// Whether an observation outside messages passes; it is treated as in an MSM7.
  func keeps(_ observation: SignalObservation) -> Bool {
    let constellation = observation.constellation
    let isStopped = stop(MSMType(constellation, kind: 7).messageType, of: constellation) != nil
    if isStopped || !keeps(observation.satellite) { return false }
    let mask = signalMask(of: constellation)
    guard mask != .max else { return true }
    return observation.signalID.map { mask >> UInt32(32 - $0) & 1 == 1 } ?? false
  }

  /// Returns the mask of the signals to keep of a system.
  func signalMask(of constellation: Constellation) -> UInt32 {
    (keptSignals.mask(of: constellation) ?? .max)
      & ~(droppedSignals.mask(of: constellation) ?? 0)
  }
}

/// The counts of frames by outcome of the conversion.
public struct ConversionCounts: Hashable, Sendable {
  /// The rule that dropped a frame.
  public enum Cause: Hashable, Sendable {
    case type, constellation, epoch, signals, satellites, form, length
  }

  /// The number of frames read.
  public var framesIn = 0
  /// The number of bytes in the frames read.
  public var frameBytesIn = 0
  /// The number of frames written.
  public var framesOut = 0
  /// The number of bytes in the frames written.
  public var frameBytesOut = 0
  /// The number of frames written with changed content, or in addition to the frames read.
  public var framesChanged = 0
  /// The number of frames dropped by message type.
  public var droppedByType = 0
  /// The number of frames dropped by constellation.
  public var droppedByConstellation = 0
  /// The number of observations dropped by epoch, and of frames outside ``ConversionRules/window``.
  public var droppedByEpoch = 0
  /// The number of MSMs dropped because none of their signals is kept.
  public var droppedBySignals = 0
  /// The number of messages dropped because none of their satellites is kept.
  public var droppedBySatellites = 0
  /// The number of MSMs dropped because ``ConversionRules/legacyForm`` cannot hold their system or kind, or
  /// any of their satellites.
  public var droppedByForm = 0
  /// The number of satellite observations omitted because ``ConversionRules/legacyForm`` cannot hold the
  /// satellite's number, or its signals on L1.
  public var satellitesWithoutPlace = 0
  /// The number of GLONASS satellite observations omitted because the frequency channel is unknown.
  public var satellitesWithoutChannel = 0
  /// The number of messages dropped because they exceed ``ConversionRules/maximumFrameLength``.
  public var droppedByLength = 0
  /// The number of MSMs split to ``ConversionRules/maximumFrameLength``.
  public var framesSplit = 0
  /// The frames that exceed ``ConversionRules/maximumFrameLength`` and were left out, by type.
  public internal(set) var framesTooLong: [FramesTooLong] = []
  /// The number of messages to be changed that could not be decoded, so passed unchanged.
  public var undecodable = 0

  /// Creates counts of zero.
  public init() {}

  mutating func count(_ cause: Cause) {
    switch cause {
    case .type: droppedByType &+= 1
    case .constellation: droppedByConstellation &+= 1
    case .epoch: droppedByEpoch &+= 1
    case .signals: droppedBySignals &+= 1
    case .satellites: droppedBySatellites &+= 1
    case .form: droppedByForm &+= 1
    case .length: droppedByLength &+= 1
    }
  }
}
