import Bytes

/// A client's first message: the request for a stream or for the sourcetable.
public struct NtripRequest: Hashable, Sendable {
  /// The caster, the mountpoint and the login.
  public var url: NtripURL
  /// The version to ask for.
  public var version: NtripVersion
  /// The program's name and version; `NTRIP` is put in front unless it is there.
  public var userAgent: String
  /// The position to send along; version 1 has no place for it.
  public var position: GGASentence?
  /// The value of the `Authorization` header; `nil` for Basic, where the URL has credentials.
  public var authorization: String?

  /// Creates a request.
  public init(
    url: NtripURL, version: NtripVersion = .two, userAgent: String = "boardsim",
    position: GGASentence? = nil, authorization: String? = nil
  ) {
    self.url = url
    self.version = version
    self.userAgent = userAgent
    self.position = position
    self.authorization = authorization
  }

  /// The request's bytes, up to and with the blank line.
  public func encode() -> [UInt8] {
    var text: [UInt8] = []
    appendLine("GET \(url.path) HTTP/1.\(version == .two ? 1 : 0)", to: &text)
    // Version 1 asks for neither, but some of its casters refuse without.
    appendLine("Host: \(url.authority)", to: &text)
    if version == .two { appendLine("Ntrip-Version: Ntrip/2.0", to: &text) }
    let agent = Array(userAgent.utf8)[...]
    appendLine("User-Agent: \(agent.begins(with: "NTRIP") ? "" : "NTRIP ")\(userAgent)", to: &text)
    appendLine("Accept: */*", to: &text)
    if let authorization = authorization ?? url.credentials?.authorization {
      appendLine("Authorization: \(authorization)", to: &text)
    }
    if version == .two {
      if let position { appendLine("Ntrip-GGA: \(position.encode()[...].text)", to: &text) }
      appendLine("Connection: close", to: &text)
    }
    text.append(contentsOf: "\r\n".utf8)
    return text
  }
}

/// Appends a line; what could end it early becomes a blank.
private func appendLine(_ line: String, to text: inout [UInt8]) {
  for byte in line.utf8 { text.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte) }
  text.append(contentsOf: "\r\n".utf8)
}
