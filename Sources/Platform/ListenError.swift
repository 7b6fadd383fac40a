#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A failure to open a listening socket.
public struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The requested host.
  public var host: String
  /// The requested port.
  public var port: UInt16
  /// The system's error number; 0 when the host could not be resolved.
  public var code: Int32

  /// Creates an error from the system's error number.
  public init(host: String, port: UInt16, code: Int32) {
    self.host = host
    self.port = port
    self.code = code
  }

  /// Whether another program, or this one, already uses the port.
  public var isInUse: Bool { code == EADDRINUSE }

  /// The fault, its place and its remedy.
  public var description: String {
    switch code {
    case 0, EADDRNOTAVAIL:
      "'\(host)' is no address of this machine; use 127.0.0.1, or 0.0.0.0 for every interface"
    case EADDRINUSE:
      "port \(port) on \(host) is in use; stop the other program, or take port 0 for a free one"
    case EACCES, EPERM: "port \(port) needs administrator rights; take a port above 1023"
    default: "cannot listen on \(host), port \(port): \(systemText(ofError: code))"
    }
  }
}
