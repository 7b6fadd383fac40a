/// The time of a stream, told by the epochs of one kind of messages and by nothing else.
///
/// Zero is the first epoch. Each track, which is a constellation of observations or a type of
/// corrections, is followed by itself, from where the stream was when it was first seen, so that neither
/// leap seconds nor the offset of its time matter. An epoch before the track's last one, or more than an
/// hour after it, begins a new session: a capture was joined to another.
struct StreamClock: Sendable {
  private struct Track: Sendable {
    var instant: GPSTime
    var time: Int
    var session: Int
  }

  private var tracks: [Track?] = []

  /// Milliseconds since the first epoch.
  private(set) var now = 0
  /// The number of sessions that have begun; 0 until there is an epoch.
  private(set) var session = 0
  /// The number of epochs.
  private(set) var epochs = 0
  /// The intervals between them.
  private(set) var intervals = IntervalHistogram()

  private static let longestPause = 3_600_000
  /// The pause assumed between two sessions, whose distance nobody knows.
  private static let pauseBetweenSessions = 1000
  /// Only intervals are told, so it does not matter which week the stream is taken to be in.
  private static let anyTime = GPSTime(week: 2400, millisecondsOfWeek: 0)

  /// Takes the epoch of a message; one that is no time moves nothing.
  ///
  /// - Returns: Its time on this clock, which may be before ``now`` for a track that is late.
  mutating func advance(to epoch: MSMEpoch, track index: Int) -> Int {
    while tracks.count <= index { tracks.append(nil) }
    guard let instant = epoch.gpsTime(near: tracks[index]?.instant ?? Self.anyTime) else {
      return now
    }
    guard var track = tracks[index], track.session == session else {
      if session == 0 { beginSession(at: 0) }
      return begin(index, instant)
    }
    let step = Int((instant.nanoseconds - track.instant.nanoseconds) / 1_000_000)
    guard (0...Self.longestPause).contains(step) else {
      beginSession(at: now + Self.pauseBetweenSessions)
      return begin(index, instant)
    }
    track.instant = instant
    track.time += step
    tracks[index] = track
    if track.time > now { move(to: track.time) }
    return track.time
  }

  private mutating func begin(_ index: Int, _ instant: GPSTime) -> Int {
    tracks[index] = Track(instant: instant, time: now, session: session)
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
