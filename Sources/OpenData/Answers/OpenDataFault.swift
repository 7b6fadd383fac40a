/// A way for the open data to fail, by its name.
public enum OpenDataFault: Hashable, Sendable {
  /// The answer comes so much later.
  case late(Duration)
  /// 429, with the seconds to wait in `Retry-After`.
  case tooManyRequests(retryAfter: Int)
  /// 200, and a page for people where data should be.
  case html
  /// 200, and not one byte.
  case empty

  /// Its name.
  public var name: String {
    switch self {
    case .late: "arpa.late"
    case .tooManyRequests: "arpa.429"
    case .html: "arpa.html"
    case .empty: "arpa.empty"
    }
  }

  /// One of each, as it is when only its name is given.
  public static let defaults: [OpenDataFault] = [
    .late(.seconds(10)), .tooManyRequests(retryAfter: 60), .html, .empty,
  ]

  /// The fault of this name; `nil` when there is none.
  public init?(named name: String) {
    guard let fault = Self.defaults.first(where: { $0.name == name }) else { return nil }
    self = fault
  }
}
