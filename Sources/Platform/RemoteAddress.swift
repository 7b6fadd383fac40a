#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// The address of another machine, in the form by which its connections are counted.
package enum RemoteAddress: Hashable, Sendable {
  /// An IPv4 address.
  case ipv4(UInt32)
  /// The first half of an IPv6 address: a single user commonly has a whole network of this size.
  case ipv6Network(UInt64)

  /// Creates an address from an IPv4 address as a number; the result is `nil` for loopback addresses.
  package init?(ipv4 address: UInt32) {
    guard address >> 24 != 127 else { return nil }
    self = .ipv4(address)
  }

  /// Creates an address from the halves of an IPv6 address; the result is `nil` for loopback addresses.
  package init?(ipv6 network: UInt64, _ host: UInt64) {
    switch (network, host >> 32) {
    case (0, 0) where host == 1: return nil
    case (0, 0xFFFF): self.init(ipv4: UInt32(truncatingIfNeeded: host))  // an IPv4-mapped address
    default: self = .ipv6Network(network)
    }
  }

  /// Creates the address of a client; the result is `nil` for this machine and for other address families.
  package init?(_ address: UnsafePointer<sockaddr>?) {
    // Sound: the address has the length of its family, and is read during the call only.
    guard let address = unsafe address else { return nil }
    // Sound: the family identifies the structure of the address.
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

  /// Creates the address of a socket's other end.
  ///
  /// The result is `nil` for this machine, for other address families, and for a socket without another end.
  package init?(peerOf descriptor: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    // Sound: the storage has the size given to the call, and is read during the call only.
    let address = unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe getpeername(descriptor, address, &length) == 0 ? RemoteAddress(address) : nil
      }
    }
    guard let address else { return nil }
    self = address
  }
}
