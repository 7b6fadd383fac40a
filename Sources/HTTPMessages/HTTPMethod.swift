/// The method of a request (RFC 9110, section 9); names are case-sensitive.
public enum HTTPMethod: Hashable, Sendable {
  /// A representation.
  case get
  /// The head of one; the response is that to ``get``, whose body the server leaves out.
  case head
  /// Something sent.
  case post
  /// Something put there.
  case put
  /// A part of something changed.
  case patch
  /// Something deleted.
  case delete
  /// A question for the allowed methods; browsers ask it before they cross origins.
  case options
  /// Any other, by its name.
  case other(String)

  /// The method of this name.
  public init(_ name: String) {
    self = Self.known.first { $0.name == name } ?? .other(name)
  }

  /// Its name, as it stands in a request.
  public var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .other(let name): name
    }
  }

  /// Whether it leaves everything as it is (RFC 9110, section 9.2.1).
  public var isSafe: Bool {
    switch self {
    case .get, .head, .options: true
    case .post, .put, .patch, .delete, .other: false
    }
  }

  private static let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
}
