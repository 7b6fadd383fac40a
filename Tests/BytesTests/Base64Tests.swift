import Bytes
import Testing

@Suite("Base 64")
struct Base64Tests {
  /// The vectors of RFC 4648 §10, and the example of RFC 7617 §2.
  static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ("Aladdin:open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
  ]

  @Test("encodes and decodes the standard's examples", arguments: vectors)
  func standardExamples(plain: String, encoded: String) {
    #expect(Base64.encode(plain.utf8) == Array(encoded.utf8))
    #expect(Base64.decode(encoded.utf8) == Array(plain.utf8))
  }

  @Test("decodes without padding, as small clients send it")
  func missingPadding() {
    #expect(Base64.decode("Zm9vYg".utf8) == Array("foob".utf8))
  }

  @Test("refuses what is no Base 64", arguments: ["Z", "Zm9v!", "Zg==Zg", "Z m8", "Zm9vZ"])
  func refuses(text: String) {
    #expect(Base64.decode(text.utf8) == nil)
  }

  @Test("for URLs it has a hyphen and an underscore, and no padding")
  func forURLs() {
    #expect(Base64.encodeForURL([0xFB, 0xEF, 0xFF, 0x01]) == Array("--__AQ".utf8))
    #expect(Base64.decode("--__AQ".utf8) == [0xFB, 0xEF, 0xFF, 0x01])
  }

  @Test("every byte value comes back")
  func everyByte() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(Base64.decode(Base64.encode(bytes)) == bytes)
  }
}
