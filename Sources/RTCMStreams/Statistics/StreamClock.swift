/// The time of a stream, derived only from the epochs of one kind of messages.
///
/// Zero is the first epoch. A track is a constellation of observations or a type of corrections. Each track
/// advances on its own, from the stream's time at the track's first epoch, so neither leap seconds nor the
/// offset of its time scale matter.
///
/// An epoch before the track's last one, or more than an hour after it, begins a new session: another
/// capture has been appended.
struct StreamClock: Sendable {
  private struct Track: Sendable {
    var instant: GPSTime
    var time: Int64
    var session: Int
  }

  private var tracks: [Track?] = []

  /// The time since the first epoch, milliseconds.
  private(set) var now: Int64 = 0
  /// The number of sessions begun; 0 before the first epoch.
  private(set) var session = 0
  /// The number of epochs.
  private(set) var epochs = 0
  /// The intervals between the epochs.
  private(set) var intervals = IntervalHistogram()

  private static let longestPause: Int64 = 3_600_000
  /// The pause assumed between two sessions, whose true distance is unknown, milliseconds.
  private static let pauseBetweenSessions: Int64 = 1000
  /// An arbitrary reference time: only intervals count, so the week of the stream does not matter.
  private static let anyTime = GPSTime(week: 2400, millisecondsOfWeek: 0)

  /// Advances the clock to the epoch of a message; an impossible time changes nothing.
  ///
  /// - Returns: The time of the epoch on this clock, which may be before ``now`` for a late track.
  mutating func advance(to epoch: MSMEpoch, track index: Int) -> Int64 {
    while tracks.count <= index { tracks.append(nil) }
    guard let instant = epoch.gpsTime(near: tracks[index]?.instant ?? Self.anyTime) else {
      return now
    }
    guard var track = tracks[index], track.session == session else {
      if session == 0 { beginSession(at: 0) }
      return begin(index, instant)
    }
    let step = (instant.nanoseconds - track.instant.nanoseconds) / 1_000_000
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

  private mutating func begin(_ index: Int, _ instant: GPSTime) -> Int64 {
    tracks[index] = Track(instant: instant, time: now, session: session)
    return now
  }

  private mutating func beginSession(at time: Int64) {
    session += 1
    epochs += 1
    now = time
  }

  private mutating func move(to time: Int64) {
    intervals.count(Int(clamping: time - now))
    epochs += 1
    now = time
  }
}
