import RTCMParser
import TestSupport
import Testing

@Suite("Times of ephemerides")
struct EphemerisTimeTests {
  static let day: Int64 = 86_400_000_000_000

  @Test("weeks of every numbering are found from years away", arguments: [-2000, 0, 2000])
  func resolvesWeeks(days: Int64) {
    let time = GPSTime(week: 2421, secondsOfWeek: 302_400)
    let reference = time.advanced(byNanoseconds: days * Self.day)
    var gps = GPSEphemeris(satelliteID: 1)
    (gps.week, gps.referenceTime, gps.clockReferenceTime) = (2421 - 2048, 302_400, 302_416)
    #expect(gps.referenceTime(near: reference) == time)
    #expect(gps.clockReferenceTime(near: reference) == GPSTime(week: 2421, secondsOfWeek: 302_416))
    var qzss = QZSSEphemeris(satelliteID: 1)
    (qzss.week, qzss.referenceTime) = (2421 - 2048, 302_400)
    #expect(qzss.referenceTime(near: reference) == time)
    var navic = NavICEphemeris(satelliteID: 1)
    (navic.week, navic.referenceTime) = (2421 - 2048, 302_400)
    #expect(navic.referenceTime(near: reference) == time)
    var fnav = GalileoEphemeris(.fnav(), satelliteID: 1)
    (fnav.week, fnav.referenceTime) = (2421 - 1024, 302_400)
    #expect(fnav.referenceTime(near: reference) == time)
    var inav = GalileoEphemeris(.inav(), satelliteID: 1)
    (inav.week, inav.referenceTime) = (2421 - 1024, 302_400)
    #expect(inav.referenceTime(near: reference) == time)
    var beidou = BeiDouEphemeris(satelliteID: 1)
    (beidou.week, beidou.referenceTime) = (2421 - 1356, 302_386)
    #expect(beidou.referenceTime(near: reference) == time)
  }

