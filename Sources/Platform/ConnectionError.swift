#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A failure to connect, or the reason for a connection's end.
public enum ConnectionError: Error, Hashable, Sendable {
  /// The host name does not exist.
  case unknownHost
  /// The host answered, but no program listens on the port.
  case refused
  /// No route leads to the host.
  case unreachable
  /// No answer came before the deadline.
  case timedOut
  /// The other side reset the connection.
  case reset
  /// The caller cancelled the wait.
  case notWanted
  /// Another system error, by its number.
  case system(Int32)

  /// Creates the error for a system error number.
  package init(code: Int32) {
    self =
      switch code {
      case ECONNREFUSED: .refused
      case EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL: .unreachable
      case ETIMEDOUT: .timedOut
      case ECONNRESET, EPIPE: .reset
      default: .system(code)
      }
  }
}

extension ConnectionError: CustomStringConvertible {
  /// The fault, to be printed after the host's name.
  public var description: String {
    switch self {
    case .unknownHost: "nobody has this name"
    case .refused: "the connection was refused"
    case .unreachable: "there is no way to this address"
    case .timedOut: "no answer in time"
    case .reset: "the connection was reset"
    case .notWanted: "interrupted"
    case .system(let code): systemText(ofError: code)
    }
  }
}
