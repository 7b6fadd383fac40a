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
}
