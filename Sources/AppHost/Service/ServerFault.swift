internal import GNSSBasics

/// Something wrong with answers, switched on by name for a time.
public struct ServerFault: Hashable, Sendable {
  /// A kind of fault.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The answer comes after ``ServerFault/delay``.
    case late
    /// 429 with `Retry-After`.
    case tooMany = "429"
    /// 200, and a page for people where data should be.
    case html
    /// 200 without a body.
    case empty
  }

  /// Whose answers.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    /// The paths below `/api`.
    case server
    /// The open data's, below `/resource`.
    case openData = "arpa"
  }

  /// The kind of fault.
  public var kind: Kind
  /// Whose answers.
  public var place: Place
  /// From when on, after the start of the service.
  public var start: Duration
  /// Until when; `nil` for ever.
  public var end: Duration?
  /// The delay of a late answer.
  public var delay: Duration

  /// Creates a fault.
  public init(
    _ kind: Kind, of place: Place, from start: Duration = .zero, to end: Duration? = nil,
    delay: Duration = .seconds(6)
  ) {
    self.kind = kind
    self.place = place
    self.start = start
    self.end = end
    self.delay = delay
  }

  /// Whether it is on so long after the start.
  public func isActive(at time: Duration) -> Bool {
    start <= time && end.map { time < $0 } ?? true
  }
}
