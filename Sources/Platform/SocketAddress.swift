#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A resolved address of a host and a port.
struct SocketAddress {
  /// The kind of a socket.
  enum Kind {
    /// TCP.
    case stream
    /// UDP.
    case datagram

    var number: Int32 {
      #if canImport(Glibc)
        Int32(self == .stream ? SOCK_STREAM.rawValue : SOCK_DGRAM.rawValue)
      #else
        self == .stream ? SOCK_STREAM : SOCK_DGRAM
      #endif
    }
  }

  private let kind: Kind
  private let family: Int32
  private let protocolNumber: Int32
  private let bytes: [UInt8]

  /// Returns the addresses of a host name or numeric address; the result is empty if the name does not exist.
  ///
  /// IPv4 addresses come first, because some clients try IPv4 only. The system looks a name up, which may
  /// take long.
  static func all(host: String, port: UInt16, kind: Kind = .stream) -> [SocketAddress] {
    // Sound: getaddrinfo takes a structure of zeros for default hints.
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_NUMERICSERV
    unsafe hints.ai_socktype = kind.number
    var list: UnsafeMutablePointer<addrinfo>?
    // Sound: getaddrinfo fills `list`, which is walked to its end and freed once.
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else {
      return []
    }
    defer { unsafe freeaddrinfo(first) }
    var addresses: [SocketAddress] = []
    var next: UnsafeMutablePointer<addrinfo>? = unsafe first
    while let candidate = unsafe next {
      unsafe addresses.append(SocketAddress(candidate.pointee, kind))
      unsafe next = candidate.pointee.ai_next
    }
    return addresses.filter { $0.family == AF_INET } + addresses.filter { $0.family != AF_INET }
  }

  private init(_ entry: addrinfo, _ kind: Kind) {
    self.kind = kind
    // Sound: both are plain numbers; only the pointers in the same structure are unsafe.
    family = unsafe entry.ai_family
    protocolNumber = unsafe entry.ai_protocol
    // Sound: the resolver gives the length of its address; the bytes are copied.
    bytes = unsafe Array(
      UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen)))
  }

  /// Opens a socket of the address's family and kind, which child programs do not inherit.
  ///
  /// The result is `nil`, with `errno` set, if the system cannot create a socket.
  func openSocket() -> Int32? {
    let descriptor = socket(family, kind.number, protocolNumber)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Calls a closure, such as `bind` or `connect`, with the address, and returns its result.
  func use(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    // Sound: the bytes are those of the resolver's sockaddr, alive and unchanged during the call.
    unsafe bytes.withUnsafeBytes { buffer in
      guard let address = buffer.baseAddress else { return -1 }
      return unsafe call(
        address.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
    }
  }
}
