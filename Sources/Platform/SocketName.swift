#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// The text of a socket's address.
package enum SocketName {
  /// Returns the numeric text of an IPv4 or IPv6 address, without its port.
  ///
  /// An IPv4-mapped IPv6 address is returned as an IPv4 address.
  package static func text(of address: UnsafePointer<sockaddr>) -> String? {
    // Sound: the address has the length of its family; it is read during the call only.
    let length: Int
    switch unsafe Int32(address.pointee.sa_family) {
    case AF_INET: length = MemoryLayout<sockaddr_in>.size
    case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    // Sound: the buffer gives its own length.
    let code = unsafe getnameinfo(
      address, socklen_t(length), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    guard code == 0 else { return nil }
    let text = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let mapped = "::ffff:"
    return text.hasPrefix(mapped) && text.contains(".")
      ? String(text.dropFirst(mapped.count)) : text
  }

  /// Returns the numeric address of a socket's other end; empty if there is none any more.
  package static func peer(of descriptor: Int32) -> String {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // Sound: the storage has the size given to the call, and is read during the call only.
    return unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard unsafe getpeername(descriptor, address, &length) == 0 else { return "" }
        return unsafe text(of: address) ?? ""
      }
    }
  }

  /// Returns the port of a socket's other end; `nil` if there is none any more.
  package static func peerPort(of descriptor: Int32) -> UInt16? {
    // Sound: the call writes an address and its length where it is told.
    unsafe port { unsafe getpeername(descriptor, $0, $1) }
  }

  /// Returns the port of a bound socket, which the system may have chosen; `nil` for what is no socket.
  static func ownPort(of descriptor: Int32) -> UInt16? {
    // Sound: the call writes an address and its length where it is told.
    unsafe port { unsafe getsockname(descriptor, $0, $1) }
  }

  /// Returns the port of the address that a call writes; `nil` if the call fails.
  private static func port(
    _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // Sound: the storage has the size given to the call, and may be read as the structure of its family.
    return unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard unsafe call(generic, &length) == 0 else { return nil }
        return unsafe generic.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          unsafe UInt16(bigEndian: $0.pointee.sin_port)  // same offset in sockaddr_in6
        }
      }
    }
  }
}
