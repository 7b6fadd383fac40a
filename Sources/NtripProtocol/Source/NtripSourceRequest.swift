import Bytes

/// A source's request to push its stream.
public struct NtripSourceRequest: Hashable, Sendable {
  /// The caster, the mountpoint and the login; version 1 sends only the password.
  public var url: NtripURL
  /// The requested protocol version.
  public var version: NtripVersion
  /// The program's name and version; encoded with the prefix `NTRIP` unless it already has it.
  public var agent: String
  /// An `STR` record from its third field on; `nil` for no description.
  public var description: String?

  /// Creates a request to push a stream.
  public init(
    url: NtripURL, version: NtripVersion = .two, agent: String = "boardsim",
    description: String? = nil
  ) {
    self.url = url
    self.version = version
    self.agent = agent
    self.description = description
  }

  /// Returns the request's bytes, including the final blank line.
  public func encode() -> [UInt8] {
    let isNamed = Array(agent.utf8)[...].begins(with: "NTRIP")
    let agent = (isNamed ? "" : "NTRIP ") + agent
    var lines: [String] = []
    if version == .two {
      lines = [
        "POST \(url.path) HTTP/1.1", "Host: \(url.authority)", "Ntrip-Version: Ntrip/2.0",
        "User-Agent: \(agent)",
      ]
      if let credentials = url.credentials {
        lines.append("Authorization: \(credentials.authorization)")
      }
      if let description { lines.append("Ntrip-STR: \(description)") }
      lines += ["Content-Type: gnss/data", "Transfer-Encoding: chunked", "Connection: close"]
    } else {
      lines = [
        "SOURCE \(url.credentials?.password ?? "") \(url.path)", "Source-Agent: \(agent)",
      ]
      if let description { lines.append("STR: \(description)") }
    }
    return Self.bytes(of: lines)
  }

  /// Returns the lines and a blank line, with control characters replaced by blanks.
  private static func bytes(of lines: [String]) -> [UInt8] {
    var text: [UInt8] = []
    for line in lines {
      for byte in line.utf8 { text.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte) }
      text.append(contentsOf: "\r\n".utf8)
    }
    text.append(contentsOf: "\r\n".utf8)
    return text
  }
}
