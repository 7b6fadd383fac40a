import Foundation
import RTCMTestKit
import TestSupport
import Testing

@testable import RTCMStreams

@Suite("Orbits that are dated on")
struct OrbitRedatingTests {
  /// A move of an orbit, with the approximate time of transmission: within half a week of toe.
  struct Case: CustomTestStringConvertible, Sendable {
    var type: UInt16
    var seconds: Int
    var restatement = 0

    var testDescription: String { "\(type) by \(seconds) s, restated by \(restatement) s" }
  }

  static let types: [UInt16] = [1019, 1041, 1042, 63, 1044, 1045, 1046]
  static let week = 604_800
  /// A point near Milan, ECEF, metres.
  static let ground = [4_423_000.0, 717_000, 4_525_000]

  static let cases = types.flatMap { type in
    [
      Case(type: type, seconds: 240), Case(type: type, seconds: -960),
      Case(type: type, seconds: week), Case(type: type, seconds: 3 * week + 86_400),
      Case(type: type, seconds: 240 * 1_000_003), Case(type: type, seconds: 240, restatement: 240),
      Case(type: type, seconds: 2400, restatement: -7200),
      Case(type: type, seconds: week - 9600, restatement: 6960),
    ]
  }

  /// Applies a check to the sample orbit of a message type.
  private static func visit(_ type: UInt16, _ check: some OrbitCheck) throws {
    switch try #require(try SampleMessages.all(ofType: type).first) {
    case .gpsEphemeris(let orbit): try check.run(orbit)
    case .navicEphemeris(let orbit): try check.run(orbit)
    case .qzssEphemeris(let orbit): try check.run(orbit)
    case .beidouEphemeris(let orbit): try check.run(orbit)
    case .galileoEphemeris(let orbit): try check.run(orbit)
    default: Issue.record("no orbit")
    }
  }

  @Test("a satellite comes to where it was, within millimetres of range", arguments: cases)
  func keepsPath(_ move: Case) throws {
    try Self.visit(move.type, PathCheck(move: move))
  }

  @Test("nothing else changes, and times on the grid leave the clock as it is", arguments: types)
  func movesTimesAndNodeOnly(type: UInt16) throws { try Self.visit(type, FieldCheck()) }

  @Test(
    "a week number begins anew after its last, as the satellites' do",
    arguments: [1019: 1024, 1044: 1024, 1041: 1024, 1042: 8192, 1045: 4096, 1046: 4096])
  func wrapsWeeks(type: UInt16, modulus: Int) throws {
    try Self.visit(type, WeekCheck(modulus: modulus))
  }

  @Test("an orbit sent before the turn of a week, for a time behind it, has the week of its toe")
  func knowsWeekOfReference() throws {
    var orbit = GPSEphemeris(satelliteID: 3)
    (orbit.week, orbit.squareRootOfSemiMajorAxis) = (985, 5153)
    let sent = GPSTime(week: 2009, secondsOfWeek: 604_218)
    // toe and toc are 0 of the next week.
    let moved = try #require(orbit.moved(OrbitMove(seconds: 960), sent: sent))
    #expect(moved.week == 986 && moved.referenceTime == 960 && moved.clockReferenceTime == 960)
    let late = try #require(orbit.moved(OrbitMove(seconds: 6 * 86_400), sent: sent))
    #expect(late.week == 986 && late.referenceTime == 6 * 86_400)
    let back = try #require(orbit.moved(OrbitMove(seconds: 0, restatement: -96), sent: sent))
    #expect(back.week == 985 && back.referenceTime == 604_704)
    // A clock without drift is moved to the first step within the week.
    #expect(back.clockReferenceTime == 604_784)
    // With a drift, the step counts after which the clock's offset is a whole number of its own steps.
    var drifting = orbit
    drifting.af1 = 100 * 0x1p-43
    let whole = try #require(
      drifting.moved(OrbitMove(seconds: 0, restatement: -96), sent: sent))
    #expect(whole.clockReferenceTime == 604_800 - 64 * 16 && whole.af0 == -25 * 0x1p-31)
    orbit.clockReferenceTime = 604_704
    let ahead = try #require(orbit.moved(OrbitMove(seconds: 0), sent: sent))
    #expect(ahead.week == 986 && ahead.referenceTime == 0 && ahead.clockReferenceTime == 0)
  }

  @Test(
    "an issue stays of its kind, and the issue of the clock follows that of the orbit",
    arguments: [
      (83, 0x153, 101, 184, 0x1B8), (200, 200, 101, 61, 61), (239, 239, 1, 0, 0),
      (240, 240, 101, 245, 245), (255, 511, 1, 240, 496),
    ])
  func turnsIssues(iode: UInt8, iodc: UInt16, by count: Int, newIODE: UInt8, newIODC: UInt16) {
    var (gps, qzss) = (GPSEphemeris(satelliteID: 1), QZSSEphemeris(satelliteID: 1))
    (gps.iode, gps.iodc, qzss.iode, qzss.iodc) = (iode, iodc, iode, iodc)
    gps.turnIssue(by: count)
    qzss.turnIssue(by: count)
    #expect(gps.iode == newIODE && gps.iodc == newIODC)
    #expect(qzss.iode == newIODE && qzss.iodc == newIODC)
  }

  /// A move with the expected times of the moved sample.
  struct GLONASSCase: Sendable {
    var seconds: Int
    var time: Double
    var frameHour: UInt16
    var day: UInt16
    var almanacDay: UInt16
    var interval: UInt8
  }

  @Test(
    "GLONASS moves its clock times and days, and not its state",
    arguments: [
      GLONASSCase(
        seconds: 3600, time: 58_500, frameHour: 13, day: 883, almanacDay: 882, interval: 8),
      GLONASSCase(
        seconds: 86_400, time: 54_900, frameHour: 12, day: 884, almanacDay: 883, interval: 8),
      GLONASSCase(
        seconds: 32_400, time: 900, frameHour: 21, day: 884, almanacDay: 883, interval: 8),
      GLONASSCase(
        seconds: 579 * 86_400, time: 54_900, frameHour: 12, day: 1, almanacDay: 1461, interval: 9),
      GLONASSCase(
        seconds: -883 * 86_400, time: 54_900, frameHour: 12, day: 1461, almanacDay: 1460,
        interval: 7),
    ])
  func movesGLONASS(_ move: GLONASSCase) throws {
    let sample = try #require(try SampleMessages.all(ofType: 1020).first)
    let moved = sample.moved(
      OrbitMove(seconds: move.seconds), sent: GPSTime(week: 2400, secondsOfWeek: 0))
    guard case .glonassEphemeris(var expected) = sample else { return }
    expected.referenceTime = move.time
    expected.frameTimeField = move.frameHour << 7 | 34 << 1 | 1
    (expected.day, expected.almanacDay) = (move.day, move.almanacDay)
    expected.fourYearInterval = move.interval
    #expect(moved == .glonassEphemeris(expected))
  }

  @Test("what says a date says the later one, in the leap seconds that are then")
  func movesDates() throws {
    let time = TransmissionTime(modifiedJulianDay: 58_000, secondOfDay: 86_399)
    let reference = GPSTime(week: 2400, secondsOfWeek: 0)
    let move = OrbitMove(seconds: 2)
    let text = RTCMMessage.unicodeText(UnicodeText(stationID: 1, time: time, text: "a"))
    let parameters = RTCMMessage.systemParameters(
      SystemParameters(stationID: 1, time: time, leapSeconds: 17))
    let next = TransmissionTime(modifiedJulianDay: 58_001, secondOfDay: 1)
    let after = TransmissionTime(modifiedJulianDay: 58_001, secondOfDay: 0)
    #expect(
      text.moved(move, sent: reference)
        == .unicodeText(UnicodeText(stationID: 1, time: next, text: "a")))
    #expect(
      parameters.moved(move, sent: reference, leapSeconds: 1)
        == .systemParameters(SystemParameters(stationID: 1, time: after, leapSeconds: 18)))
    let undated = TransmissionTime(modifiedJulianDay: 0, secondOfDay: 86_399)
    #expect(
      RTCMMessage.unicodeText(UnicodeText(stationID: 1, time: undated, text: "a"))
        .moved(move, sent: reference)
        == .unicodeText(
          UnicodeText(
            stationID: 1, time: TransmissionTime(modifiedJulianDay: 0, secondOfDay: 1), text: "a")))
    #expect(
      RTCMMessage.other(type: 4001, payload: [0xFA, 0x10]).moved(move, sent: reference) == nil)
  }
}

