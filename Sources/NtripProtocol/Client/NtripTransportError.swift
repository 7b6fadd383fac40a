/// A transport's failure to connect, or the loss of its connection.
public enum NtripTransportError: Error, Hashable, Sendable {
  /// The host's name has no address.
  case nameNotFound
  /// The host refused the connection, because nothing listens on the port.
  case connectionRefused
  /// The host is unreachable; the transport's error text.
  case unreachable(String)
  /// The connection was not established within this time.
  case timedOut(after: Duration)
  /// The TLS handshake failed; the transport's error text.
  case tls(String)
  /// The connection broke; the transport's error text.
  case broken(String)
}
