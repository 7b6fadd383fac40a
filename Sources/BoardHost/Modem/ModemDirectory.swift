internal import Bytes
internal import Platform

/// A host and a port.
public struct NetworkPlace: Hashable, Sendable, CustomStringConvertible {
  /// The name or the address; IPv6 addresses without brackets.
  public var host: String
  /// The port.
  public var port: UInt16

  /// Creates a place.
  public init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

  /// Reads a place, `HOST:PORT`, with an IPv6 address in brackets; `nil` for other texts and for port 0.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
      port > 0
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "=" }) else { return nil }
    self.init(host: String(host), port: port)
  }

  /// The place as in a URL.
  public var description: String { ListenAddress.authority(host, port: port) }
}

/// The places that a modem's network has, and where they really are.
public struct ModemDirectory: Hashable, Sendable {
  /// The places as the sketch names them, with the real ones.
  public var rows: [NetworkPlace: NetworkPlace] = [:]
  /// Whether places without a row are those of the real network; otherwise they do not exist.
  public var reachesOthers = false

  /// Creates a directory without a place.
  public init() {}

  /// Returns where a place really is; `nil` where the modem's network does not have it.
  func place(of host: String, port: UInt16) -> NetworkPlace? {
    let named = NetworkPlace(host: host, port: port)
    let row = rows.first { $0.key.port == port && $0.key.host.isSame(ignoringCase: host) }
    return row?.value ?? (reachesOthers ? named : nil)
  }

  /// Whether the modem's network has a host.
  func has(_ host: String) -> Bool {
    reachesOthers || rows.keys.contains { $0.host.isSame(ignoringCase: host) }
  }
}
