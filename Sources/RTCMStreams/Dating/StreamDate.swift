internal import Mathematics

/// The date of a stream, by the vote of all its messages that tell a week.
///
/// Observations tell the time of their week only. The week is told by 1013, 1029 and ephemerides by elements,
/// any of which may be wrong: a bit of an unchecked field, a clock that was not set, an old ephemeris. So each
/// source, which is a type of message or a satellite by a type of ephemeris, has one vote; where its own
/// messages tell several weeks, they share it. The week with the most votes is the stream's, and all that tells
/// another is an outlier. The weeks of GPS, QZSS and NavIC begin anew every 20 years: these vote for each week
/// that they can mean, and alone tell no date.
///
/// Weeks are counted on a clock that goes on from observation to observation, always to the nearest instant, as
/// those date them who write them: so a stream may last for weeks.
package struct StreamDate: Sendable {
  /// The messages of one source that tell the same week.
  struct Claim: Sendable {
    var type: UInt16?
    var weeks: Int
    /// The number of weeks by which the messages may be off near the turn of a week.
    var slack: Int
    var modulus: Int?
    var isClock: Bool
    /// The first time that the messages tell.
    var time: GPSTime
    var count = 1
    /// The place among all claims in the order of their coming.
    var number: Int
  }

  private struct Key: Hashable {
    var source: DateWitness.Source
    var weeks: Int
    var slack: Int
  }

  let given: GPSTime?
  /// The stream's time as if it had begun in ``nowadays``.
  private var now = Self.nowadays
  /// The first time on that clock; `nil` before anything told the time of the week.
  private(set) var anchor: GPSTime?
  /// Whether observations told the clock's time, and not the witnesses themselves for want of them.
  private(set) var isObserved = false
  /// Whether a system told the clock's time whose day senders do not mistake.
  private var isReliable = false
  private var counts: [Key: Claim] = [:]

  /// Creates the date of a stream of which nothing has been seen.
  ///
  /// - Parameter given: A date that the stream is said to be of, to within half a week.
  package init(given: GPSTime? = nil) { self.given = given }

  /// Takes the next message of the stream; most tell no date.
  package mutating func learn(from message: RTCMMessage) {
    if let witness = DateWitness(message) { add(witness) }
  }

  /// Takes the next frame of the stream, of which the message is decoded only if it may tell a date.
  package mutating func learn(from payload: Span<UInt8>) {
    if let epoch = EpochField(in: payload)?.epoch {
      follow(epoch)
    } else if let type = RTCMFrame.messageType(ofPayload: payload), Self.mayTell(type),
      let message = try? RTCMMessage(decoding: payload)
    {
      learn(from: message)
    }
  }

  /// Takes the time of observations that came in no message.
  package mutating func learn(from time: GPSTime) {
    follow(now.nearest(millisecondsOfWeek: time.millisecondsOfWeek))
    add(DateWitness(source: DateWitness.Source(), time: time))
  }

  /// Takes the epoch of the next observation message.
  package mutating func follow(_ epoch: MSMEpoch) {
    // Some senders count SBAS from the beginning of the day, or have a wrong day for GLONASS.
    let isReliable = epoch.constellation != .glonass && epoch.constellation != .sbas
    guard isReliable || !self.isReliable,
      epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 0) != nil,
      let time = epoch.gpsTime(near: now)
    else { return }
    self.isReliable = isReliable
    follow(time)
  }

  /// All claims, in the order of their coming.
  var claims: [Claim] { counts.values.sorted { $0.number < $1.number } }

  /// The number of votes of each source's claims.
  var claimsBySource: [[Claim]] {
    Dictionary(grouping: counts) { $0.key.source }.values.map { $0.map { $0.value } }
  }

  // MARK: -

  private mutating func follow(_ time: GPSTime) {
    now = time
    if !isObserved { anchor = time }
    isObserved = true
  }

  private mutating func add(_ witness: DateWitness) {
    guard anchor == nil || witness.isClear(at: now) else { return }
    if !isObserved {
      now = now.nearest(millisecondsOfWeek: witness.time.millisecondsOfWeek)
      anchor = anchor ?? now
    }
    let near = witness.time.nearest(millisecondsOfWeek: now.millisecondsOfWeek)
    let weeks = near.week - now.week
    let key = Key(
      source: witness.source, weeks: witness.modulus.map(weeks.modulo) ?? weeks,
      slack: witness.slack)
    if counts[key] != nil {
      counts[key]?.count += 1
    } else if counts.count < Self.mostClaims {
      counts[key] = Claim(
        type: witness.source.type, weeks: key.weeks, slack: key.slack, modulus: witness.modulus,
        isClock: witness.isClock, time: witness.time, number: counts.count)
    }
  }

  /// Whether messages of a type may tell a date.
  static func mayTell(_ type: UInt16) -> Bool {
    type == 1013 || type == 1029 || LinkBudget.ephemerisTypes.contains(type)
  }

  /// In the middle of the twenty years for which a GPS week number of nowadays stands: 2026.
  static let nowadays = GPSTime(week: 2400, secondsOfWeek: 0)
  /// More than a sane stream has: two ephemerides of each satellite, and some weeks told wrongly.
  private static let mostClaims = 1024
}
