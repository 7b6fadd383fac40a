/// The URL of a stream: `ntrip://user:password@host:port/MOUNTPOINT`, or `ntrips://` for TLS.
///
/// Everything but the host may be percent-encoded. The user information ends at the last `@` before
/// the first slash, so that a password may hold `@`, `#` and `?` as they are; a slash in it must be
/// written `%2F`. A mountpoint may hold slashes. Without one the URL names the caster's sourcetable.
public struct NtripURL: Hashable, Sendable {
  /// Whether the connection is encrypted, `ntrips://`.
  public var usesTLS: Bool
  /// Name or address of the caster; an IPv6 address has no brackets here.
  public var host: String
  /// The port: by default 2101, and 443 with TLS.
  public var port: Int
  /// The mountpoint, decoded and without the slash in front; empty for the sourcetable.
  public var mountpoint: String
  /// The text behind a `?`, as it is written: a sourcetable's filter.
  public var query: String?
  /// User name and password; `nil` when the URL has none.
  public var credentials: NtripCredentials?

  /// The port of NTRIP, as registered with IANA.
  public static let defaultPort = 2101
  /// The port where casters usually serve TLS.
  public static let defaultTLSPort = 443

  /// Creates a URL from its parts.
  public init(
    host: String, port: Int = defaultPort, mountpoint: String = "", usesTLS: Bool = false,
    query: String? = nil, credentials: NtripCredentials? = nil
  ) {
    self.usesTLS = usesTLS
    self.host = host
    self.port = port
    self.mountpoint = mountpoint
    self.query = query
    self.credentials = credentials
  }

  /// Host and port, as errors name a caster.
  public var authority: String {
    let isIPv6 = host.utf8.contains(UInt8(ascii: ":"))
    return (isIPv6 ? "[\(host)]" : host) + ":\(port)"
  }

  /// The path of a request: a slash, the mountpoint percent-encoded, and the query.
  public var path: String {
    let path = "/" + PercentEncoding.encode(mountpoint)
    return query.map { path + "?" + $0 } ?? path
  }
}

extension NtripURL: CustomStringConvertible {
  /// The URL without its credentials.
  public var description: String { (usesTLS ? "ntrips://" : "ntrip://") + authority + path }
}