/// A check of an orbit of any system.
private protocol OrbitCheck {
  func run<Orbit: KeplerianOrbit & RTCMCodable & Equatable>(_ orbit: Orbit) throws
}

extension RTCMCodable {
  /// Returns the value after encoding and decoding.
  fileprivate func sent() throws -> Self {
    let payload = try encode()
    return try Self(decoding: payload.span)
  }
}

private struct PathCheck: OrbitCheck {
  var move: OrbitRedatingTests.Case

  func run<Orbit: KeplerianOrbit & RTCMCodable & Equatable>(_ sample: Orbit) throws {
    let orbit = try sample.sent()
    let toe = try #require(orbit.referenceTime(near: GPSTime(week: 2400, secondsOfWeek: 0)))
    let moved = try #require(
      orbit.moved(OrbitMove(seconds: move.seconds, restatement: move.restatement), sent: toe)
    ).sent()
    let movedTOE = moved.referenceTime(near: toe.advanced(seconds: move.seconds))
    #expect(movedTOE == toe.advanced(seconds: move.seconds + move.restatement))
    let clockShift = moved.clockReferenceTime - orbit.clockReferenceTime
    // Across a week rollover toc is moved into the week of toe, since both share one week number.
    let shift = (clockShift - Double(move.seconds)).remainder(dividingBy: 604_800)
    let steps = move.restatement == 0 ? 1.0 : 3
    for time in stride(from: -3600.0, through: 3600, by: 900) {
      let before = orbit.position(after: time)
      let after = moved.position(after: time - Double(move.restatement))
      // Half a step of an angle is 2 cm at the satellite, and less in a range from the Earth.
      #expect(distance(before, after) < steps * 0.5 * 0x1p-31 * .pi * 43e6)
      let ground = OrbitRedatingTests.ground
      let range = distance(before, ground) - distance(after, ground)
      #expect(range.magnitude < steps * 0.005, "\(range) m at \(time) s")
      let clock = orbit.clockOffset(after: time) - moved.clockOffset(after: time - shift)
      #expect(clock.magnitude < (shift == 0 ? 1e-15 : 3e-10), "\(clock) s at \(time) s")
    }
  }
}

