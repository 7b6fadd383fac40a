#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A failure to make a connection, or the reason for its end.
public enum ConnectionError: Error, Hashable, Sendable {
  /// Nobody has the name.
  case unknownHost
  /// The host is there, and nobody listens on the port.
  case refused
  /// There is no way to the host.
  case unreachable
  /// Nothing happened until the deadline.
  case timedOut
  /// The other side ended the connection without a proper end.
  case reset
  /// The caller did not want to wait any longer.
  case notWanted
  /// Another error of the system, by its number.
  case system(Int32)

  /// The error of the system's number.
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
  /// The fault, for a line that names the host.
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
