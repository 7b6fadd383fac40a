import Testing

@testable import NtripProtocol

@Suite("Bytes of a header's name")
struct TokenBytesTests {
  @Test("names of header lines are made of RFC 9110's token characters, and of no others")
  func knowsTokens() {
    let token = Set("!#$%&'*+-.^_`|~0123456789".utf8)
      .union(UInt8(ascii: "A")...UInt8(ascii: "Z")).union(UInt8(ascii: "a")...UInt8(ascii: "z"))
    for byte in UInt8.min...UInt8.max {
      #expect(byte.isTokenByte == token.contains(byte), "\(byte)")
    }
  }
}