private struct FieldCheck: OrbitCheck {
  func run<Orbit: KeplerianOrbit & RTCMCodable & Equatable>(_ sample: Orbit) throws {
    let orbit = try sample.sent()
    let toe = try #require(orbit.referenceTime(near: GPSTime(week: 2400, secondsOfWeek: 0)))
    var moved = try #require(orbit.moved(OrbitMove(seconds: 9600), sent: toe)).sent()
    #expect(moved.referenceTime == orbit.referenceTime + 9600)
    #expect(moved.clockReferenceTime == orbit.clockReferenceTime + 9600)
    #expect(moved.week == orbit.week)
    let turned = 9600 * Orbit.orbitConstants.earthRotationRate / .pi
    let node = (moved.ascendingNode - orbit.ascendingNode - turned).remainder(dividingBy: 2)
    #expect(node.magnitude <= 0x1.001p-32)
    moved.referenceTime = orbit.referenceTime
    moved.clockReferenceTime = orbit.clockReferenceTime
    moved.ascendingNode = orbit.ascendingNode
    #expect(moved == orbit)
  }
}

private struct WeekCheck: OrbitCheck {
  var modulus: Int

  func run<Orbit: KeplerianOrbit & RTCMCodable & Equatable>(_ sample: Orbit) throws {
    var orbit = sample
    orbit.week = UInt16(modulus - 1)
    let toe = try #require(orbit.referenceTime(near: GPSTime(week: 2040, secondsOfWeek: 0)))
    let moved = try #require(orbit.moved(OrbitMove(seconds: 604_800), sent: toe))
    #expect(moved.week == 0 && moved.referenceTime == orbit.referenceTime)
    #expect(moved.clockReferenceTime == orbit.clockReferenceTime)
  }
}
