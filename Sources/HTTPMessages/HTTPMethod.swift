/// The method of a request (RFC 9110, section 9); names are case-sensitive.
public enum HTTPMethod: Hashable, Sendable {
  /// GET: requests a representation.
  case get
  /// HEAD: requests the header of the response to ``get``; the server leaves the body out.
  case head
  /// POST: sends data for processing.
  case post
  /// PUT: stores the data that is sent.
  case put
  /// PATCH: changes a part of a resource.
  case patch
  /// DELETE: deletes a resource.
  case delete
  /// OPTIONS: requests the allowed methods; browsers send it before cross-origin requests.
  case options
  /// Any other method, by its name.
  case other(String)

  /// Creates the method of a name.
  public init(_ name: String) {
    self = Self.known.first { $0.name == name } ?? .other(name)
  }

  /// The method's name in a request.
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

  /// Whether the method changes nothing on the server (RFC 9110, section 9.2.1).
  public var isSafe: Bool {
    switch self {
    case .get, .head, .options: true
    case .post, .put, .patch, .delete, .other: false
    }
  }

  private static let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
}
