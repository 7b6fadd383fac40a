internal import NtripClient

/// The options of connections to a caster.
struct TransportArguments {
  var authority: String?
  var certificate: String?
  var key: String?
  var isInsecure = false
  var proxy: String?

  /// Returns the options' parameters, with `prefix` before their names.
  static func parameters<C>(
    in path: WritableKeyPath<C, TransportArguments>, prefix: String = ""
  ) -> [Parameter<C>] {
    [
      .option(
        "\(prefix)ca", path.appending(path: \.authority), "FILE",
        help: "trusted certificates in PEM form, instead of the system's"),
      .option(
        "\(prefix)cert", path.appending(path: \.certificate), "FILE",
        help: "the client's certificate in PEM form, for a caster that asks for one"),
      .option(
        "\(prefix)key", path.appending(path: \.key), "FILE",
        help: "the certificate's key in PEM form; default: in the certificate's file"),
      .flag(
        "\(prefix)insecure", path.appending(path: \.isInsecure),
        help: "accept any certificate; others on the way can then read the password"),
      .option(
        "\(prefix)proxy", path.appending(path: \.proxy), "URL",
        help: "a proxy: http://, https:// or socks5h://host:port; default: http_proxy and\n"
          + "https_proxy of the environment"),
    ]
  }

  /// Returns the rules for a command, with `prefix` before the options' names.
  static func rules<C>(
    in path: KeyPath<C, TransportArguments>, prefix: String = ""
  ) -> [CommandRule<C>] {
    [
      CommandRule(
        ["\(prefix)key", "\(prefix)cert"],
        says: "--\(prefix)key needs the certificate of the key: give --\(prefix)cert too"
      ) { $0[keyPath: path].key != nil && $0[keyPath: path].certificate == nil }
    ]
  }

  /// Returns the transport options for the arguments.
  ///
  /// - Throws: ``Failure`` for a file that cannot be opened.
  func options() throws -> NtripTransportOptions {
    for file in [authority, certificate, key].compactMap(\.self) { _ = try InputStream(file) }
    return NtripTransportOptions(
      trustedCertificates: authority, certificate: certificate, key: key,
      verifiesCaster: !isInsecure, proxy: proxy)
  }
}
