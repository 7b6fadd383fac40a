internal import Bytes

/// A request as those who answer see it: whole, and with everything that belongs to its connection taken
/// off.
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
  /// The query's parameters in the order they came, percent-decoded.
  public var query: [HTTPField]
  /// The fields of the head, where whoever answers looks at them.
  public var fields: [HTTPField]
  /// The body; empty where there is none.
  public var body: [UInt8]
  /// The address of who asks, where whoever answers looks at it: `192.168.1.20`, `fe80::1%eth0`.
  public var client: String?

  /// Creates a request of parts that are decoded already.
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

  /// Creates a request for a target as a client sends it.
  ///
  /// - Parameters:
  ///   - method: What is wanted.
  ///   - target: The path with or without a query, percent-encoded.
  ///   - fields: The fields of the head.
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

  /// The value of a query's parameter; `nil` where there is none of this name.
  public func parameter(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }

  /// The value of a field of the head, its name in any case; those of several are joined by commas.
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
  /// Reads escapes; what is none stays as it is.
  ///
  /// - Parameters:
  ///   - text: The text as it was sent.
  ///   - plusIsSpace: Whether `+` is a space, as in a form's query.
  /// - Returns: The text that is meant.
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
