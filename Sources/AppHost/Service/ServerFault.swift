internal import GNSSBasics
internal import Mathematics

/// A fault injected into answers for a span of time.
public struct ServerFault: Hashable, Sendable {
  /// A kind of fault.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An answer delayed by ``ServerFault/delay``.
    case late
    /// Status 429 Too Many Requests with `Retry-After`.
    case tooMany = "429"
    /// Status 200 with an HTML page instead of data.
    case html
    /// Status 200 without a body.
    case empty
  }

  /// The answers that a fault affects.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    /// The server's answers, below `/api`.
    case server
    /// The open data's answers, below `/resource`.
    case openData = "arpa"
    /// The weather's answers in OpenWeatherMap's form, below `/data`.
    case weather
  }

  /// The kind of fault.
  public var kind: Kind
  /// The answers that the fault affects.
  public var place: Place
  /// The start of the fault, relative to the start of the service.
  public var start: Duration
  /// The end of the fault, relative to the start of the service; `nil` for a fault without an end.
  public var end: Duration?
  /// The probability that the fault affects an answer, `0...1`.
  public var probability: Double
  /// The delay of answers when the kind is ``Kind/late``.
  public var delay: Duration

  /// Creates a fault; by default from the start of the service, without an end.
  public init(
    _ kind: Kind, of place: Place, from start: Duration = .zero, to end: Duration? = nil,
    probability: Double = 1, delay: Duration = .seconds(6)
  ) {
    self.kind = kind
    self.place = place
    self.start = start
    self.end = end
    self.probability = probability
    self.delay = delay
  }

  /// Returns whether the fault is active at a time after the start of the service.
  public func isActive(at time: Duration) -> Bool { time.isIn(start, until: end) }
}
