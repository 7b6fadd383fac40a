internal import Platform

/// The address that a server listens on, by `--host` and `--lan`.
struct ListeningHost {
  var host: String
  var isLAN: Bool

  /// Refuses both at once.
  func check() throws(UsageError) {
    if isLAN && host != "127.0.0.1" {
      throw UsageError(message: "--lan listens on every interface: leave out --host")
    }
  }

  /// The address to listen on.
  var address: String { isLAN ? "0.0.0.0" : host }

  /// Whether other machines can come.
  var isBeyondLoopback: Bool { isLAN || !["127.0.0.1", "::1", "localhost"].contains(host) }

  /// Under which names it is reached, as they stand in a URL.
  var names: [String] {
    guard isLAN else { return [host.contains(":") ? "[\(host)]" : host] }
    let addresses = NetworkInterfaces.addresses()
    return addresses.isEmpty ? ["127.0.0.1"] : addresses
  }
}
