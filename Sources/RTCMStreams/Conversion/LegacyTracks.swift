/// The last values sent for each satellite's bands, which the next observations continue.
struct LegacyTracks: Sendable {
  /// The state of one band of a satellite.
  fileprivate struct Track: Sendable {
    var signalID: UInt8
    /// The time at which the signal replaced another, milliseconds of the day; `nil` for no change or one
    /// long ago.
    var start: Int?
    /// The number of jumps of 1500 cycles by which the phase sent is below the phase received.
    var leaps = 0.0
  }

  /// The tracks by system, satellite and band.
  private var tracks = [Track?](repeating: nil, count: 2 * 64 * 2)

  /// Returns an observation that continues the lock time and phase sent before.
  ///
  /// - Parameters:
  ///   - observation: The observation as received.
  ///   - cell: The MSM cell of the observation.
  ///   - time: The time of the observation, milliseconds of the day.
  ///   - range: The pseudorange on L1, metres; the phase is sent as a difference from it.
  /// - Returns: The observation to send.
  mutating func continuing(
    _ observation: LegacyObservation, of cell: MSMCell, at time: Int, near range: Double
  ) -> LegacyObservation {
    let index =
      ((observation.constellation == .glonass ? 64 : 0) + Int(cell.satelliteID) - 1) * 2
      + Int(observation.band) - 1
    var track = tracks[index] ?? Track(signalID: cell.signalID)
    if track.signalID != cell.signalID { track = Track(signalID: cell.signalID, start: time) }
    var result = observation
    result.minimumLockTime = track.lockTime(observation.minimumLockTime, at: time)
    result.phaserange = track.phaserange(of: observation, near: range)
    tracks[index] = track
    return result
  }
}

extension LegacyTracks.Track {
  /// Returns the lock time in seconds, limited to the time for which the signal has been sent.
  fileprivate mutating func lockTime(_ seconds: Int, at time: Int) -> Int {
    guard let start else { return seconds }
    let age = (time - start + millisecondsPerDay) % millisecondsPerDay / 1000
    if age >= LockTime.seconds(ofDF013: 127) { self.start = nil }
    return min(seconds, age)
  }

  /// Returns the phaserange to send: within 262 m of a range, with as few changes of jumps as possible.
  fileprivate mutating func phaserange(
    of observation: LegacyObservation, near range: Double
  ) -> Double? {
    guard let phaserange = observation.phaserange, let frequency = observation.carrierFrequency
    else { return nil }
    let leap = 1500 * WGS84.speedOfLight / frequency
    let difference = phaserange - range
    if abs(difference - leaps * leap) > 262 { leaps = (difference / leap).rounded() }
    return phaserange - leaps * leap
  }
}
