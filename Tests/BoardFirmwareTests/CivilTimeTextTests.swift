import GNSSBasics
import Testing

@testable import BoardFirmware

@Suite("Texts of dates")
struct CivilTimeTextTests {
  @Test("texts have all their zeros")
  func texts() {
    let time = CivilTime(UnixTime(nanoseconds: 1_780_315_202_045_999_999))
    #expect(time.iso8601 == "2026-06-01T12:00:02.045Z")
    #expect(time.cardFileName == "20260601.CSV")
  }
}
