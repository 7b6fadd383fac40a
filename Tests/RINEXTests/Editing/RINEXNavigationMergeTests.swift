import Foundation
import RINEX
import RTCMStreams
import TestSupport
import Testing

@Suite("Navigation files, merged")
struct RINEXNavigationMergeTests {
  private static func files(
    of capture: DatedCapture, _ version: RINEXFormat
  ) throws -> [RINEXNavigation] {
    let text = try RINEXTexts(of: capture.bytes(), near: capture.reference, version: version).text
    return try [text.navigation, text.glonassNavigation].filter { !$0.isEmpty }.map {
      try RINEXNavigation(reading: $0)
    }
  }

  private static func merged(
    _ files: [RINEXNavigation], as version: RINEXFormat,
    where isKept: (RTCMMessage) -> Bool = { _ in true }
  ) throws -> (ephemerides: [RTCMMessage], times: [GPSTime], doubles: Int) {
    var merge = RINEXNavigationMerge(version: version)
    for file in files { merge.add(file, where: isKept) }
    let (text, records, doubles, _) = merge.text()
    guard records > 0 else { return ([], [], doubles) }
    let file = try RINEXNavigation(reading: text.navigation)
    #expect(records == file.ephemerides.count || version == .v2_11)
    #expect(file.skipped.isEmpty)
    return (file.ephemerides, file.times, doubles)
  }

  @Test(
    "ephemerides come once, in order of their times, whatever the order of the files",
    .compares(with: .captures), arguments: RINEXReadingTests.captures)
  func merges(capture: DatedCapture) throws {
    let new = try Self.files(of: capture, .v4_00)
    let all = try Self.merged(new, as: .v3_05)
    #expect(all.times == all.times.sorted { $0.nanoseconds < $1.nanoseconds })
    #expect(Set(all.ephemerides) == Set(new.flatMap(\.ephemerides)) && all.doubles == 0)
    let twice = try Self.merged(new + new, as: .v3_05)
    #expect(twice.ephemerides == all.ephemerides && twice.doubles == all.ephemerides.count)
    // Version 2 has GPS and GLONASS in files of their own, without the flags of GLONASS.
    let old = try Self.files(of: capture, .v2_11)
    let both = try Self.merged(old.reversed() + old, as: .v3_04)
    #expect(both.ephemerides.count == old.reduce(0) { $0 + $1.ephemerides.count })
    var none = RINEXNavigationMerge(version: .v4_02)
    for file in new { none.add(file) { _ in false } }
    let empty = none.text()
    #expect(empty.text == RINEXConversion.Text() && empty.records == 0 && empty.doubles == 0)
  }

  @Test(
    "times of records are those of GPS, whatever the system's scale", .compares(with: .captures),
    arguments: RINEXReadingTests.captures)
  func times(capture: DatedCapture) throws {
    let text = try RINEXTexts(of: capture.bytes(), near: capture.reference, version: .v3_04).text
    let file = try RINEXNavigation(reading: text.navigation)
    #expect(file.times.count == file.ephemerides.count)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    // Each date as it is printed, taken for GPS time, and the difference of the system's scale.
    let expected = try RINEXFile(text.navigation).navigation.compactMap { record -> GPSTime? in
      let system = record.satellite.prefix(1)
      let parts = record.time.split(separator: " ").compactMap { Int($0) }
      var date = DateComponents(year: parts[0], month: parts[1], day: parts[2])
      (date.hour, date.minute, date.second) = (parts[3], parts[4], parts[5])
      let instant = try #require(calendar.date(from: date))
      let scale = system == "C" ? 14 : system == "R" ? capture.reference.leapSeconds : 0
      let seconds = Int64(instant.timeIntervalSince1970) - 315_964_800 + Int64(scale)
      return system == "S" ? nil : GPSTime(nanoseconds: seconds * 1_000_000_000)
    }
    #expect(file.times == expected)
  }
}
