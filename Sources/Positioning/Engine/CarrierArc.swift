internal import GNSSBasics
internal import RTCMParser

/// A carrier that rover and base have tracked without a slip, with its ambiguity.
struct CarrierArc: Sendable {
  /// The group of the pair, whose change begins a new arc.
  let group: SignalPair.Group
  /// The column of its ambiguity.
  var column: Int
  /// The whole cycles that are taken off its ambiguity everywhere.
  let origin: Double
  /// The time and lock times of its last pair.
  var last: GPSTime
  var lock: (rover: Int?, base: Int?)
  /// The ambiguity by the last float solution, cycles from ``origin``; `nil` before the first one.
  var float: Double?
  /// The whole ambiguity that is held, cycles from ``origin``.
  var integer: Double?
  /// The whole ambiguity that the fixed carriers ask for, and since when they ask for the same.
  var trial: (integer: Double, since: GPSTime)?

  /// Whether the ambiguity hinders the search for integers, so that others are searched without it.
  var isDoubted = false

  /// The value that the phase is corrected by, as well as it is known.
  var value: Double? { integer ?? float }

  /// Returns whether lock times tell a slip since the last pair.
  func hasSlipped(at time: GPSTime, _ pair: SignalPair) -> Bool {
    let elapsed = time.seconds(since: last)
    return LockTime.isBroken(from: lock.rover, to: pair.lock.rover, after: elapsed)
      || LockTime.isBroken(from: lock.base, to: pair.lock.base, after: elapsed)
  }
}
