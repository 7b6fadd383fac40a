#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The network addresses of this machine.
package enum NetworkInterfaces {
  /// Returns the IPv4 addresses that other machines may reach, in the system's order, without loopback.
  package static func addresses() -> [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    // Sound: getifaddrs fills `list`, which is walked to its end and freed once.
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var addresses: [String] = []
    var next = unsafe list
    while let interface = unsafe next {
      if let address = unsafe text(of: interface.pointee) { addresses.append(address) }
      unsafe next = interface.pointee.ifa_next
    }
    return addresses
  }

  /// Whether an interface is up and no loopback.
  static func isForOthers(flags: Int32) -> Bool {
    flags & Int32(IFF_UP | IFF_LOOPBACK) == Int32(IFF_UP)
  }

  private static func text(of interface: ifaddrs) -> String? {
    // Sound: the flags are a plain number; only the union in the same structure is unsafe.
    guard isForOthers(flags: unsafe Int32(bitPattern: interface.ifa_flags)) else { return nil }
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    // Sound: no family's address is shorter than sockaddr_in, and the buffer gives its own length. Longer
    // families' addresses do not fit the given length, so the call fails for them.
    let code = unsafe getnameinfo(
      interface.ifa_addr, socklen_t(MemoryLayout<sockaddr_in>.size), &name,
      socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    guard code == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
