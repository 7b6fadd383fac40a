public import HTTPMessages

extension HTTPRequest {
  /// Creates a request from its head, as a client has sent it; `nil` for one without a request line.
  ///
  /// A body is not read, as in the original firmware.
  public init?(shieldHead head: [UInt8]) {
    let line = head.prefix { $0 != UInt8(ascii: "\r") }
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count >= 2 else { return nil }
    let method = HTTPMethod(String(decoding: words[0], as: UTF8.self))
    self.init(method, String(decoding: words[1], as: UTF8.self))
  }

  /// The request as a client sends it over a connection of its own.
  public var shieldBytes: [UInt8] {
    var text = "\(method.name) \(path)"
    for (index, field) in query.enumerated() {
      text += "\(index == 0 ? "?" : "&")\(field.name)=\(field.value)"
    }
    text += " HTTP/1.1\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    if fields.isEmpty { text += "Host: 192.168.43.17\r\nConnection: close\r\n" }
    return Array("\(text)\r\n".utf8) + body
  }
}

extension HTTPResponse {
  /// Returns the response with its head, as a board without anything else sends it: with its length, and closed behind
  /// it; without its body for HEAD.
  public func shieldBytes(hasBody: Bool = true) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(status < 400 ? "OK" : "Error")\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    text += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    return Array(text.utf8) + (hasBody ? body : [])
  }
}
