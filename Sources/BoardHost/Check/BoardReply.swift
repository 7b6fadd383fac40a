/// An answer of a board as it came over the wire.
public struct BoardReply: Hashable, Sendable {
  /// The means by which the end of the body is marked.
  public enum Ending: Hashable, Sendable {
    /// The answer has no body: to a HEAD, or by its status.
    case none
    /// `Content-Length`.
    case length
    /// The chunks of HTTP/1.1.
    case chunks
    /// The connection's end.
    case connection
  }

  /// The digit after `HTTP/1.`.
  public var minorVersion: Int
  /// The status code.
  public var status: Int
  /// Header fields as they came: name and value.
  public var fields: [Field]
  /// The body, its chunks joined.
  public var body: [UInt8]
  /// The means by which the end of the body was marked.
  public var ending: Ending
  /// Bytes that came in the same breath behind the answer's end, and belong to nothing.
  public var surplus: Int

  /// A header field.
  public struct Field: Hashable, Sendable {
    /// The name as it was spelled.
    public var name: String
    /// The value without the blanks around it.
    public var value: String
  }

  /// Creates an answer.
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

  /// The first value of a header field, whose name is given in lower case; `nil` without one.
  public subscript(field name: String) -> String? {
    fields.first { $0.name.lowercased() == name }?.value
  }

  /// The body as text; what is no UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Whether the answer says that the connection ends with it.
  var announcesEnd: Bool {
    let told = self[field: "connection"]?.lowercased() ?? ""
    return told.contains("close") || ending == .connection
      || (minorVersion == 0 && !told.contains("keep-alive"))
  }
}
