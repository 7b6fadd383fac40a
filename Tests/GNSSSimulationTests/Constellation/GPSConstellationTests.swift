import GNSSBasics
import RTCMParser
import Testing

@testable import GNSSSimulation

@Suite("GPS constellation")
struct GPSConstellationTests {
  static let constellation = GPSConstellation()
  /// The slot that ends 2026-06-01T14:00:00 GPS time.
  static let cutOver = GPSTime(week: 2421, secondsOfWeek: 86_400 + 14 * 3600)

  static func data(at time: GPSTime, minus nanoseconds: Int64 = 0) -> [NavigationData] {
    constellation.navigationData(at: GPSTime(nanoseconds: time.nanoseconds - nanoseconds))
  }

  @Test("has 31 satellites, ascending, in six planes of five or six")
  func hasSixPlanes() {
    let prns = Self.constellation.prns
    #expect(prns.count == 31)
    #expect(prns == Array(Set(prns)).sorted())
    #expect(prns.allSatisfy { (1...32).contains($0) })
    for plane in orbitalPlanes.indices {
      #expect((5...6).contains(satelliteRows.count { $0.plane == plane }))
    }
  }

  @Test(
    "every parameter fits its field, at any date", arguments: [0, 1024, 2399, 2400, 2431, 9000])
  func fitsFields(week: Int) {
    for secondsOfWeek in [0, 302_400, 604_799] {
      for data in Self.data(at: GPSTime(week: week, secondsOfWeek: secondsOfWeek)) {
        #expect(data.fitsFields, "PRN \(data.prn)")
        #expect(data.week == week)
        #expect((0..<240).contains(data.iodc))
      }
    }
  }

  /// So that streams of different versions, and captures, are of the same satellites.
  @Test(
    "what the satellites broadcast on a date does not change from version to version",
    arguments: [(2421, 129_618, 14_510_565), (2440, 604_799, 12_416_857), (2399, 0, 8_458_405)]
      as [(Int, Int, UInt32)])
  func isTheSameForEver(week: Int, secondsOfWeek: Int, checksum: UInt32) throws {
    var bytes: [UInt8] = []
    for data in Self.data(at: GPSTime(week: week, secondsOfWeek: secondsOfWeek)) {
      bytes += try RTCMMessage.gpsEphemeris(GPSEphemeris(data)).encode()
    }
    #expect(CRC24Q.checksum(bytes.span) == checksum)
  }

  @Test("new data every two hours describe the same orbit and clock to a millimetre")
  func isContinuousAtCutOver() {
    for (old, new) in zip(Self.data(at: Self.cutOver, minus: 1), Self.data(at: Self.cutOver)) {
      #expect(new.iodc != old.iodc)
      #expect(new.toe16 - old.toe16 == 450)
      // Also where the two sets overlap: a user may keep the old data, or look ahead.
      for delay in [-3600.0, 0, 3600] {
        let (before, after) = (BroadcastOrbit(old), BroadcastOrbit(new))
        let (a, b) = (
          before.state(at: Self.cutOver, minus: delay), after.state(at: Self.cutOver, minus: delay)
        )
        #expect((a.position - b.position).length < 0.001, "PRN \(new.prn)")
        #expect((a.clockOffset - b.clockOffset).magnitude * 3e8 < 1e-5)
      }
    }
  }

  @Test("at the change of a week they agree to 4 cm", arguments: [2401, 2421, 2422, 2431])
  func isContinuousAtWeekChange(week: Int) {
    for delay in [-3600.0, 0, 3600] { checkWeekChange(week, delay: delay) }
  }

  @Test("where drifts turn, nothing jumps", arguments: [2400, 2416, 2432])
  func isContinuousAtTurns(week: Int) {
    checkWeekChange(week, delay: 0)
  }

  /// Compares what two weeks' data say some seconds before the change of week.
  func checkWeekChange(_ week: Int, delay: Double) {
    let change = GPSTime(week: week, secondsOfWeek: 0)
    for (old, new) in zip(Self.data(at: change, minus: 1), Self.data(at: change)) {
      let a = BroadcastOrbit(old).state(at: change, minus: delay)
      let b = BroadcastOrbit(new).state(at: change, minus: delay)
      #expect((a.position - b.position).length < 0.04, "PRN \(new.prn)")
      #expect((a.clockOffset - b.clockOffset).magnitude * 3e8 < 1e-5)
    }
  }

  @Test("an issue of data does not come again within a week")
  func renewsIssues() {
    let issues = (0...84).map { slot in
      Self.constellation.navigationData(
        at: GPSTime(week: 2421, secondsOfWeek: slot * 7200))[0].iodc
    }
    #expect(Set(issues).count == issues.count)
  }

  @Test("at least six satellites are in view anywhere at any time of a day")
  func coversTheEarth() {
    for (latitude, longitude) in [(45.5, 9.2), (-33.0, 151.0), (0, -60), (80, 0)] {
      var tracker = GPSTracker(
        constellation: Self.constellation,
        position: GeodeticPosition(latitude: latitude, longitude: longitude, height: 0),
        elevationMask: 10, seed: 1)
      for quarter in 0..<96 {
        let time = GPSTime(week: 2421, secondsOfWeek: 129_600 + quarter * 900)
        let count = tracker.observe(at: time).satellites.count
        #expect(count >= 6, "\(count) at \(latitude), \(longitude) after \(quarter) quarters")
      }
    }
  }
}

extension NavigationData {
  /// Whether each parameter is within the bits that IS-GPS-200, tables 20-I and 20-III, give it.
  var fitsFields: Bool {
    func fits(_ value: Int, bits: Int) -> Bool {
      (-(1 << (bits - 1))..<1 << (bits - 1)).contains(value)
    }
    return (0...37_799).contains(toe16) && fits(tgd, bits: 8) && fits(af0, bits: 22)
      && fits(af1, bits: 16) && fits(af2, bits: 8) && fits(m0, bits: 32) && fits(deltaN, bits: 16)
      && (0..<1 << 32).contains(eccentricity) && (0..<1 << 32).contains(rootA)
      && fits(omega0, bits: 32) && fits(omegaDot, bits: 24) && fits(i0, bits: 32)
      && fits(idot, bits: 14) && fits(omega, bits: 32)
      && [harmonics.cuc, harmonics.cus, harmonics.crc, harmonics.crs, harmonics.cic, harmonics.cis]
        .allSatisfy { fits($0, bits: 16) }
  }
}
