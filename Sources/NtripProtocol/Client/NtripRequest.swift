import Bytes

/// A client's request for a stream or for the sourcetable.
public struct NtripRequest: Hashable, Sendable {
  /// The caster, the mountpoint and the login.
  public var url: NtripURL
  /// The requested protocol version.
  public var version: NtripVersion
  /// The program's name and version; encoded with the prefix `NTRIP` unless it already has it.
  public var userAgent: String
  /// The position to send with the request; not encoded in version 1.
  public var position: GGASentence?
  /// The value of the `Authorization` header; `nil` for Basic if the URL has credentials.
  public var authorization: String?

  /// Creates a request for the URL's mountpoint or sourcetable.
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

  /// Returns the request's bytes, including the final blank line.
  public func encode() -> [UInt8] {
    var text: [UInt8] = []
    appendLine("GET \(url.path) HTTP/1.\(version == .two ? 1 : 0)", to: &text)
    // Version 1 requires neither header, but some version 1 casters refuse requests without them.
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

/// Appends a line, with control characters replaced by blanks.
private func appendLine(_ line: String, to text: inout [UInt8]) {
  for byte in line.utf8 { text.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte) }
  text.append(contentsOf: "\r\n".utf8)
}
