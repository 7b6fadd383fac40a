internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// The observations of one station at one epoch.
///
/// Not the epochs of `RTCMStreams`, on purpose: those say what a stream means, this what silicon makes of
/// it, which takes an epoch for complete by rules of its own and forgets it for the next one.
struct CorrectionEpoch: Hashable, Sendable {
  /// DF003.
  var stationID: UInt16
  /// Milliseconds on a time scale that counts on over days and weeks.
  var time: Int64
  /// Board time at which its last message arrived.
  var arrival: Duration
  /// Satellites by constellation.
  var satellites = InlineSatellites()
  /// Whether a message said that it was the last, or the next epoch has begun.
  var isComplete = false
  /// Whether the newest message announced another one of the same epoch.
  var isMoreAnnounced = false

  /// Satellites of all constellations.
  var satelliteCount: Int { satellites.count }
  /// Constellations with at least one satellite.
  var constellationCount: Int { satellites.constellations }
  /// Whether GLONASS is the only constellation with satellites.
  var isGLONASSOnly: Bool { satellites.isGLONASSOnly }
}

/// Satellites of up to eight constellations, as one bit each.
struct InlineSatellites: Hashable, Sendable {
  private var masks = SIMD8<UInt64>()
  /// Constellations of which an MSM was taken, be it empty, and those of which one from before MSM was.
  private var seenMSM: UInt8 = 0
  private var seenLegacy: UInt8 = 0
  private var glonass: UInt8 = 0

  /// Whether a message of a constellation was taken, be it empty.
  func contains(_ constellation: Int) -> Bool {
    (seenMSM | seenLegacy) & 1 << UInt8(constellation & 7) != 0
  }

  /// Whether a satellite is among them.
  func contains(_ satellite: SatelliteID) -> Bool {
    let id = satellite.constellation.satelliteID(ofRINEXNumber: satellite.number)
    guard let id, (1...64).contains(id) else { return false }
    return masks[Int(satellite.constellation.rawValue)] & 1 << UInt64(id - 1) != 0
  }

  /// Whether there is one of a constellation among them.
  func contains(_ constellation: Constellation) -> Bool {
    masks[Int(constellation.rawValue)] != 0
  }

  /// Whether a message of the same constellation and form was taken.
  func containsOne(like message: ObservationMessage) -> Bool {
    (message.isLegacy ? seenLegacy : seenMSM) & 1 << UInt8(message.constellation & 7) != 0
  }

  mutating func insert(_ message: ObservationMessage) {
    let index = message.constellation & 7
    masks[index] |= message.satellites
    if message.isLegacy { seenLegacy |= 1 << UInt8(index) } else { seenMSM |= 1 << UInt8(index) }
    if message.isGLONASS { glonass = 1 << UInt8(index) }
  }

  var count: Int { masks.indices.reduce(0) { $0 + masks[$1].nonzeroBitCount } }
  var constellations: Int { masks.indices.count { masks[$0] != 0 } }
  var isGLONASSOnly: Bool {
    count > 0 && masks.indices.allSatisfy { masks[$0] == 0 || glonass & 1 << UInt8($0) != 0 }
  }
}

/// Puts observation messages together into epochs, one after the other.
///
/// An epoch is complete when a message says that no more follow (DF393, DF005), or when the next begins.
/// Time counts on over midnight and the week's end. A message of an older epoch, or a second one of
/// the same, is refused. A new stream begins with a jump back by more than ten minutes, or when for
/// ten seconds only older epochs have come, each newer than the one before: a caster that has started
/// its capture over. Only the epoch at hand is kept.
struct ObservationAssembler: Sendable {
  /// The outcome of a message.
  enum Outcome: Hashable, Sendable {
    /// The message belongs to the epoch at hand, which is not complete yet.
    case taken
    /// The message completed these epochs, or added to one completed before.
    case completed([CorrectionEpoch])
    /// Its epoch is not newer than what was taken before.
    case old
    /// Its system was taken at this epoch in the other form: MSM, or from before it.
    case redundant
    /// The message is another station's at the epoch at hand.
    case foreign
    /// Its time cannot be told, and the stream does not link it to the epoch at hand.
    case undated
  }

