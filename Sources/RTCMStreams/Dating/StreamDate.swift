internal import Mathematics

/// The date of a stream, by a vote of all messages that give a week.
///
/// Observations give only the time of week. The week comes from 1013, 1029 and ephemerides in elements. Any
/// of these may be wrong: a bit error in an unchecked field, an unset clock, an old ephemeris.
///
/// A source is a message type, or a satellite together with an ephemeris type. Each source has one vote; a
/// source whose messages give several weeks splits its vote among them. The week with the most votes is the
/// stream's week, and messages that give another week are outliers. The weeks of GPS, QZSS and NavIC wrap
/// every 20 years: these sources vote for each week that their number can mean, and cannot determine a date
/// alone.
///
/// Weeks are counted on a clock that advances from observation to observation, always to the nearest
/// instant, as converters do when they date the observations. A stream may therefore last for weeks.
package struct StreamDate: Sendable {
  /// The messages of one source that give the same week.
  struct Claim: Sendable {
    var type: UInt16?
    var weeks: Int
    /// The number of weeks by which the messages may be off near the week rollover.
    var slack: Int
    var modulus: Int?
    var isClock: Bool
    /// The first time in the messages.
    var time: GPSTime
    var count = 1
    /// The position among all claims in order of appearance.
    var number: Int
  }

  private struct Key: Hashable {
    var source: DateWitness.Source
    var weeks: Int
    var slack: Int
  }

  let given: GPSTime?
  /// The stream's time, as if the stream had begun in ``nowadays``.
  private var now = Self.nowadays
  /// The first time on that clock; `nil` before any message has given the time of week.
  private(set) var anchor: GPSTime?
  /// Whether the clock follows observations, rather than the witnesses for lack of observations.
  private(set) var isObserved = false
  /// Whether the clock follows a system whose day senders do not get wrong.
  private var isReliable = false
  private var counts: [Key: Claim] = [:]

  /// Creates the date of a stream before its first message.
  ///
  /// - Parameter given: The date given for the stream, to within half a week.
  package init(given: GPSTime? = nil) { self.given = given }

  /// Adds the next message of the stream; most messages give no date.
  package mutating func learn(from message: RTCMMessage) {
    if let witness = DateWitness(message) { add(witness) }
  }

  /// Adds the payload of the next frame; the message is decoded only if it may give a date.
  package mutating func learn(from payload: Span<UInt8>) {
    if let epoch = EpochField(in: payload)?.epoch {
      follow(epoch)
    } else if let type = RTCMFrame.messageType(ofPayload: payload), Self.mayTell(type),
      let message = try? RTCMMessage(decoding: payload)
    {
      learn(from: message)
    }
  }

  /// Adds the time of observations that came without a message.
  package mutating func learn(from time: GPSTime) {
    follow(now.nearest(millisecondsOfWeek: time.millisecondsOfWeek))
    add(DateWitness(source: DateWitness.Source(), time: time))
  }

  /// Adds the epoch of the next observation message.
  package mutating func follow(_ epoch: MSMEpoch) {
    // Some senders count SBAS from the beginning of the day, or send a wrong day for GLONASS.
    let isReliable = epoch.constellation != .glonass && epoch.constellation != .sbas
    guard isReliable || !self.isReliable,
      epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 0) != nil,
      let time = epoch.gpsTime(near: now)
    else { return }
    self.isReliable = isReliable
    follow(time)
  }

  /// All claims, in order of appearance.
  var claims: [Claim] { counts.values.sorted { $0.number < $1.number } }

  /// The claims grouped by source; the claims of a source share one vote.
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

  /// Whether messages of a type may give a date.
  static func mayTell(_ type: UInt16) -> Bool {
    type == 1013 || type == 1029 || LinkBudget.ephemerisTypes.contains(type)
  }

  /// The middle of the twenty years that a GPS week number of nowadays stands for: 2026.
  static let nowadays = GPSTime(week: 2400, secondsOfWeek: 0)
  /// The number of claims kept, more than a sane stream has: two ephemerides of each satellite, and some
  /// wrong weeks.
  private static let mostClaims = 1024
}
