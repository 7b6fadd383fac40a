#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// The text of a socket's address.
package enum SocketName {
  /// The numeric name of an IPv4 or IPv6 address without its port; an IPv4 address in IPv6's clothes has
  /// them taken off.
  package static func text(of address: UnsafePointer<sockaddr>) -> String? {
    // Sound: the family says how long the address is; it is read during the call only.
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

  /// The numeric name of who is at the other end of a socket; empty when there is nobody any more.
  package static func peer(of descriptor: Int32) -> String {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // Sound: the storage is as large as the call is told, and read during the call only.
    return unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard unsafe getpeername(descriptor, address, &length) == 0 else { return "" }
        return unsafe text(of: address) ?? ""
      }
    }
  }
}
