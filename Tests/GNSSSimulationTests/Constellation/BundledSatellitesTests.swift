import GNSSBasics
import Mathematics
import RTCMParser
import Testing

import SatelliteOrbits

@testable import GNSSSimulation

@Suite("The satellites of this project")
struct BundledSatellitesTests {
  static let systems: [Constellation] = [.gps, .galileo, .beidou, .qzss, .glonass]

  @Test(
    "so many of each system, ascending",
    arguments: [(.gps, 31), (.galileo, 24), (.beidou, 45), (.qzss, 4), (.glonass, 24)]
      as [(Constellation, Int)])
  func counts(system: Constellation, count: Int) {
    let ids = BundledSatellites.of([system]).map(\.id)
    #expect(ids.count == count)
    #expect(ids == Array(Set(ids)).sorted())
    #expect(ids.allSatisfy { $0.constellation == system })
  }

  @Test("GPS has six planes of five or six")
  func hasSixPlanes() {
    let table = KeplerianTable.gps
    #expect(table.planes.count == 6)
    for plane in table.planes.indices {
      #expect((5...6).contains(table.satellites.count { $0.plane == plane }))
    }
  }

  @Test(
    "every parameter fits its field, at any date, and comes back from the message that tells it",
    arguments: [1400, 2399, 2400, 2431, 9000])
  func fitsFields(week: Int) throws {
    for secondsOfWeek in [0, 302_400, 604_799] {
      let time = GPSTime(week: week, secondsOfWeek: secondsOfWeek)
      for satellite in BundledSatellites.of(Set(Self.systems)) {
        let set = try #require(satellite.set(at: time))
        #expect(set.validity.contains(time))
        for message in set.messages {
          let payload = try message.encode()
          let decoded = try RTCMMessage(decoding: payload.span)
          #expect(decoded == message, "\(satellite.id)")
        }
      }
      for data in BundledData.of(.gps, at: time) {
        #expect(data.fitsFields, "\(data)")
        #expect(data.week == week)
        #expect((0..<240).contains(data.iodc))
      }
    }
  }

  /// Streams of different versions, and captures, must have the same satellites.
  @Test(
    "what the satellites broadcast on a date does not change from version to version",
    arguments: [(2421, 129_618, 14_510_565), (2440, 604_799, 12_416_857), (2399, 0, 8_458_405)]
      as [(Int, Int, UInt32)])
  func isTheSameForEver(week: Int, secondsOfWeek: Int, checksum: UInt32) throws {
    var bytes: [UInt8] = []
    let time = GPSTime(week: week, secondsOfWeek: secondsOfWeek)
    for data in BundledData.of(.gps, at: time) {
      bytes += try RTCMMessage.gpsEphemeris(GPSEphemeris(data)).encode()
    }
    #expect(CRC24Q.checksum(bytes.span) == checksum)
  }

  @Test(
    "the same is so of each of the other systems",
    arguments: [
      (.galileo, 14_532_188), (.beidou, 11_003_420), (.qzss, 4_192_891), (.glonass, 739_665),
    ]
      as [(Constellation, UInt32)])
  func areTheSameForEver(system: Constellation, checksum: UInt32) throws {
    var bytes: [UInt8] = []
    for satellite in BundledSatellites.of([system]) {
      let set = try #require(satellite.set(at: GPSTime(week: 2421, secondsOfWeek: 129_618)))
      for message in set.messages { bytes += try message.encode() }
    }
    #expect(CRC24Q.checksum(bytes.span) == checksum)
  }

  /// Returns the greatest distance between successive sets, metres.
  ///
  /// The distance is less than a millimetre where an orbit's motion is whole steps of the resolution.
  /// Geostationary orbits and GLONASS coordinates cannot have that.
  static func tolerance(_ satellite: SatelliteID) -> Double {
    if satellite.constellation == .glonass { return 1.5 }
    return satellite.isBeiDouGEO ? 0.12 : 0.001
  }

  @Test("new data describe the same orbit and clock", arguments: systems)
  func isContinuousAtCutOver(system: Constellation) throws {
    let noon = GPSTime(week: 2421, secondsOfWeek: 129_600)
    for satellite in BundledSatellites.of([system]) {
      let old = try #require(satellite.set(at: noon))
      let change = old.validity.upperBound
      let new = try #require(satellite.set(at: change))
      #expect(new.validity.lowerBound == change)
      let reach = system == .glonass ? 900.0 : 3600
      // The two sets must also agree where they overlap: a user may keep the old data, or use the new
      // data early.
      for delay in [-reach, 0, reach] {
        let a = old.orbit.state(at: change, minus: delay)
        let b = new.orbit.state(at: change, minus: delay)
        #expect((a.position - b.position).length < Self.tolerance(satellite.id), "\(satellite.id)")
        let clock = system == .glonass ? 0.3 : 1e-5
        #expect((a.clockOffset - b.clockOffset).magnitude * 3e8 < clock, "\(satellite.id)")
      }
    }
  }

