internal import Platform

/// The address that a server listens on, from `--host` and `--lan`.
struct ListeningHost {
  var host: String
  var isLAN: Bool

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(["lan", "host"], says: "--lan listens on every interface: leave out --host") {
        $0.isLAN && $0.host != "127.0.0.1"
      }
    ]
  }

  /// The address to listen on.
  var address: String { isLAN ? "0.0.0.0" : host }

  /// Whether other machines can connect.
  var isBeyondLoopback: Bool { isLAN || !["127.0.0.1", "::1", "localhost"].contains(host) }

  /// The host names by which the server is reachable, as in a URL.
  var names: [String] {
    guard isLAN else { return [host.contains(":") ? "[\(host)]" : host] }
    let addresses = NetworkInterfaces.addresses()
    return addresses.isEmpty ? ["127.0.0.1"] : addresses
  }
}
