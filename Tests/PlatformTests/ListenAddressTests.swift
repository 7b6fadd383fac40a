@testable import Platform
import Testing

@Suite("The address that a server listens on")
struct ListenAddressTests {
  @Test(
    "tells whether other machines can connect, and what this machine asks",
    arguments: [
      ("127.0.0.1", false, "http://127.0.0.1:80/"), ("::1", false, "http://[::1]:80/"),
      ("localhost", false, "http://localhost:80/"), ("0.0.0.0", true, "http://127.0.0.1:80/"),
      ("::", true, "http://127.0.0.1:80/"), ("192.168.1.20", true, "http://192.168.1.20:80/"),
    ])
  func kinds(host: String, isBeyondLoopback: Bool, localURL: String) {
    let address = ListenAddress(host)
    #expect(address.isBeyondLoopback == isBeyondLoopback)
    #expect(address.localURL("http", port: 80) == localURL)
  }

  @Test("clients ask each interface where every one is listened on, and the given host else")
  func hosts() {
    let interfaces = ["192.168.1.20", "10.0.0.2"]
    #expect(ListenAddress.everyInterface.hosts(of: interfaces) == interfaces)
    #expect(ListenAddress("::").hosts(of: interfaces) == interfaces)
    #expect(ListenAddress.everyInterface.hosts(of: []) == ["127.0.0.1"])
    #expect(ListenAddress("::1").hosts(of: interfaces) == ["::1"])
    #expect(ListenAddress("::1").urls("https", port: 443) == ["https://[::1]:443/"])
  }
}
