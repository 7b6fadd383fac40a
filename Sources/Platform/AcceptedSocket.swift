#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// A connection that a listening socket has given, and where it comes from.
///
/// Whoever gets it closes its descriptor.
package struct AcceptedSocket {
  /// A failure to accept a connection.
  package enum Failure: Error, Hashable {
    /// Nobody is waiting any more.
    case nobody
    /// The process, or the system, has no descriptor or memory left.
    case exhausted
  }

  /// The connection's descriptor, not inherited by other programs.
  package let descriptor: Int32
  private var address = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  /// Takes the next connection that waits at a listening socket, without waiting itself where the
  /// socket does not block.
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

  /// Lends the address of the other end.
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
