import Testing

@testable import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Addresses of clients")
struct AddressTests {
  /// Calls a closure with the system's form of a textual address.
  private func with<Result>(
    _ text: String, _ body: (UnsafePointer<sockaddr>) -> Result
  ) -> Result {
    var (four, six) = (sockaddr_in(), sockaddr_in6())
    guard text.contains(":") else {
      four.sin_family = sa_family_t(AF_INET)
      #expect(inet_pton(AF_INET, text, &four.sin_addr) == 1)
      return withUnsafePointer(to: &four) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
      }
    }
    six.sin6_family = sa_family_t(AF_INET6)
    #expect(inet_pton(AF_INET6, text, &six.sin6_addr) == 1)
    return withUnsafePointer(to: &six) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }

  @Test(
    "are counted by what another machine is, and have a name without a port",
    arguments: [
      ("192.168.1.20", .ipv4(0xC0A8_0114), "192.168.1.20"), ("127.0.0.1", nil, "127.0.0.1"),
      ("::ffff:192.168.1.20", .ipv4(0xC0A8_0114), "192.168.1.20"),
      ("::ffff:127.0.0.1", nil, "127.0.0.1"), ("::1", nil, "::1"),
      ("2001:db8:0:1::7", .ipv6Network(0x2001_0DB8_0000_0001), "2001:db8:0:1::7"),
      ("2001:db8:0:1::8", .ipv6Network(0x2001_0DB8_0000_0001), "2001:db8:0:1::8"),
      ("::ffff:1:2:3", .ipv6Network(0), "::ffff:1:2:3"),
    ] as [(String, RemoteAddress?, String)])
  func addresses(text: String, address: RemoteAddress?, name: String) {
    #expect(with(text) { RemoteAddress($0) } == address)
    #expect(with(text) { SocketName.text(of: $0) } == name)
  }

  @Test("of other families are none")
  func others() {
    var local = sockaddr_in()
    local.sin_family = sa_family_t(AF_UNIX)
    withUnsafePointer(to: &local) { local in
      local.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        #expect(RemoteAddress(address) == nil)
        #expect(SocketName.text(of: address) == nil)
      }
    }
    #expect(RemoteAddress(nil) == nil)
  }
}
