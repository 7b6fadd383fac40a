internal import GNSSBasics

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
    func slipped(_ now: Int?, _ before: Int?) -> Bool {
      guard let now else { return false }
      if let before, now < before { return true }
      return LockTime.isShorter(now, than: elapsed)
    }
    return slipped(pair.lock.rover, lock.rover) || slipped(pair.lock.base, lock.base)
  }
}

/// The lock times that messages tell.
enum LockTime {
  /// Returns whether a signal is tracked for less than some seconds.
  ///
  /// A lock time is a lower limit, milliseconds; messages tell it in steps that grow with it, at most as long as
  /// itself.
  static func isShorter(_ milliseconds: Int, than seconds: Double) -> Bool {
    2 * Double(milliseconds) + 64 < seconds * 1000 - 20
  }
}
