/// A version of the protocol.
public enum NtripVersion: Int, Hashable, Sendable {
  /// Version 1: a request like HTTP/1.0, answered by `ICY 200 OK` or `SOURCETABLE 200 OK`.
  case one = 1
  /// Version 2: HTTP/1.1 with the header `Ntrip-Version: Ntrip/2.0`.
  case two = 2
}

/// The version that a client asks for.
public enum NtripVersionChoice: Hashable, Sendable {
  /// Asks for version 2 and takes whichever comes.
  case automatic
  /// Asks for one version. What comes back is read in either, since casters answer as they can.
  case only(NtripVersion)
}