  @Test(
    "an orbit of the turn of a week is where the reference says, if that is near",
    arguments: [
      // Columns: broadcast week, toe, the reference's week and seconds, the expected week of toe.
      (2420, 0, 2420, 600_000, 2421), (2421, 0, 2420, 600_000, 2421), (2421, 0, 2421, 600, 2421),
      (2420, 597_600, 2421, 600, 2420), (2421, 597_600, 2421, 600, 2420),
      // The week is not shifted in the middle of a week, nor for a distant reference.
      (2420, 300_000, 2421, 30_000, 2420), (2420, 0, 2410, 0, 2420),
    ])
  func findsNeighbour(week: Int, toe: Int, referenceWeek: Int, seconds: Int, expected: Int) {
    let reference = GPSTime(week: referenceWeek, secondsOfWeek: seconds)
    var gps = GPSEphemeris(satelliteID: 1)
    (gps.week, gps.referenceTime) = (UInt16(week % 1024), Double(toe))
    #expect(
      gps.referenceTime(near: reference) == GPSTime(week: expected, secondsOfWeek: toe))
  }

  @Test(
    "a GLONASS orbit is on the day that it says, else on the nearest",
    arguments: [
      // N4 and NT of 2026-06-01 in Moscow, and the distance of the reference in days.
      (8, 883, 0), (8, 883, 3000), (0, 883, 700), (0, 0, 0),
    ])
  func resolvesGLONASS(interval: UInt8, day: UInt16, days: Int64) throws {
    // The instant is 11:45 in Moscow.
    let time = try #require(GPSTime(UnixTime(nanoseconds: 1_780_303_500_000_000_000)))
    var orbit = GLONASSEphemeris(satelliteID: 1)
    (orbit.fourYearInterval, orbit.hasAdditionalData, orbit.day) = (interval, interval > 0, day)
    orbit.referenceTime = 42_300
    orbit.frameTimeField = 11 << 7 | 40 << 1 | 1
    let reference = time.advanced(byNanoseconds: days * Self.day + 3_600_000_000_000)
    #expect(orbit.referenceTime(near: reference) == time)
    #expect(orbit.frameTime(near: reference) == time.advanced(byNanoseconds: -270_000_000_000))
  }

  @Test("which of two weeks a BeiDou orbit is nearer to is told in BeiDou's time, 14 s behind")
  func findsBeiDouNeighbour() {
    var beidou = BeiDouEphemeris(satelliteID: 1)
    (beidou.week, beidou.referenceTime) = (2421 - 1356, 0)
    for (seconds, week) in [(302_407, 2421), (302_421, 2422)] {
      let reference = GPSTime(week: 2421, secondsOfWeek: seconds)
      #expect(beidou.referenceTime(near: reference) == GPSTime(week: week, secondsOfWeek: 14))
    }
  }

  @Test("a GLONASS four-year interval of 0 is none, though additional data are there")
  func ignoresIntervalZero() throws {
    let time = try #require(GPSTime(UnixTime(seconds: 1_780_303_500)))
    var orbit = GLONASSEphemeris(satelliteID: 1)
    (orbit.fourYearInterval, orbit.hasAdditionalData, orbit.day) = (0, true, 883)
    orbit.referenceTime = 42_300
    #expect(orbit.referenceTime(near: time) == time)
    (orbit.fourYearInterval, orbit.hasAdditionalData) = (1, false)
    #expect(orbit.referenceTime(near: time) == time)
  }

  @Test("an SBAS orbit is on the nearest day")
  func resolvesSBAS() {
    var orbit = SBASEphemeris(satelliteID: 1)
    orbit.referenceTime = 86_384
    let reference = GPSTime(week: 2421, secondsOfWeek: 0)
    #expect(orbit.referenceTime(near: reference) == GPSTime(week: 2420, secondsOfWeek: 604_784))
  }

  @Test("any message is some instant or none, near any reference")
  func neverTraps() {
    for reference in [Int64.min, 0, .max] {
      let reference = GPSTime(nanoseconds: reference)
      var orbit = GLONASSEphemeris(satelliteID: 1)
      for (interval, day) in [(0, 0), (31, 1461), (0, 2047), (31, 1)] as [(UInt8, UInt16)] {
        (orbit.fourYearInterval, orbit.hasAdditionalData, orbit.day) = (interval, true, day)
        (orbit.referenceTime, orbit.frameTimeField) = (127 * 900, 4095)
        _ = (orbit.referenceTime(near: reference), orbit.frameTime(near: reference))
      }
      var gps = GPSEphemeris(satelliteID: 1)
      (gps.week, gps.referenceTime) = (.max, 1_048_560)
      _ = gps.referenceTime(near: reference)
    }
  }

  /// The captures, and the date given to RTKLIB for each.
  static let captures = [
    ("swift__week-rollover-STR17.rtcm3", GPSTime(week: 2047, secondsOfWeek: 604_218)),
    ("ky__RTK134_202102051543.rtcm3", GPSTime(week: 2143, secondsOfWeek: 488_648)),
    ("rtklib__testglo.rtcm3", GPSTime(week: 1512, secondsOfWeek: 515_220)),
  ]

  @Test(
    "orbits of captures are at RTKLIB's times, found from two years away",
    .compares(with: .captures), arguments: captures)
  func agreesWithRTKLIB(name: String, now: GPSTime) throws {
    let frames = frames(of: try SharedCaptures.bytes(of: name))
    for line in try RTKLIBLine.lines(of: name, kind: "eph") {
      let frame = try #require(frames.first { $0.offset + $0.bytes.count == line.end })
      let week = Int(try line.number("toe_gpsweek"))
      let reference = GPSTime(week: week + 100, secondsOfWeek: 0)
      let ours = try #require(referenceTime(of: try decoded(frame.payload), near: reference))
      // RTKLIB moves an orbit older than half a week by one week towards the date it was given.
      let age = now.seconds(since: ours)
      #expect(week == ours.week + (age > 302_400 ? 1 : age < -302_400 ? -1 : 0), "\(line.end)")
      #expect(
        Double(ours.millisecondsOfWeek) / 1000 == line.numbers["toe_gps"]?.first, "\(line.end)")
    }
  }

  private func referenceTime(of message: RTCMMessage, near reference: GPSTime) -> GPSTime? {
    switch message {
    case .gpsEphemeris(let orbit): orbit.referenceTime(near: reference)
    case .qzssEphemeris(let orbit): orbit.referenceTime(near: reference)
    case .galileoEphemeris(let orbit): orbit.referenceTime(near: reference)
    default: nil
    }
  }

  @Test(
    "without their days, GLONASS orbits of captures are at RTKLIB's times",
    .compares(with: .captures), arguments: captures)
  func agreesWithRTKLIBOnGLONASS(name: String, now: GPSTime) throws {
    let frames = frames(of: try SharedCaptures.bytes(of: name))
    for line in try RTKLIBLine.lines(of: name, kind: "geph") {
      let frame = try #require(frames.first { $0.offset + $0.bytes.count == line.end })
      var orbit = try GLONASSEphemeris(decoding: frame.payload.span)
      orbit.day = 0
      let week = Int(try line.number("toe_week"))
      let toe = Int(try line.number("toe"))
      let tof = Int(try line.number("tof"))
      let time = GPSTime(week: week, secondsOfWeek: toe)
      #expect(orbit.referenceTime(near: time) == time, "\(line.end)")
      #expect(
        orbit.frameTime(near: time) == GPSTime(week: week, secondsOfWeek: tof), "\(line.end)")
    }
  }

  @Test("a captured GLONASS orbit says its day", .compares(with: .captures))
  func readsCapturedDay() throws {
    let bytes = try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3")
    let frame = try #require(frames(of: bytes).first { $0.type == 1020 })
    let orbit = try GLONASSEphemeris(decoding: frame.payload.span)
    // The instant is 2018-07-15T02:45:00 in Moscow.
    let time = GPSTime(week: 2009, secondsOfWeek: 603_918)
    for days: Int64 in [-3000, 0, 3000] {
      #expect(orbit.referenceTime(near: time.advanced(byNanoseconds: days * Self.day)) == time)
    }
  }
}
