import Foundation

/// A port of 127.0.0.1 that nobody else is given for as long as this lives.
///
/// Nobody listens there until a test does: servers of ours and of RTKLIB may bind it, since they set
/// SO_REUSEADDR as this does. (Only Linux lets them; elsewhere the port is free, and most likely stays so.)
public final class HeldPort: Sendable {
  /// The port.
  public let port: UInt16
  private let holder: Int32

  /// Takes a free port.
  public init() throws {
    (holder, port) = try boundSocket()
    #if !os(Linux)
      close(holder)
    #endif
  }

  deinit {
    #if os(Linux)
      close(holder)
    #endif
  }
}

/// A socket on a free port of 127.0.0.1 that does not listen yet.
func boundSocket() throws -> (descriptor: Int32, port: UInt16) {
  #if os(Linux)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
  #endif
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  var yes: Int32 = 1
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = withUnsafeMutablePointer(to: &address) { pointer in
    let address = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
    return bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
  }
  guard isBound else {
    close(descriptor)
    throw POSIXError(.EADDRNOTAVAIL)
  }
  return (descriptor, UInt16(bigEndian: address.sin_port))
}
