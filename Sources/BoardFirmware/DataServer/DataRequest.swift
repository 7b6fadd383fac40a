/// What a client of the data port asks for, with everything of HTTP that does not matter taken off.
public struct DataRequest: Hashable, Sendable {
  /// A method, as far as the data port tells them apart.
  public enum Method: Hashable, Sendable {
    /// Asks for a representation.
    case get
    /// Asks for the head of one; the answer is that of ``get``, and the listener leaves out the body.
    case head
    /// Sends something, which the board does not keep.
    case post
    /// Puts something there, which the board does not keep.
    case put
    /// Changes a part of something, which the board does not.
    case patch
    /// Deletes something, which the board does not.
    case delete
    /// Asks what is allowed; browsers do before they cross origins.
    case options
    /// Any other.
    case other
  }

  /// The method.
  public var method: Method
  /// The path as it was sent: still percent-encoded, with the query or without.
  public var path: String

  /// Creates a request.
  public init(method: Method, path: String) {
    self.method = method
    self.path = path
  }
}

extension DataRequest.Method {
  /// The method of this name; names are case-sensitive, as HTTP has it.
  public init(name: String) {
    switch name {
    case "GET": self = .get
    case "HEAD": self = .head
    case "POST": self = .post
    case "PUT": self = .put
    case "PATCH": self = .patch
    case "DELETE": self = .delete
    case "OPTIONS": self = .options
    default: self = .other
    }
  }
}

/// The answer to a request, without what belongs to the connection.
///
/// The listener adds `Date`, `Content-Length`, `Cache-Control: no-store` and the like, and sends no
/// body to a HEAD.
public struct DataAnswer: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// Header fields in the order they are sent.
  public var headers: [DataHeader]
  /// The bytes of the body; empty for 204.
  public var body: [UInt8]

  /// Creates an answer.
  public init(status: Int, headers: [DataHeader], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first header field of this name, spelled as here.
  public func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }
}

/// One header field.
public struct DataHeader: Hashable, Sendable {
  /// The field's name.
  public var name: String
  /// Its value, without line breaks.
  public var value: String

  /// Creates a header field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
