@testable import AppHost
import Testing

@Suite("Certificates")
struct CertificateTests {
  @Test("numbers of certificates are positive, of sixteen bytes, and never the same")
  func serials() {
    let serials = (0..<300).map { _ in Certificate.newSerial() }
    #expect(serials.allSatisfy { $0.count == 16 && (0x40...0x7F).contains($0[0]) })
    #expect(Set(serials).count == 300)
    let firsts = Set(serials.map { $0[0] })
    #expect(firsts.count > 20 && firsts.contains { $0 % 2 == 0 } && firsts.contains { $0 % 2 == 1 })
    #expect(Set(serials.flatMap { $0[1...] }) == Set(0...255))
    #expect(serials.contains { $0[0] & 0x3F != $0[1] & 0x3F })
  }

  @Test("what is none is told in the library's words")
  func nothing() {
    #expect(throws: GnuTLSError.self) { _ = try Certificate.read("nothing") }
    #expect(throws: GnuTLSError.self) { _ = try PrivateKey.read("nothing") }
    let error = #expect(throws: GnuTLSError.self) { _ = try Datum.text { _ in -50 } }
    #expect(error == GnuTLSError(code: -50))
    #expect(error?.description.isEmpty == false)
    for code in [0, 1] as [Int32] {
      #expect(throws: Never.self) { try GnuTLSError.check(code) }
    }
    #expect(throws: GnuTLSError(code: -1)) { try GnuTLSError.check(-1) }
  }
}
