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
  var address: ListenAddress { isLAN ? .everyInterface : ListenAddress(host) }
}