  private var current: CorrectionEpoch?
  /// The older epochs that have come since the last one that was taken.
  private var older: (since: Duration, first: Int64, last: Int64)?
  private static let day: Int64 = 86_400_000
  private static let newStreamJump: Int64 = -600_000
  private static let newStreamTime = Duration.seconds(10)
  private static let largestLeapSecondError: Int64 = 20_000

  /// Creates an assembler that has seen nothing.
  init() {}

  /// Takes the next message.
  ///
  /// - Parameters:
  ///   - message: What it observed.
  ///   - now: Board time of its arrival.
  /// - Returns: What became of it, with the epochs that it completed.
  mutating func add(_ message: ObservationMessage, at now: Duration) -> Outcome {
    if let current, isLinked(message, to: current) { return join(message, to: current, now) }
    guard let timeOfDay = message.timeOfDay.map(Int64.init) else { return .undated }
    guard let current else { return begin(message, at: timeOfDay, now) }
    let step = Self.step(from: current.time, toTimeOfDay: timeOfDay)
    if step == 0 { return join(message, to: current, now) }
    if step > 0 { return begin(message, at: current.time + step, now) }
    guard step < Self.newStreamJump || isNewStream(at: current.time + step, now) else {
      return .old
    }
    self.current = nil
    return begin(message, at: timeOfDay, now)
  }

  /// Whether older epochs have gone on for so long that they are a stream of their own.
  private mutating func isNewStream(at time: Int64, _ now: Duration) -> Bool {
    guard let seen = older, time >= seen.last else {
      older = (now, time, time)
      return false
    }
    older?.last = time
    return time > seen.first && now - seen.since >= Self.newStreamTime
  }

  /// Whether the stream says that a message belongs to the open epoch, although its time does not.
  ///
  /// Two things are met in captures: GLONASS times from before 2017, which has fewer leap seconds
  /// than assumed, and BeiDou times that have become negative in the first 14 s of a week.
  private func isLinked(_ message: ObservationMessage, to epoch: CorrectionEpoch) -> Bool {
    guard epoch.isMoreAnnounced, !epoch.isComplete,
      !epoch.satellites.contains(message.constellation)
    else { return false }
    guard let timeOfDay = message.timeOfDay else { return true }
    let step = Self.step(from: epoch.time, toTimeOfDay: Int64(timeOfDay))
    return message.isGLONASS && step % 1000 == 0 && step.magnitude <= Self.largestLeapSecondError
  }

  /// Milliseconds from an epoch to a time of day, the shorter way round the day.
  private static func step(from time: Int64, toTimeOfDay timeOfDay: Int64) -> Int64 {
    let step = (timeOfDay - time).modulo(day)
    return step >= day / 2 ? step - day : step
  }

  private mutating func begin(
    _ message: ObservationMessage, at time: Int64, _ now: Duration
  ) -> Outcome {
    older = nil
    var completed: [CorrectionEpoch] = []
    if var previous = current, !previous.isComplete {
      previous.isComplete = true
      completed.append(previous)
    }
    var epoch = CorrectionEpoch(stationID: message.stationID, time: time, arrival: now)
    if add(message, to: &epoch) { completed.append(epoch) }
    current = epoch
    return completed.isEmpty ? .taken : .completed(completed)
  }

  private mutating func join(
    _ message: ObservationMessage, to epoch: CorrectionEpoch, _ now: Duration
  ) -> Outcome {
    guard message.stationID == epoch.stationID else { return .foreign }
    if epoch.isComplete && epoch.satellites.contains(message.constellation) {
      return epoch.satellites.containsOne(like: message) ? .old : .redundant
    }
    var epoch = epoch
    if !epoch.isComplete { epoch.arrival = now }
    let isComplete = add(message, to: &epoch)
    current = epoch
    return isComplete ? .completed([epoch]) : .taken
  }

  /// Adds a message's satellites; whether the epoch is complete then.
  private func add(_ message: ObservationMessage, to epoch: inout CorrectionEpoch) -> Bool {
    epoch.satellites.insert(message)
    epoch.isMoreAnnounced = message.isMoreToFollow
    epoch.isComplete = epoch.isComplete || !message.isMoreToFollow
    return epoch.isComplete
  }
}
