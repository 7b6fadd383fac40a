internal import Platform

/// The address that a server listens on, from `--host` and `--lan`.
struct ListeningHost {
  var host: String
  var isLAN: Bool

  /// Refuses `--lan` together with `--host`.
  func check() throws(UsageError) {
    if isLAN && host != "127.0.0.1" {
      throw UsageError(message: "--lan listens on every interface: leave out --host")
    }
  }

  /// The address to listen on.
  var address: ListenAddress { isLAN ? .everyInterface : ListenAddress(host) }
}
