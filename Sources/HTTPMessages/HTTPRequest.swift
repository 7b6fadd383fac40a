internal import Bytes

/// A complete request without the parts that concern only its connection, as handlers get it.
///
/// ```swift
/// let request = HTTPRequest(.get, "/api/v1/truth?at=60")
/// request.path              // "/api/v1/truth"
/// request.parameter("at")   // "60"
/// ```
public struct HTTPRequest: Hashable, Sendable {
  /// The request's method.
  public var method: HTTPMethod
  /// The path without its query, percent-decoded.
  public var path: String
  /// The query's parameters in their order, percent-decoded.
  public var query: [HTTPField]
  /// The header fields, if the handler needs them.
  public var fields: [HTTPField]
  /// The body; empty if the request has none.
  public var body: [UInt8]
  /// The client's address, if the handler needs it: `192.168.1.20`, `fe80::1%eth0`.
  public var client: String?

  /// Creates a request from decoded parts.
  public init(
    method: HTTPMethod, path: String, query: [HTTPField], fields: [HTTPField] = [],
    body: [UInt8] = [], client: String? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
    self.client = client
  }

  /// Creates a request from a target in the form that clients send.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The path with or without a query, percent-encoded.
  ///   - fields: The header fields.
  ///   - body: The body.
  public init(
    _ method: HTTPMethod, _ target: String, fields: [HTTPField] = [], body: [UInt8] = []
  ) {
    let parts = target.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.dropFirst().flatMap { $0.split(separator: UInt8(ascii: "&")) }
    self.init(
      method: method, path: PercentEncoding.decode(parts[0]), query: query.map(Self.parameter),
      fields: fields, body: body)
  }

  /// Returns the value of a query parameter; `nil` if there is none of the name.
  public func parameter(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }

  /// Returns the value of a header field, with its name in any case; several values are joined by commas.
  public func field(_ name: String) -> String? { fields.value(of: name) }

  private static func parameter(_ text: Substring.UTF8View) -> HTTPField {
    let parts = text.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? PercentEncoding.decode(parts[1], plusIsSpace: true) : ""
    return HTTPField(PercentEncoding.decode(parts[0], plusIsSpace: true), value)
  }
}

/// Percent-encoding of a target's reserved bytes (RFC 3986, section 2.1).
enum PercentEncoding {
  /// Decodes percent escapes; text that is no valid escape stays unchanged.
  ///
  /// - Parameters:
  ///   - text: The encoded text.
  ///   - plusIsSpace: Whether `+` stands for a space, as in a form's query.
  /// - Returns: The decoded text.
  static func decode(_ text: Substring.UTF8View, plusIsSpace: Bool = false) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first?.hexadecimalValue,
        let low = rest.dropFirst().first?.hexadecimalValue
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
