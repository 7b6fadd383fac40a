#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

#if canImport(Glibc)
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  private let streamSocket = SOCK_STREAM
#endif

/// A bound and listening TCP socket; closed with its owner unless handed on.
package struct ListeningSocket: ~Copyable {
  private var descriptor: Int32
  /// The address as it was asked for.
  package let host: String
  /// The port it listens on, also where a free one was asked for.
  package let port: UInt16

  /// Binds a socket and listens.
  ///
  /// - Parameters:
  ///   - host: A name or a numeric address; `0.0.0.0` or `::` for every interface.
  ///   - port: `0` takes a free one.
  /// - Throws: ``ListenError``, which says what to do about it.
  package init(host: String, port: UInt16) throws(ListenError) {
    let descriptor = try Self.bound(to: host, port: port)
    guard listen(descriptor, 1024) == 0 else {
      let code = errno
      close(descriptor)
      throw ListenError(host: host, port: port, code: code)
    }
    self.descriptor = descriptor
    self.host = host
    self.port = Self.localPort(of: descriptor) ?? port
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Hands the socket to another owner, who closes it.
  package consuming func handOver() -> Int32 {
    let handed = descriptor
    descriptor = -1
    return handed
  }

  private static func bound(to host: String, port: UInt16) throws(ListenError) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    unsafe hints.ai_socktype = streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    // Sound: getaddrinfo fills `list`, which is walked to its end and freed once.
    let code = unsafe getaddrinfo(host, String(port), &hints, &list)
    guard code == 0, let first = unsafe list else {
      throw ListenError(host: host, port: port, code: 0)
    }
    defer { unsafe freeaddrinfo(first) }
    var failure: Int32 = 0
    // IPv4 first, which is what clients try that know no other.
    for isIPv4 in [true, false] {
      var next: UnsafeMutablePointer<addrinfo>? = unsafe first
      while let candidate = unsafe next {
        if unsafe (candidate.pointee.ai_family == AF_INET) == isIPv4,
          let descriptor = unsafe attempt(candidate.pointee, failure: &failure)
        {
          return descriptor
        }
        unsafe next = candidate.pointee.ai_next
      }
    }
    throw ListenError(host: host, port: port, code: failure)
  }

  private static func attempt(_ candidate: addrinfo, failure: inout Int32) -> Int32? {
    let descriptor = unsafe socket(
      candidate.ai_family, candidate.ai_socktype, candidate.ai_protocol)
    guard descriptor >= 0 else {
      failure = errno
      return nil
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // Sound: each call reads `size` bytes of `yes`, and the address as long as the resolver said.
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    guard unsafe bind(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 else {
      failure = errno
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func localPort(of descriptor: Int32) -> UInt16? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // Sound: sockaddr_storage is made to hold, and be read as, an address of any family.
    return unsafe withUnsafeMutablePointer(to: &address) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard unsafe getsockname(descriptor, generic, &length) == 0 else { return nil }
        return unsafe generic.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          unsafe UInt16(bigEndian: $0.pointee.sin_port)  // at the same place in sockaddr_in6
        }
      }
    }
  }
}
