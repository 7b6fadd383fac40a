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
        help: "certificates, in PEM form, to trust instead of the system's"),
      .option(
        "\(prefix)cert", path.appending(path: \.certificate), "FILE",
        help: "a certificate, in PEM form, to show to the caster"),
      .option(
        "\(prefix)key", path.appending(path: \.key), "FILE",
        help: "its key, in PEM form; default: in the same file"),
      .flag(
        "\(prefix)insecure", path.appending(path: \.isInsecure),
        help: "trust any certificate: whoever is in between can read the password"),
      .option(
        "\(prefix)proxy", path.appending(path: \.proxy), "URL",
        help: "http://, https:// or socks5h://host:port; default: http_proxy and\n"
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
        says: "a key is that of a certificate; name that too, or neither"
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
