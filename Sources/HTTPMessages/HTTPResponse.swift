internal import TextOutput

/// A response to a request, without the parts that concern only the connection.
///
/// The server adds `Date`, `Content-Length` and the like, and `Cache-Control: no-store` if that field is
/// missing. It sends no body in response to a HEAD request.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int
  /// The header fields in the order in which they are sent.
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

  /// Creates an error response with a JSON body: `{"error":"…","status":…}`.
  ///
  /// - Parameters:
  ///   - status: The status code, from 400.
  ///   - error: A sentence with the fault and the remedy.
  public init(status: Int, error: String) {
    var json = JSONWriter()
    json.object { json in
      json.member("error", error)
      json.member("status", status)
    }
    self.init(status: status, json: json.bytes)
  }

  /// Returns the value of the first header field of a name, in this exact spelling.
  public func field(_ name: String) -> String? {
    fields.first { $0.name == name }?.value
  }
}
