/// The URL of a stream: `ntrip://user:password@host:port/MOUNTPOINT`, or `ntrips://` for TLS.
///
/// Every part except the host may be percent-encoded. The user information ends at the last `@`
/// before the first slash. A password may therefore contain `@`, `#` and `?` unencoded, while a
/// slash must be written `%2F`. A mountpoint may contain slashes. A URL without a mountpoint names
/// the caster's sourcetable.
public struct NtripURL: Hashable, Sendable {
  /// Whether the connection uses TLS, `ntrips://`.
  public var usesTLS: Bool
  /// The name or address of the caster; an IPv6 address is stored without brackets.
  public var host: String
  /// The port: by default 2101, and 443 with TLS.
  public var port: Int
  /// The mountpoint, percent-decoded and without the leading slash; empty for the sourcetable.
  public var mountpoint: String
  /// The undecoded text behind a `?`: a sourcetable's filter.
  public var query: String?
  /// The user name and password; `nil` when the URL has none.
  public var credentials: NtripCredentials?

  /// The port of NTRIP, as registered with IANA.
  public static let defaultPort = 2101
  /// The usual port of casters with TLS.
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

  /// The host and port, in the form that errors use for a caster.
  public var authority: String {
    let isIPv6 = host.utf8.contains(UInt8(ascii: ":"))
    return (isIPv6 ? "[\(host)]" : host) + ":\(port)"
  }

  /// The request path: a slash, the percent-encoded mountpoint, and the query.
  public var path: String {
    let path = "/" + PercentEncoding.encode(mountpoint)
    return query.map { path + "?" + $0 } ?? path
  }
}

extension NtripURL: CustomStringConvertible {
  /// The URL without its credentials.
  public var description: String { (usesTLS ? "ntrips://" : "ntrip://") + authority + path }
}
