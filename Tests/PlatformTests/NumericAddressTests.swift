import Platform
import Testing

@Suite("Addresses in digits")
struct NumericAddressTests {
  @Test(
    "an address has one form, and a name is none",
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("0:0:0:0:0:0:0:1", "::1"),
      ("2001:DB8::A", "2001:db8::a"), ("localhost", nil), ("", nil), ("127.0.0.1:80", nil),
      ("127.1", nil), ("fe80::1%eth0", nil),
    ] as [(String, String?)])
  func canonical(text: String, form: String?) {
    #expect(NumericAddress.canonical(text) == form)
  }
}
