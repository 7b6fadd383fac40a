import RTCMParser

/// The time of a stream, told by the observation epochs in it and by nothing else.
///
/// Zero is the first epoch. Each constellation is followed by itself, from where the stream was when it
/// was first seen, so that neither leap seconds nor the offset of its time matter. An epoch before the
/// last one, or more than an hour after it, begins a new session: a capture was joined to another.
struct StreamClock: Sendable {
  private struct Track: Sendable {
    var epoch: MSMEpoch
    var time: Int
    var session: Int
  }

  private var tracks = [Track?](repeating: nil, count: Constellation.allCases.count)

  /// Milliseconds since the first epoch.
  private(set) var now = 0
  /// How many sessions have begun; 0 until there is an epoch.
  private(set) var session = 0
  /// How many epochs there were.
  private(set) var epochs = 0
  /// The intervals between them.
  private(set) var intervals = IntervalHistogram()

  private static let longestPause = 3_600_000
  /// What is put between two sessions, whose distance nobody knows.
  private static let pauseBetweenSessions = 1000

  /// Takes the epoch of an observation message.
  ///
  /// - Returns: Its time on this clock, which may be before ``now`` for a constellation that is late.
  mutating func advance(to epoch: MSMEpoch) -> Int {
    let index = Int(epoch.constellation.rawValue)
    guard var track = tracks[index], track.session == session else {
      if session == 0 { beginSession(at: 0) }
      return begin(index, epoch)
    }
    if track.epoch == epoch { return track.time }
    let step = epoch.milliseconds(since: track.epoch)
    guard (0...Self.longestPause).contains(step) else {
      beginSession(at: now + Self.pauseBetweenSessions)
      return begin(index, epoch)
    }
    track.epoch = epoch
    track.time += step
    tracks[index] = track
    if track.time > now { move(to: track.time) }
    return track.time
  }

  private mutating func begin(_ index: Int, _ epoch: MSMEpoch) -> Int {
    tracks[index] = Track(epoch: epoch, time: now, session: session)
    return now
  }

  private mutating func beginSession(at time: Int) {
    session += 1
    epochs += 1
    now = time
  }

  private mutating func move(to time: Int) {
    intervals.count(time - now)
    epochs += 1
    now = time
  }
}

extension MSMEpoch {
  /// How long after another epoch of its constellation this one is: within half a week, half a day
  /// where a GLONASS message does not say which day it is.
  fileprivate func milliseconds(since other: MSMEpoch) -> Int {
    // Leap seconds move both by the same.
    if let now = gpsTimeOfWeekMilliseconds(leapSeconds: 18),
      let before = other.gpsTimeOfWeekMilliseconds(leapSeconds: 18)
    {
      return Self.wrapped(now - before, period: 604_800_000)
    }
    let now = gpsTimeOfDayMilliseconds(leapSeconds: 18)
    let before = other.gpsTimeOfDayMilliseconds(leapSeconds: 18)
    return Self.wrapped(now - before, period: 86_400_000)
  }

  private static func wrapped(_ difference: Int, period: Int) -> Int {
    if difference > period / 2 { return difference - period }
    return difference < -period / 2 ? difference + period : difference
  }
}
