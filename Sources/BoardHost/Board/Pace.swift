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

extension Pace {
  /// The largest multiple of real time.
  public static let greatestFactor = 1e6

  /// Reads a pace: a multiple of real time, `max` or `manual`; `nil` for any other text.
  public init?(_ text: String) {
    switch text {
    case "max": self = .unlimited
    case "manual": self = .manual
    default:
      guard let factor = Double(text) else { return nil }
      self.init(factor: factor)
    }
  }

  /// Creates the pace of a multiple of real time; `nil` unless it is above 0 and at most
  /// ``greatestFactor``.
  public init?(factor: Double) {
    guard factor > 0, factor <= Self.greatestFactor else { return nil }
    self = .times(factor)
  }

  /// Whether board time advances by itself.
  var runsByItself: Bool {
    switch self {
    case .times, .unlimited: true
    case .manual, .perRequest: false
    }
  }
}
