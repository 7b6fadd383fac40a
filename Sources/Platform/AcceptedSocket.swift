#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// A connection accepted from a listening socket, with the address of its other end.
///
/// The caller closes the descriptor.
package struct AcceptedSocket {
  /// A failure to accept a connection.
  package enum Failure: Error, Hashable {
    /// No connection is waiting any more.
    case nobody
    /// The process or the system has no descriptor or memory left.
    case exhausted
  }

  /// The connection's descriptor, which child programs do not inherit.
  package let descriptor: Int32
  private var address = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  /// Accepts the next connection that waits at a listening socket.
  ///
  /// The call does not wait if the listening socket is nonblocking.
  package init(from listening: Int32) throws(Failure) {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // Sound: sockaddr_storage holds an address of any family, and `length` says how long it is.
    descriptor = unsafe withUnsafeMutablePointer(to: &address) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe accept(listening, $0, &length)
      }
    }
    guard descriptor >= 0 else {
      let isShort = [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
      throw isShort ? .exhausted : .nobody
    }
    (self.address, self.length) = (address, length)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Calls a closure with the address of the other end.
  package func withAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
  ) rethrows -> Result {
    // Sound: the storage holds an address of `length` bytes, and is lent during the call only.
    try unsafe withUnsafePointer(to: address) { storage in
      try unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try unsafe body($0, length)
      }
    }
  }
}