  @Test(
    "at the change of a week they agree to 8 cm",
    arguments: [2400, 2401, 2416, 2421, 2422, 2431, 2432])
  func isContinuousAtWeekChange(week: Int) throws {
    let week = GPSTime(week: week, secondsOfWeek: 0)
    for satellite in BundledSatellites.of([.gps, .galileo, .beidou, .qzss])
    where !satellite.id.isBeiDouGEO {
      let change = week.advanced(
        bySeconds: Double(KeplerianSystem(satellite.id.constellation).delay))
      let old = try #require(satellite.set(at: change.advanced(bySeconds: -1)))
      let new = try #require(satellite.set(at: change))
      let a = old.orbit.state(at: change)
      let b = new.orbit.state(at: change)
      // The tolerance is half a step of the node at the radius of the orbit; geosynchronous
      // orbits are larger.
      #expect((a.position - b.position).length < 0.08, "\(satellite.id)")
      #expect((a.clockOffset - b.clockOffset).magnitude * 3e8 < 1e-5)
    }
  }

  @Test("an issue of data does not come again within a week")
  func renewsIssues() {
    let issues = (0...84).map { slot in
      BundledData.of(.gps, at: GPSTime(week: 2421, secondsOfWeek: slot * 7200))[0].iodc
    }
    #expect(Set(issues).count == issues.count)
  }

  @Test("those over the equator stand still, where the table has them")
  func standsStill() throws {
    let time = GPSTime(week: 2425, secondsOfWeek: 400_000)
    for row in KeplerianTable.beidouStanding.satellites {
      let id = SatelliteID(.beidou, row.number)
      let satellite = try #require(BundledSatellites.of([.beidou]).first { $0.id == id })
      let state = try #require(satellite.set(at: time)).orbit.state(at: time)
      #expect(state.velocity.length < 0.01)
      let longitude = Math.arcTangent(y: state.position.y, x: state.position.x).radiansInDegrees
      let off = (longitude - Double(row.argumentOfLatitude) - 180).remainder(dividingBy: 360)
      #expect(off.magnitude < 0.001, "\(satellite.id)")
      #expect(state.position.z.magnitude < 1000)
    }
  }

  @Test("a GLONASS satellite is back over the same place after eight days, 17 turns")
  func repeatsGroundTrack() throws {
    let start = GPSTime(week: 2421, secondsOfWeek: 0)
    for satellite in BundledSatellites.of([.glonass]) {
      let later = start.advanced(bySeconds: 8 * 86_164.1)
      let first = try #require(satellite.set(at: start)).orbit.state(at: start).position
      let second = try #require(satellite.set(at: later)).orbit.state(at: later).position
      #expect((first - second).length < 300_000, "\(satellite.id)")
      #expect((25.4e6...25.6e6).contains(first.length))
    }
  }

  @Test(
    "at least six of GPS are in view anywhere at any time of a day, five of GLONASS and Galileo")
  func coversTheEarth() {
    for (latitude, longitude) in [(45.5, 9.2), (-33.0, 151.0), (0, -60), (80, 0)] {
      let place = GeodeticPosition(latitude: latitude, longitude: longitude, height: 0)
      var configuration = ReceiverConfiguration(
        antenna: .standing(place), under: Sky(systems: Set(Self.systems), seed: 1))
      (configuration.elevationMask, configuration.effects) = (10, [.earthRotation])
      var receiver = SimulatedReceiver(configuration)
      for quarter in 0..<96 {
        let time = GPSTime(week: 2421, secondsOfWeek: 129_600 + quarter * 900)
        let seen = Set(receiver.observe(at: time).observations.map(\.satellite))
        let counts = Dictionary(grouping: seen, by: \.constellation).mapValues(\.count)
        #expect(counts[.gps, default: 0] >= 6, "\(place) after \(quarter) quarters")
        #expect(counts[.glonass, default: 0] >= 4)
        #expect(counts[.galileo, default: 0] >= 4)
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
    return (0..<604_800).contains(toe) && toe % 16 == 0 && fits(tgd, bits: 8) && fits(af0, bits: 22)
      && fits(af1, bits: 16) && fits(af2, bits: 8) && fits(m0, bits: 32) && fits(deltaN, bits: 16)
      && (0..<1 << 32).contains(eccentricity) && (0..<1 << 32).contains(rootA)
      && fits(omega0, bits: 32) && fits(omegaDot, bits: 24) && fits(i0, bits: 32)
      && fits(idot, bits: 14) && fits(omega, bits: 32)
      && [harmonics.cuc, harmonics.cus, harmonics.crc, harmonics.crs, harmonics.cic, harmonics.cis]
        .allSatisfy { fits($0, bits: 16) }
  }
}
