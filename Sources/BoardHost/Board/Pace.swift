/// The pace of board time relative to real time.
public enum Pace: Hashable, Sendable {
  /// A multiple of real time.
  case times(Double)
  /// As fast as possible.
  case unlimited
  /// Only by explicit advances.
  case manual
  /// By one sample for each request on the data port.
  case perRequest
}
