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

/// A resolved address of a host and a port.
struct SocketAddress {
  private let family: Int32
  private let protocolNumber: Int32
  private let bytes: [UInt8]

  /// Resolves a name or a numeric address, IPv4 first, which is tried by clients that know no other; empty
  /// when nobody has the name.
  ///
  /// A name is looked up by the system, which takes its own time for that.
  static func all(host: String, port: UInt16) -> [SocketAddress] {
    // Sound: a structure of zeros is what getaddrinfo takes for no wish.
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_NUMERICSERV
    unsafe hints.ai_socktype = streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    // Sound: getaddrinfo fills `list`, which is walked to its end and freed once.
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else {
      return []
    }
    defer { unsafe freeaddrinfo(first) }
    var addresses: [SocketAddress] = []
    var next: UnsafeMutablePointer<addrinfo>? = unsafe first
    while let candidate = unsafe next {
      unsafe addresses.append(SocketAddress(candidate.pointee))
      unsafe next = candidate.pointee.ai_next
    }
    return addresses.filter { $0.family == AF_INET } + addresses.filter { $0.family != AF_INET }
  }

  private init(_ entry: addrinfo) {
    // Sound: plain numbers; only the pointers beside them are not safe.
    family = unsafe entry.ai_family
    protocolNumber = unsafe entry.ai_protocol
    // Sound: the resolver tells how many bytes its address has; they are copied.
    bytes = unsafe Array(
      UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen)))
  }

  /// Opens a stream socket of this address's family, not inherited by other programs; `nil` with
  /// `errno` set when there is none to be had.
  func openSocket() -> Int32? {
    let descriptor = socket(family, streamSocket, protocolNumber)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Hands the address to `bind` or `connect`, and its result back.
  func use(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    // Sound: the bytes are those of the resolver's sockaddr, alive and unchanged during the call.
    unsafe bytes.withUnsafeBytes { buffer in
      guard let address = buffer.baseAddress else { return -1 }
      return unsafe call(
        address.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
    }
  }
}
