/// A version of the NTRIP protocol.
public enum NtripVersion: Int, Hashable, Sendable {
  /// Version 1: a request similar to HTTP/1.0, answered by `ICY 200 OK` or `SOURCETABLE 200 OK`.
  case one = 1
  /// Version 2: HTTP/1.1 with the header `Ntrip-Version: Ntrip/2.0`.
  case two = 2
}

/// The protocol version that a client requests.
public enum NtripVersionChoice: Hashable, Sendable {
  /// Request version 2, with version 1 as a fallback.
  case automatic
  /// Request this version only.
  ///
  /// Answers are accepted in either version, because casters do not always answer in the requested version.
  case only(NtripVersion)
}
