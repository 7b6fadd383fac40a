/// The last values sent of each satellite's bands, which the next ones continue.
struct LegacyTracks: Sendable {
  /// A band of a satellite.
  fileprivate struct Track: Sendable {
    var signalID: UInt8
    /// When the signal took another's place, milliseconds of the day; `nil` when long ago.
    var start: Int?
    /// The number of leaps of 1500 cycles by which the phase sent is short of the one received.
    var leaps = 0.0
  }

  /// By system, satellite and band.
  private var tracks = [Track?](repeating: nil, count: 2 * 64 * 2)

  /// Lets an observation continue, in lock time and phase, what was sent before.
  ///
  /// - Parameters:
  ///   - observation: What was received.
  ///   - cell: Where it was received.
  ///   - time: When, milliseconds of a day.
  ///   - range: The pseudorange on L1, metres, which the phase is sent as a difference to.
  /// - Returns: The observation as it is to be sent.
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
  /// A lock time in seconds, no longer than the signal has been sent for.
  fileprivate mutating func lockTime(_ seconds: Int, at time: Int) -> Int {
    guard let start else { return seconds }
    let age = (time - start + millisecondsPerDay) % millisecondsPerDay / 1000
    if age >= LockTime.seconds(ofDF013: 127) { self.start = nil }
    return min(seconds, age)
  }

  /// The phaserange as it is sent: within 262 m of a range, by as few changes of leaps as may be.
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
