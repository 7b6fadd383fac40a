/// What came back over HTTP.
public struct HTTPAnswer: Hashable, Sendable {
  /// `HTTP/1.1`.
  public var version: String
  /// The status code.
  public var status: Int
  /// Header fields, their names in lower case.
  public var headers: [String: String]
  /// The body's bytes.
  public var body: [UInt8]

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The first answer in bytes that have come, and its length; `nil` when it is not whole yet.
  static func first(in bytes: [UInt8], hasBody: Bool) -> (answer: HTTPAnswer, length: Int)? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = lines[0].split(separator: " ", maxSplits: 2)
    let headers = lines.dropFirst().map { line -> (String, String) in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), String(parts.last ?? "").trimmingPrefix(" ").description)
    }
    var answer = HTTPAnswer(
      version: String(words[0]), status: Int(words[1]) ?? 0,
      headers: Dictionary(headers) { $0 + ", " + $1 }, body: [])
    if hasBody, answer.headers["transfer-encoding"] == "chunked" {
      guard let (body, rest) = chunks(in: bytes[end.upperBound...]) else { return nil }
      answer.body = body
      return (answer, rest)
    }
    let length = hasBody ? Int(answer.headers["content-length"] ?? "") ?? 0 : 0
    guard bytes.count >= end.upperBound + length else { return nil }
    answer.body = Array(bytes[end.upperBound..<end.upperBound + length])
    return (answer, end.upperBound + length)
  }

  /// The content of chunks, and where they end; `nil` when the last one is not there yet.
  private static func chunks(in bytes: ArraySlice<UInt8>) -> (body: [UInt8], end: Int)? {
    var (body, rest) = ([UInt8](), bytes)
    while let line = rest.firstRange(of: Array("\r\n".utf8)) {
      let text = String(decoding: rest[..<line.lowerBound], as: UTF8.self)
      guard let size = Int(text, radix: 16), rest.endIndex >= line.upperBound + size + 2 else {
        return nil
      }
      body += rest[line.upperBound..<line.upperBound + size]
      rest = rest[(line.upperBound + size + 2)...]
      if size == 0 { return (body, rest.startIndex) }
    }
    return nil
  }
}

extension HTTPAnswer {
  /// Asks once, on a connection of its own, as a program on this machine does.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path, with its query.
  ///   - port: The port on 127.0.0.1.
  ///   - headers: Fields beside those that every request has, or in their place; `nil` leaves one out.
  ///   - body: The body, which is JSON unless `headers` say something else.
  public static func to(
    _ method: String, _ path: String, port: UInt16, headers: [String: String?] = [:],
    body: String = ""
  ) throws -> HTTPAnswer {
    let fields: [String: String?] = [
      "Host": "127.0.0.1:\(port)", "Connection": "close", "Content-Type": "application/json",
      "Content-Length": "\(body.utf8.count)",
    ].merging(headers) { $1 }
    let head = fields.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.joined()
    let connection = try TCPConnection(port: port)
    try connection.send("\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body)")
    return try connection.readAnswer(hasBody: method != "HEAD")
  }

  /// Reads once, on a connection of its own.
  public static func get(_ path: String, port: UInt16) throws -> HTTPAnswer {
    try to("GET", path, port: port)
  }

  /// As ``to(_:_:port:headers:body:)``, on a thread of its own: who answers in this process may need the
  /// one on which a test waits.
  public static func asking(
    _ method: String, _ path: String, port: UInt16, headers: [String: String?] = [:],
    body: String = ""
  ) async throws -> HTTPAnswer {
    try await onThread {
      Result { try to(method, path, port: port, headers: headers, body: body) }
    }.get()
  }
}

extension String {
  /// The path as a target whose answer ends: the stream of events is asked wrongly.
  public var endingTarget: String { self == "/api/v1/events" ? self + "?only=none" : self }
}
