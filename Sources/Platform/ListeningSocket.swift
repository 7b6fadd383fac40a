#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A bound and listening TCP socket; closed with its owner unless handed over.
package struct ListeningSocket: ~Copyable {
  private var descriptor: Int32
  /// The requested host.
  package let host: String
  /// The listening port; the port that the system chose if port 0 was requested.
  package let port: UInt16

  /// Binds a socket and listens.
  ///
  /// - Parameters:
  ///   - host: A name or a numeric address; `0.0.0.0` or `::` for every interface.
  ///   - port: The port; `0` takes a free one.
  /// - Throws: ``ListenError``, whose text names the remedy.
  package init(host: String, port: UInt16) throws(ListenError) {
    descriptor = try Self.listening(on: host, port: port)
    self.host = host
    self.port = SocketName.ownPort(of: descriptor) ?? port
  }

  deinit { close(descriptor) }

  /// Hands the socket over to another owner, which closes it.
  package consuming func handOver() -> Int32 {
    let handed = descriptor
    descriptor = -1  // no descriptor, so that deinit closes none
    return handed
  }

  private static func listening(on host: String, port: UInt16) throws(ListenError) -> Int32 {
    var failure: Int32 = 0
    for address in SocketAddress.all(host: host, port: port) {
      if let descriptor = attempt(address, failure: &failure) { return descriptor }
    }
    throw ListenError(host: host, port: port, code: failure)
  }

  private static func attempt(_ address: SocketAddress, failure: inout Int32) -> Int32? {
    guard let descriptor = address.openSocket() else {
      failure = errno
      return nil
    }
    var yes: Int32 = 1
    // Sound: the call reads the four bytes of `yes`.
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard
      unsafe address.use({ unsafe bind(descriptor, $0, $1) }) == 0,
      listen(descriptor, 4096) == 0
    else {
      failure = errno
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
