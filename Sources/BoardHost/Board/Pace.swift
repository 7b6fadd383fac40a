/// How board time follows real time.
public enum Pace: Hashable, Sendable {
  /// So many times as fast.
  case times(Double)
  /// As fast as it goes.
  case unlimited
  /// Only when told.
  case manual
  /// By a sample for each request of the data port.
  case perRequest
}
