#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// An address of another machine, as far as its connections are counted together.
package enum RemoteAddress: Hashable, Sendable {
  /// An IPv4 address.
  case ipv4(UInt32)
  /// The first half of an IPv6 address: a single user commonly has all addresses of such a network.
  case ipv6Network(UInt64)

  /// The address in its four bytes as a number; `nil` for this machine's own.
  package init?(ipv4 address: UInt32) {
    guard address >> 24 != 127 else { return nil }
    self = .ipv4(address)
  }

  /// The address in its halves; `nil` for this machine's own.
  package init?(ipv6 network: UInt64, _ host: UInt64) {
    switch (network, host >> 32) {
    case (0, 0) where host == 1: return nil
    case (0, 0xFFFF): self.init(ipv4: UInt32(truncatingIfNeeded: host))  // IPv4 in IPv6's clothes
    default: self = .ipv6Network(network)
    }
  }

  /// The address of a client; `nil` for this machine and for families that have none.
  package init?(_ address: UnsafePointer<sockaddr>?) {
    // Sound: the family says how long the address is, and it is read during the call only.
    guard let address = unsafe address else { return nil }
    // Sound: the family says which structure the address is.
    switch unsafe Int32(address.pointee.sa_family) {
    case AF_INET:
      let number = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        unsafe $0.pointee.sin_addr.s_addr
      }
      self.init(ipv4: UInt32(bigEndian: number))
    case AF_INET6:
      let halves = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        unsafe withUnsafeBytes(of: $0.pointee.sin6_addr) { bytes in
          unsafe (
            bytes.loadUnaligned(as: UInt64.self),
            bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
          )
        }
      }
      self.init(ipv6: UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
    default: return nil
    }
  }

  /// The address of the other end of a socket; `nil` as above, and where there is nobody any more.
  package init?(peerOf descriptor: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // Sound: the storage is as large as the call is told, and read during the call only.
    let address = unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe getpeername(descriptor, address, &length) == 0 ? RemoteAddress(address) : nil
      }
    }
    guard let address else { return nil }
    self = address
  }
}
