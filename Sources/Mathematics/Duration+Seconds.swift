extension Duration {
  /// The duration in seconds, to the precision of a `Double`.
  public var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// The duration in whole nanoseconds, rounded towards zero; a duration beyond ±292 years traps.
  public var inNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Returns whether the time is in a span: from its start on, and before its end; without an end for ever.
  public func isIn(_ start: Duration, until end: Duration?) -> Bool {
    start <= self && end.map { self < $0 } ?? true
  }
}
