/// A wish of a modem to the network behind it.
///
/// A connection has a number of its own, which is not the link's.
public enum ModemRequest: Hashable, Sendable {
  /// A TCP connection to a host, an address or a name; answered by `connected` or `failed`.
  case open(connection: Int, host: String, port: UInt16)
  /// Bytes for a connection; answered by `delivered` once they are out of the way.
  case send(connection: Int, [UInt8])
  /// The end of a connection, which needs no answer.
  case close(connection: Int)
  /// The start of a server; connections come by `accept`.
  case listen(port: UInt16)
  /// The end of the server.
  case stopListening(port: UInt16)
  /// An echo request to a host; answered by `echoed`.
  case ping(host: String)
}

/// A failure of the network to open a connection.
public enum ModemConnectionFailure: Hashable, Sendable {
  /// No host has the name.
  case unknownHost
  /// The host refuses, or does not answer.
  case refused
}

/// The counts of what passed a modem.
public struct ModemStatistics: Hashable, Sendable {
  /// The bytes that arrived from the sketch.
  public var received = 0
  /// The bytes that left for the sketch.
  public var sent = 0
  /// The commands that were carried out.
  public var commands = 0
  /// The lines that were refused as busy.
  public var busy = 0
  /// The bytes from the sketch that were lost: during a boot, in an overrun or behind a line's limit.
  public var lost = 0
  /// The bytes of connections that came for the sketch.
  public var downloaded = 0
  /// The bytes of payloads that went to connections.
  public var uploaded = 0
  /// The connections that were turned away for want of a link.
  public var refusedClients = 0
  /// The resets.
  public var resets = 0

  /// Creates counts of zero.
  public init() {}
}
