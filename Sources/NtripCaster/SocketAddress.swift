#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An address to listen on: what `getaddrinfo` finds for a name or a numeric address.
struct SocketAddress {
  private var storage = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  init(host: String, port: UInt16) throws(CasterServerError) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, "\(port)", &hints, &found) == 0, let first = unsafe found else {
      throw .unknownHost(host)
    }
    defer { unsafe freeaddrinfo(first) }
    let best = unsafe Self.preferred(first)
    guard let address = unsafe best.pointee.ai_addr,
      unsafe best.pointee.ai_addrlen <= length
    else { throw .unknownHost(host) }
    length = unsafe best.pointee.ai_addrlen
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      // Sound: the length was checked against the storage.
      unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
    }
  }

  /// The first IPv4 address, which is what clients try that know no other, or the first of all.
  private static func preferred(
    _ first: UnsafeMutablePointer<addrinfo>
  ) -> UnsafeMutablePointer<addrinfo> {
    var candidate: UnsafeMutablePointer<addrinfo>? = unsafe first
    while let entry = unsafe candidate {
      if unsafe entry.pointee.ai_family == AF_INET { return unsafe entry }
      unsafe candidate = entry.pointee.ai_next
    }
    return unsafe first
  }

  /// Lends the address to a function of the system.
  func withPointer<Result>(_ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result) -> Result
  {
    var storage = storage
    return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      // Sound: a sockaddr_storage may be seen as any socket address.
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
    }
  }

  /// The port that a socket is bound to.
  static func port(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      // Sound: as above; the call writes at most `length` bytes.
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &length)
      }
    }
    guard code == 0 else { return nil }
    // The port stands at the same place in sockaddr_in and sockaddr_in6.
    return unsafe withUnsafeBytes(of: &storage) { bytes in
      UInt16(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }
}
