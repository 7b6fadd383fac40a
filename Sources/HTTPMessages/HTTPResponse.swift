internal import TextOutput

/// The answer to a request, without what belongs to the connection.
///
/// The server adds `Date`, `Content-Length` and the like, `Cache-Control: no-store` where there is none, and
/// sends no body to a HEAD.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The fields of the head in the order they are sent.
  public var fields: [HTTPField]
  /// The bytes of the body; empty for 204.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, fields: [HTTPField], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Creates a response whose body is JSON.
  public init(status: Int, json: [UInt8]) {
    self.init(status: status, fields: [HTTPField("Content-Type", "application/json")], body: json)
  }

  /// Creates an error, which says in JSON what was wrong: `{"error":"…","status":…}`.
  ///
  /// - Parameters:
  ///   - status: The status code, from 400.
  ///   - error: A sentence that says what was wrong and what to do.
  public init(status: Int, error: String) {
    var json = JSONWriter()
    json.object { json in
      json.member("error", error)
      json.member("status", status)
    }
    self.init(status: status, json: json.bytes)
  }

  /// The value of the first field of this name, spelled as here.
  public func field(_ name: String) -> String? {
    fields.first { $0.name == name }?.value
  }
}
