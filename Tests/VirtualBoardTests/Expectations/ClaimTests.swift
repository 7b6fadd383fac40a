@testable import VirtualBoard
import BoardFirmware
import GNSSBasics
import Testing

@Suite("Claims")
struct ClaimTests {
  private static let report = DescribedValue.object([
    Described("rtcm", .object([Described("bad_crc", .count(3))])),
    Described(
      "gnss",
      .object([
        Described("best_fix", fix: .rtkFloat),
        Described("baseline", .number(1000.5, decimals: 1)),
        Described("reason", .text("resolving")),
        Described("station_id", .count(nil)),
        Described("is_moving", .flag(true)),
      ])),
  ])

  private func isMet(_ text: String) throws -> Bool {
    try BoardExpectation(text).check(Self.report).isMet
  }

  @Test(
    "a claim that holds is met",
    arguments: [
      "rtcm.bad_crc == 3", "rtcm.bad_crc != 4", "rtcm.bad_crc < 4", "rtcm.bad_crc <= 3",
      "rtcm.bad_crc > 2", "rtcm.bad_crc >= 3", "rtcm.bad_crc == 3.0", "rtcm.bad_crc==3",
      "  rtcm.bad_crc   >=   3  ", "gnss.baseline > 1000", "gnss.baseline <= 1000.5",
      "gnss.best_fix == rtk-float", "gnss.best_fix != rtk-fixed", "gnss.reason == resolving",
      "gnss.reason != fixed", "gnss.station_id == null", "gnss.is_moving == true",
    ])
  func met(text: String) throws {
    #expect(try isMet(text))
  }

  @Test(
    "a claim that does not hold is not met",
    arguments: [
      "rtcm.bad_crc == 0", "rtcm.bad_crc != 3", "rtcm.bad_crc < 3", "rtcm.bad_crc <= 2",
      "rtcm.bad_crc > 3", "rtcm.bad_crc >= 4", "rtcm.bad_crc == many", "rtcm.bad_crc < many",
      "gnss.best_fix == rtk-fixed", "gnss.best_fix == float", "gnss.reason < zebra",
      "gnss.station_id >= 0", "gnss.is_moving > 0",
    ])
  func unmet(text: String) throws {
    #expect(try !isMet(text))
  }

  @Test(
    "fixes are ordered by how good they are, not by their spelling",
    arguments: [
      "gnss.best_fix > dgnss", "gnss.best_fix >= rtk-float", "gnss.best_fix < rtk-fixed",
      "gnss.best_fix > 3d", "gnss.best_fix > none",
    ])
  func fixesAreOrdered(text: String) throws {
    #expect(try isMet(text))
  }

  @Test(
    "a path that is not there is met by nothing",
    arguments: [
      "rtcm.bad == 0", "rtcm.bad != 0", "nothing == 1", "rtcm.bad_crc.deeper != 1", "rtcm. != 1",
      "gnss.best_fixes < rtk-fixed",
    ])
  func missingPath(text: String) throws {
    let outcome = try BoardExpectation(text).check(Self.report)
    #expect(!outcome.isMet)
    #expect(outcome.found == nil)
    #expect(outcome.description.contains("the report has no '\(outcome.expectation.claim.path)'"))
  }

  @Test("an outcome tells the claim and the value found")
  func describesItself() throws {
    let outcome = try BoardExpectation("rtcm.bad_crc == 0").check(Self.report)
    #expect(outcome.description == "rtcm.bad_crc == 0: found 3")
  }

  @Test(
    "what is no claim is refused with an example",
    arguments: [
      "", "rtcm.bad_crc", "rtcm.bad_crc =", "== 3", "rtcm.bad_crc ==", "rtcm.bad_crc = 3", "<",
    ])
  func refusesNonsense(text: String) {
    let error = #expect(throws: ExpectationError.self) { try Claim(text) }
    #expect(error?.description.contains("gnss.best_fix == rtk-fixed") == true)
  }

  @Test("every comparison is read as itself", arguments: Claim.Comparison.allCases)
  func readsComparisons(comparison: Claim.Comparison) throws {
    let expectation = try Claim("a.b\(comparison.rawValue)7")
    #expect(expectation.comparison == comparison)
    #expect(expectation.path == "a.b")
    #expect(expectation.expected == "7")
  }
}
