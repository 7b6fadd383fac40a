import Foundation
import GNSSBasics
import RINEX
import TestSupport
import Testing

@Suite("Long names of RINEX files")
struct RINEXLongNameTests {
  private func name(
    _ begin: String, seconds: Int, interval: Int?, system: Character = "M",
    site: String = "ALGO00CAN",
    origin: RINEXLongName.Origin = .receiver
  ) throws -> RINEXLongName {
    // The times are GPS time, which begins on 1980-01-06.
    let unix = try Date(begin, strategy: .iso8601).timeIntervalSince1970
    let start = GPSTime(nanoseconds: Int64(unix - 315_964_800) * 1_000_000_000)
    let end = start.advanced(byNanoseconds: Int64(seconds) * 1_000_000_000)
    let name = RINEXLongName(
      site: site, origin: origin, system: system, span: start...end, interval: interval)
    return try #require(name)
  }

  /// The examples of RINEX 3.04, table A1, with data as long as their names say.
  @Test(
    "are those of the standard's examples",
    arguments: [
      ("2012-06-08T10:00:00Z", 15 * 60 - 1, 1000, "G", "ALGO00CAN_R_20121601000_15M_01S_GO"),
      ("2012-06-08T10:00:00Z", 3600 - 1, 200, "M", "ALGO00CAN_R_20121601000_01H_05Z_MO"),
      ("2012-06-08T00:00:00Z", 86_400 - 30, 30_000, "G", "ALGO00CAN_R_20121600000_01D_30S_GO"),
      ("2012-06-08T00:00:00Z", 86_400 - 30, 30_000, "M", "ALGO00CAN_R_20121600000_01D_30S_MO"),
      ("2026-06-01T00:00:00Z", 86_400 - 1, 1000, "M", "ALGO00CAN_R_20261520000_01D_01S_MO"),
      ("2024-12-31T23:59:00Z", 59, 10, "E", "ALGO00CAN_R_20243662359_01M_01C_EO"),
      ("2024-01-01T00:00:30Z", 600, 60_000, "M", "ALGO00CAN_R_20240010000_11M_01M_MO"),
      ("2024-01-01T00:00:00Z", 0, 3_600_000, "M", "ALGO00CAN_R_20240010000_01H_01H_MO"),
      ("2024-01-01T00:00:00Z", 6000, 1000, "M", "ALGO00CAN_R_20240010000_02H_01S_MO"),
      ("2024-01-01T00:00:00Z", 7 * 86_400 - 1, 1000, "M", "ALGO00CAN_R_20240010000_07D_01S_MO"),
    ])
  func examples(
    begin: String, seconds: Int, interval: Int, system: Character, expected: String
  ) throws {
    let name = try name(begin, seconds: seconds, interval: interval, system: system)
    #expect(name.observations == expected)
  }

  @Test("have no rate for navigation, and none that is unknown")
  func navigation() throws {
    let name = try name(
      "2012-06-08T00:00:00Z", seconds: 3599, interval: nil, site: "MILA00ITA", origin: .stream)
    #expect(name.navigation == "MILA00ITA_S_20121600000_01H_MN")
    #expect(name.observations == "MILA00ITA_S_20121600000_01H_00U_MO")
  }

  @Test(
    "need nine characters of a site",
    arguments: ["", "MILA00IT", "MILA00ITAL", "mila00ita", "MILAX0ITA", "MILA001TA", "MÍLA00ITA"])
  func sites(text: String) throws {
    #expect(!RINEXLongName.isSite(text))
    let time = GPSTime(nanoseconds: 0)
    #expect(
      RINEXLongName(site: text, origin: .unknown, span: time...time, interval: 1000) == nil)
    #expect(RINEXLongName.isSite("4LGO12CAN"))
  }
}
