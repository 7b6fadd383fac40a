internal import Bytes
public import NtripProtocol

/// The URL of an MQTT broker, or of several that stand in for each other, with the root of the topics:
/// `mqtt://user:password@host:port,host2:port2/ROOT`, or `mqtts://` for TLS.
///
/// User name, password and root may be percent-encoded; the user information ends at the last `@` before the first
/// slash.
public struct BrokerURL: Hashable, Sendable {
  /// The address of a broker.
  public struct Broker: Hashable, Sendable, CustomStringConvertible {
    /// The name or address; an IPv6 address is stored without brackets.
    public var host: String
    /// The port.
    public var port: Int

    /// Creates an address.
    public init(host: String, port: Int) { (self.host, self.port) = (host, port) }

    /// The host and port, as messages name a broker.
    public var description: String {
      (host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host) + ":\(port)"
    }
  }

  /// Whether the connections use TLS, `mqtts://`.
  public var usesTLS: Bool
  /// The brokers, at least one, in the order in which they are tried.
  public var brokers: [Broker]
  /// The user name and password; `nil` when the URL has none.
  public var credentials: NtripCredentials?
  /// The topic's first levels, without outer slashes.
  public var root: String

  /// The port of MQTT, as registered with IANA.
  public static let defaultPort = 1883
  /// The port of MQTT with TLS, as registered with IANA.
  public static let defaultTLSPort = 8883

  /// Parses a URL.
  ///
  /// - Throws: ``BrokerURLError``, which never quotes the URL.
  public init(_ text: String) throws(BrokerURLError) {
    let (usesTLS, rest) = try Self.scheme(of: Array(text.utf8)[...].trimmed)
    let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    let authority = rest[..<slash]
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    do throws(NtripURLError) {
      credentials = try at.map { at throws(NtripURLError) in
        try NtripCredentials(userInformation: authority[..<at])
      }
      let hosts = at.map { authority[($0 + 1)...] } ?? authority
      var brokers: [Broker] = []
      for part in hosts.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        let (host, port) = try NtripURL.hostAndPort(part)
        let usual = usesTLS ? Self.defaultTLSPort : Self.defaultPort
        brokers.append(Broker(host: host, port: port ?? usual))
      }
      self.brokers = brokers
      root = try PercentEncoding.decode(rest[slash...].dropFirst())
    } catch {
      throw BrokerURLError(error)
    }
    self.usesTLS = usesTLS
    while root.utf8.last == UInt8(ascii: "/") { root.removeLast() }
    guard MQTTTopic.isName(root), root.utf8.count <= Self.longestRoot else { throw .badRoot }
    let password = credentials?.password ?? ""
    guard !(credentials?.user ?? "").utf8.contains(0), !password.utf8.contains(0) else {
      throw .badCredentials
    }
  }

  /// The longest root, bytes: topics below it stay far from MQTT's 65,535.
  private static let longestRoot = 1000

  private static func scheme(
    of text: ArraySlice<UInt8>
  ) throws(BrokerURLError) -> (usesTLS: Bool, rest: ArraySlice<UInt8>) {
    for (scheme, usesTLS) in [("mqtt://", false), ("mqtts://", true)]
    where text.begins(with: scheme) {
      return (usesTLS, text.dropFirst(scheme.utf8.count))
    }
    throw .unknownScheme
  }
}

extension BrokerURL: CustomStringConvertible {
  /// The URL without its credentials.
  public var description: String {
    let hosts = brokers.map(\.description).joined(separator: ",")
    return (usesTLS ? "mqtts://" : "mqtt://") + hosts + "/" + PercentEncoding.encode(root)
  }
}

/// An error in the URL of a broker.
///
/// The description never quotes the URL, because any part of it may be a password.
public enum BrokerURLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text begins neither with `mqtt://` nor with `mqtts://`.
  case unknownScheme
  /// A host is missing, or contains characters that no host has.
  case badHost
  /// A port is not a number in 1...65535.
  case badPort
  /// A `%` is not followed by two hexadecimal digits.
  case badPercentEncoding
  /// The user name holds a colon, or user name or password a zero byte.
  case badCredentials
  /// The root is missing, too long, or holds `+`, `#`, control characters or empty levels.
  case badRoot

  init(_ error: NtripURLError) {
    self =
      switch error {
      case .unknownScheme: .unknownScheme
      case .badHost: .badHost
      case .badPort: .badPort
      case .badPercentEncoding: .badPercentEncoding
      case .colonInUserName: .badCredentials
      case .badPath: .badRoot
      }
  }

  /// The mistake and the expected form.
  public var description: String {
    let form = "mqtt://user:password@host:port/ROOT"
    return switch self {
    case .unknownScheme: "not the URL of an MQTT broker; write \(form), or mqtts:// for TLS"
    case .badHost: "the URL names no valid host; write \(form), or host,host2 for several brokers"
    case .badPort:
      "the URL's port is not a number in 1...65535; a / in the user name or password is written %2F"
    case .badPercentEncoding: "a % in the URL begins no two hexadecimal digits; write % as %25"
    case .badCredentials: "the URL's user name holds a colon, or user name or password a zero byte"
    case .badRoot:
      "the URL needs the root of the topics, as in \(form): at most 1000 bytes, without + and #, control "
        + "characters and empty levels"
    }
  }
}
