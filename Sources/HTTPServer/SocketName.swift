internal import CMicroHTTPD  // brings sockaddr, where the two C modules share a header

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What an address is called.
enum SocketName {
  /// The numeric name of an IPv4 or IPv6 address without its port; an IPv4 address in IPv6's clothes has
  /// them taken off.
  static func text(of address: UnsafePointer<sockaddr>) -> String? {
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
}
