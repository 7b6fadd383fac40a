internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// The observations of one station at one epoch.
///
/// The type is deliberately separate from the epochs of `RTCMStreams`. Those describe the content of a
/// stream; these model the receiver, which completes epochs by its own rules and discards an epoch for the
/// next one.
struct CorrectionEpoch: Hashable, Sendable {
  /// The station ID (DF003).
  var stationID: UInt16
  /// The epoch's time in milliseconds, on a time scale that continues across days and weeks.
  var time: Int64
  /// The board time at which the epoch's last message arrived.
  var arrival: Duration
  /// The satellites by constellation.
  var satellites = InlineSatellites()
  /// Whether the epoch is complete: a message was marked as the last, or the next epoch has begun.
  var isComplete = false
  /// Whether the newest message announced another message of the same epoch.
  var isMoreAnnounced = false

  /// The number of satellites of all constellations.
  var satelliteCount: Int { satellites.count }
  /// The number of constellations with at least one satellite.
  var constellationCount: Int { satellites.constellations }
  /// Whether GLONASS is the only constellation with satellites.
  var isGLONASSOnly: Bool { satellites.isGLONASSOnly }
}

/// A set of satellites of up to eight constellations, stored as one bit each.
struct InlineSatellites: Hashable, Sendable {
  private var masks = SIMD8<UInt64>()
  /// The constellations with a message in the set, even an empty one: from MSM, and from legacy messages.
  private var seenMSM: UInt8 = 0
  private var seenLegacy: UInt8 = 0
  private var glonass: UInt8 = 0

  /// Whether the set has a message of a constellation, even an empty one.
  func contains(_ constellation: Int) -> Bool {
    (seenMSM | seenLegacy) & 1 << UInt8(constellation & 7) != 0
  }

  /// Whether the set contains a satellite.
  func contains(_ satellite: SatelliteID) -> Bool {
    let id = satellite.constellation.satelliteID(ofRINEXNumber: satellite.number)
    guard let id, (1...64).contains(id) else { return false }
    return masks[Int(satellite.constellation.rawValue)] & 1 << UInt64(id - 1) != 0
  }

  /// Whether the set contains a satellite of a constellation.
  func contains(_ constellation: Constellation) -> Bool {
    masks[Int(constellation.rawValue)] != 0
  }

  /// Whether the set has a message of the same constellation and form.
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

/// An assembler of observation messages into epochs, one after the other.
///
/// An epoch is complete when a message says that no more follow (DF393, DF005), or when the next epoch
/// begins. Time continues across midnight and the week's end. A message of an older epoch is refused, as is a
/// repeated message of a complete epoch. A new stream begins with a jump back by more than ten minutes. It
/// also begins when only older epochs, each newer than the one before, have arrived for ten seconds: a caster
/// has then restarted its capture. Only the current epoch is kept.
struct ObservationAssembler: Sendable {
  /// The outcome of adding a message.
  enum Outcome: Hashable, Sendable {
    /// The message belongs to the current epoch, which is not yet complete.
    case taken
    /// The message completed these epochs, or added to an epoch completed earlier.
    case completed([CorrectionEpoch])
    /// The message's epoch is not newer than the current one.
    case old
    /// The message's constellation is already in the epoch in the other form, MSM or legacy.
    case redundant
    /// The message is from another station at the current epoch.
    case foreign
    /// The message has no usable time, and the stream does not link it to the current epoch.
    case undated
  }

  private var current: CorrectionEpoch?
  /// The older epochs received since the last accepted epoch: arrival of the first, and times of the first
  /// and last.
  private var older: (since: Duration, first: Int64, last: Int64)?
  private static let day: Int64 = 86_400_000
  private static let newStreamJump: Int64 = -600_000
  private static let newStreamTime = Duration.seconds(10)
  private static let largestLeapSecondError: Int64 = 20_000

  /// Creates an assembler without messages.
  init() {}

  /// Adds the next message.
  ///
  /// - Parameters:
  ///   - message: The observation message.
  ///   - now: The board time of its arrival.
  /// - Returns: The outcome, with the epochs that the message completed.
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

  /// Whether older epochs have continued for long enough to be a new stream.
  private mutating func isNewStream(at time: Int64, _ now: Duration) -> Bool {
    guard let seen = older, time >= seen.last else {
      older = (now, time, time)
      return false
    }
    older?.last = time
    return time > seen.first && now - seen.since >= Self.newStreamTime
  }

  /// Whether the stream links a message to the open epoch although the message's time does not match.
  ///
  /// Captures contain two such cases. GLONASS times from before 2017 have fewer leap seconds than assumed,
  /// and BeiDou times are negative in the first 14 s of a week.
  private func isLinked(_ message: ObservationMessage, to epoch: CorrectionEpoch) -> Bool {
    guard epoch.isMoreAnnounced, !epoch.isComplete,
      !epoch.satellites.contains(message.constellation)
    else { return false }
    guard let timeOfDay = message.timeOfDay else { return true }
    let step = Self.step(from: epoch.time, toTimeOfDay: Int64(timeOfDay))
    return message.isGLONASS && step % 1000 == 0 && step.magnitude <= Self.largestLeapSecondError
  }

  /// Returns the milliseconds from an epoch to a time of day, the shorter way around the day.
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

  /// Adds a message's satellites to an epoch; returns whether the epoch is complete.
  private func add(_ message: ObservationMessage, to epoch: inout CorrectionEpoch) -> Bool {
    epoch.satellites.insert(message)
    epoch.isMoreAnnounced = message.isMoreToFollow
    epoch.isComplete = epoch.isComplete || !message.isMoreToFollow
    return epoch.isComplete
  }
}
