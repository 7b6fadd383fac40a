import Bytes

/// A source's first message: the request to take its stream.
public struct NtripSourceRequest: Hashable, Sendable {
  /// The caster, the mountpoint and the login; version 1 sends the password alone.
  public var url: NtripURL
  /// The version to ask by.
  public var version: NtripVersion
  /// The program's name and version; `NTRIP` is put in front unless it is there.
  public var agent: String
  /// An `STR` record from its third field on; `nil` to say nothing.
  public var description: String?

  /// Creates a request.
  public init(
    url: NtripURL, version: NtripVersion = .two, agent: String = "boardsim",
    description: String? = nil
  ) {
    self.url = url
    self.version = version
    self.agent = agent
    self.description = description
  }

  /// The request's bytes, up to and with the blank line.
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

  /// The lines and a blank one; what could end a line early becomes a blank.
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
