/// An answer of a board as received.
public struct BoardReply: Hashable, Sendable {
  /// The means by which the end of the body is marked.
  public enum Ending: Hashable, Sendable {
    /// The answer has no body: to a HEAD, or by its status.
    case none
    /// A `Content-Length` header field.
    case length
    /// The chunked coding of HTTP/1.1.
    case chunks
    /// The end of the connection.
    case connection
  }

  /// The minor version: the digit after `HTTP/1.`.
  public var minorVersion: Int
  /// The HTTP status code, such as 200.
  public var status: Int
  /// The header fields in order of arrival.
  public var fields: [Field]
  /// The body, with chunks joined.
  public var body: [UInt8]
  /// The means by which the end of the body was marked.
  public var ending: Ending
  /// The number of bytes that arrived after the end of the answer and belong to no answer.
  public var surplus: Int

  /// A header field: its name and its value.
  public struct Field: Hashable, Sendable {
    /// The name as spelled in the answer.
    public var name: String
    /// The value without surrounding blanks.
    public var value: String
  }

  /// Creates an answer from its parts.
  public init(
    minorVersion: Int = 1, status: Int = 200, fields: [Field] = [], body: [UInt8] = [],
    ending: Ending = .length, surplus: Int = 0
  ) {
    self.minorVersion = minorVersion
    self.status = status
    self.fields = fields
    self.body = body
    self.ending = ending
    self.surplus = surplus
  }

  /// Returns the first value of a header field, whose name is given in lower case; `nil` without the field.
  public subscript(field name: String) -> String? {
    fields.first { $0.name.lowercased() == name }?.value
  }

  /// The body as text; invalid UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Whether the connection ends with the answer, according to its header or its ending.
  var announcesEnd: Bool {
    let told = self[field: "connection"]?.lowercased() ?? ""
    return told.contains("close") || ending == .connection
      || (minorVersion == 0 && !told.contains("keep-alive"))
  }
}
