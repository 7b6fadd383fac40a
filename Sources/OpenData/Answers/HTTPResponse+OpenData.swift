internal import HTTPMessages
internal import TextOutput

/// A refusal of a request: the error response and the findings.
struct Refusal: Error {
  var response: HTTPResponse
  var findings: [OpenDataFinding] = []

  init(_ status: Int, _ code: String, _ message: String) {
    response = .error(status, code, message)
    if status == 405 { response.fields.append(HTTPField("Allow", "GET, HEAD, OPTIONS")) }
  }

  init(_ error: SoQLError) {
    self.init(400, error.code, error.message)
    findings = error.unsupported.map { [.unsupportedClause($0)] } ?? []
  }
}

extension HTTPResponse {
  static let anyOrigin = HTTPField("Access-Control-Allow-Origin", "*")

  /// Returns an error response in Socrata's format.
  static func error(_ status: Int, _ code: String, _ message: String) -> Self {
    var json = JSONWriter()
    json.object { json in
      json.member("code", code)
      json.member("error", true)
      json.member("message", message)
    }
    var response = HTTPResponse(status: status, json: json.bytes)
    response.fields.append(anyOrigin)
    return response
  }

  /// The response to a browser's CORS preflight request.
  static var preflight: Self {
    HTTPResponse(
      status: 204,
      fields: [
        anyOrigin, HTTPField("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
        HTTPField(
          "Access-Control-Allow-Headers", "Accept, Content-Type, If-None-Match, X-App-Token"),
        HTTPField("Access-Control-Max-Age", "86400"),
      ], body: [])
  }

  /// Returns the rows, or 304 Not Modified when the client's cache already has them.
  static func rows(
    _ body: [UInt8], _ format: OpenDataFormat, _ columns: [SoQLColumn], for request: HTTPRequest
  ) -> Self {
    let tag = "\"\(body.fingerprint)\""
    var fields = [
      HTTPField("Content-Type", format.contentType), anyOrigin,
      HTTPField(
        "Access-Control-Expose-Headers", "ETag, X-SODA2-Fields, X-SODA2-Types"),
      HTTPField("ETag", tag), HTTPField("X-SODA2-Fields", list(columns.map(\.name))),
      HTTPField("X-SODA2-Types", list(columns.map(\.type.rawValue))),
    ]
    guard request.alreadyHas(tag) else {
      return HTTPResponse(status: 200, fields: fields, body: body)
    }
    fields.removeFirst()
    return HTTPResponse(status: 304, fields: fields, body: [])
  }

  private static func list(_ names: [String]) -> String {
    var json = JSONWriter()
    json.array { json in for name in names { json.value(name) } }
    return json.text
  }
}

extension [UInt8] {
  /// The entity tag of the bytes: their FNV-1a hash (64 bits) and their length.
  ///
  /// Two different contents have the same tag with a chance of about 1 in 2^64.
  fileprivate var fingerprint: String {
    let hash = reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16) + "-" + String(count, radix: 16)
  }
}
