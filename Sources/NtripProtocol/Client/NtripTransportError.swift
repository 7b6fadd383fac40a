/// A transport's failure to connect, or the loss of its connection.
public enum NtripTransportError: Error, Hashable, Sendable {
  /// The host's name has no address.
  case nameNotFound
  /// The host is there, and nothing listens on the port.
  case connectionRefused
  /// There is no way to the host; the transport's own words.
  case unreachable(String)
  /// There was no connection within this time.
  case timedOut(after: Duration)
  /// No encrypted connection could be agreed on; the transport's own words.
  case tls(String)
  /// The connection broke; the transport's own words.
  case broken(String)
}
