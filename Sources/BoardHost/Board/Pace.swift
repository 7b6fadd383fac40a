/// The pace of board time relative to real time.
public enum Pace: Hashable, Sendable {
  /// A multiple of real time.
  case times(Double)
  /// As fast as it goes.
  case unlimited
  /// Only when told.
  case manual
  /// By a sample for each request of the data port.
  case perRequest
}
