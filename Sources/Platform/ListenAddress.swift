/// The address on which a server listens, with the URLs at which clients reach it.
package struct ListenAddress: Hashable, Sendable {
  /// The address that only this machine can reach.
  package static let loopback = Self("127.0.0.1")
  /// The address of all interfaces, which other machines can reach.
  package static let everyInterface = Self("0.0.0.0")

  /// The address or name; IPv6 addresses without brackets.
  package let host: String

  /// Creates the address of a host, such as `127.0.0.1`, `::1` or a name.
  package init(_ host: String) { self.host = host }

  private var isEveryInterface: Bool { ["0.0.0.0", "::"].contains(host) }

  /// Whether other machines can connect.
  package var isBeyondLoopback: Bool { !["127.0.0.1", "::1", "localhost"].contains(host) }

  /// The host at which this machine reaches the server.
  package var localHost: String { isEveryInterface ? Self.loopback.host : host }

  /// The hosts at which clients reach the server: for all interfaces each of this machine's addresses, or the
  /// loopback address without a network.
  package var hosts: [String] { hosts(of: NetworkInterfaces.addresses()) }

  func hosts(of interfaces: [String]) -> [String] {
    guard isEveryInterface else { return [host] }
    return interfaces.isEmpty ? [Self.loopback.host] : interfaces
  }

  /// Returns the URLs of a port for clients, each with a slash at its end.
  package func urls(_ scheme: String, port: UInt16) -> [String] {
    hosts.map { "\(scheme)://\(Self.authority($0, port: port))/" }
  }

  /// Returns the URL of a port for programs on this machine, with a slash at its end.
  package func localURL(_ scheme: String, port: UInt16) -> String {
    "\(scheme)://\(Self.authority(localHost, port: port))/"
  }

  /// Returns host and port, as in a URL.
  package static func authority(_ host: String, port: UInt16) -> String {
    "\(bracketed(host)):\(port)"
  }

  /// Returns a host as in a URL: an IPv6 address in brackets.
  package static func bracketed(_ host: String) -> String {
    host.contains(":") ? "[\(host)]" : host
  }
}
