import Foundation
import GNSSBasics
import RTCMParser
import TestSupport
import Testing

import SatelliteOrbits

@testable import GNSSSimulation

@Suite("A sky of recorded satellites")
struct RecordedSkyTests {
  /// 2024-06-24T08:20:00 GPS time, the start of the shared pair's recording.
  static let recorded = GPSTime(week: 2320, secondsOfWeek: 116_400)
  static let nagoya = GeodeticPosition(latitude: 35.1347, longitude: 136.9776, height: 100)
  static let systems: Set<Constellation> = [.gps, .glonass, .galileo, .beidou, .qzss]

  static func ephemerides() throws -> [RTCMMessage] {
    let file = try #require(SharedCaptures.folder).appending(path: "rtk/mosaic-static/base.rtcm3")
    var scanner = FrameScanner()
    var messages: [RTCMMessage] = []
    scanner.consume(Array(try Data(contentsOf: file)).span) { frame in
      if let message = try? RTCMMessage(decoding: frame.payload),
        message.orbitingSatellite != nil, !messages.contains(message)
      {
        messages.append(message)
      }
    }
    return messages
  }

  static func sky(_ systems: Set<Constellation> = systems) throws -> Sky {
    Sky(ephemerides: try ephemerides(), sent: recorded, systems: systems, seed: 1)
  }

  @Test(
    "while they hold, the very messages that came are flown and told", .compares(with: .captures))
  func fliesWhatWasRecorded() throws {
    let (sky, messages) = (try Self.sky(), try Self.ephemerides())
    #expect(sky.satellites.count >= 40)
    for satellite in sky.satellites {
      let set = try #require(satellite.set(at: Self.recorded))
      #expect(set.validity.contains(Self.recorded))
      #expect(set.messages.allSatisfy { messages.contains($0) }, "\(satellite.id)")
    }
  }

  @Test(
    "two years later RTKLIB puts a station under them where it is",
    .compares(with: .captures, .convbin, .rnx2rtkp),
    arguments: [
      ([.gps, .galileo, .beidou, .qzss], 0.01), ([.glonass], 0.05),
    ] as [(Set<Constellation>, Double)])
  func isRedated(systems: Set<Constellation>, tolerance: Double) throws {
    var station = BaseStationConfiguration()
    (station.position, station.interval) = (Self.nagoya, .seconds(60))
    (station.systems, station.effects) = (systems, [.earthRotation, .clocks])
    station.sky = try Self.sky(systems)
    let folder = try TemporaryFolder()
    try RTKLIB.convert(
      OutsideDecoderTests.stream(station, epochs: 180), to: "base", in: folder.url)
    let solutions = try RTKLIB.solve(
      ["base.obs", "base.nav"], options: ["pos1-posmode=single", "pos1-frequency=l1"],
      in: folder.url)
    #expect(solutions.count >= 120)
    let errors = solutions.map { $0.position.distance(to: ECEFPosition(Self.nagoya)) }
    #expect(try #require(errors.max()) < tolerance)
  }

  @Test("phases go on where the recording ends", .compares(with: .captures))
  func isContinuous() throws {
    let sky = try Self.sky()
    let ends = sky.satellites.compactMap { $0.set(at: Self.recorded)?.validity.upperBound }
    for end in Set(ends) {
      var receiver = SimulatedReceiverTests.receiver {
        ($0.sky, $0.antenna) = (sky, .standing(Self.nagoya))
      }
      let epochs = [-2.0, -1, 0, 1].map {
        receiver.observe(at: end.advanced(bySeconds: $0)).observations
      }
      guard Set(epochs.map(\.count)).count == 1 else { continue }  // a satellite rose or set
      // The observations fit into messages, however far apart the orbits are.
      for epoch in epochs {
        let told = ObservationEpoch(time: end, stationID: 0, observations: epoch)
        #expect(try !told.messages(msm: 7, stationID: 0).isEmpty)
      }
      for index in epochs[0].indices {
        // After a change to a nearly circular orbit a GLONASS satellite is kilometres away, and its phase
        // starts over.
        if epochs[2][index].minimumLockTimeMilliseconds == 0 { continue }
        let phases = try epochs.map { try #require($0[index].phaserange) }
        let third = phases[3] - 3 * phases[2] + 3 * phases[1] - phases[0]
        // Two descriptions of an orbit differ a little in speed.
        #expect(third.magnitude < 0.2, "\(epochs[0][index].satellite): \(third)")
      }
    }
  }

  @Test("behind what was recorded a satellite goes on where it was, wherever its toe is")
  func goesOn() throws {
    let messages = UnfitEphemerisTests.messages.map { message in
      switch message {
      case .gpsEphemeris(var orbit):
        orbit.referenceTime -= 1200
        return RTCMMessage.gpsEphemeris(orbit)
      case .beidouEphemeris(var orbit):
        orbit.referenceTime -= 1200
        // For a geostationary satellite, deviations from a circle are left out.
        (orbit.eccentricity, orbit.crs, orbit.cuc, orbit.cic) = (0.001, 100, 1e-6, 1e-6)
        return .beidouEphemeris(orbit)
      default: return message
      }
    }
    let sky = UnfitEphemerisTests.sky(messages)
    #expect(sky.satellites.contains { $0.id.isBeiDouGEO })
    for satellite in sky.satellites where [.gps, .beidou].contains(satellite.id.constellation) {
      let set = try #require(satellite.set(at: UnfitEphemerisTests.time))
      let late = set.validity.upperBound.advanced(bySeconds: 1)
      let next = try #require(satellite.set(at: late))
      #expect(next.messages != set.messages)
      let jump = next.orbit.state(at: late).position - set.orbit.state(at: late).position
      // A geostationary satellite stands still from then on.
      #expect(jump.length < (satellite.id.isBeiDouGEO ? 500_000 : 20_000), "\(satellite.id)")
      guard satellite.id.isBeiDouGEO, case .beidouEphemeris(let told)? = next.messages.first else {
        continue
      }
      #expect(told.eccentricity == 0)
      #expect([told.cuc, told.cus, told.crc, told.crs, told.cic, told.cis] == [0, 0, 0, 0, 0, 0])
      // The satellite stands at its longitude of the reference time, to a tenth of a degree by
      // the node's rounding.
      let toe = GPSTime(
        week: late.week, millisecondsOfWeek: set.orbit.referenceTime.millisecondsOfWeek)
      let (was, stands) = (
        set.orbit.state(at: toe).position, next.orbit.state(at: late).position
      )
      #expect((atan2(was.y, was.x) - atan2(stands.y, stands.x)).magnitude < 1e-3)
      #expect(stands.z.magnitude < 1000)
    }
  }

  @Test("a day later a satellite is where its mean motion has brought it")
  func keepsMeanMotion() throws {
    let later = UnfitEphemerisTests.time.advanced(bySeconds: 86_400)
    for sign in [-1.0, 1] {
      for case .gpsEphemeris(var told) in UnfitEphemerisTests.messages {
        // The greatest mean motion difference of the message moves the satellite by 52 km a day, forward
        // or back.
        told.meanMotionDifference = sign * 32_767 * 0x1p-43
        (told.inclinationRate, told.ascensionRate) = (0, 0)
        let sky = UnfitEphemerisTests.sky([.gpsEphemeris(told)])
        let set = try #require(sky.satellites.first?.set(at: later))
        let distance =
          set.orbit.state(at: later).position
          - BroadcastOrbit(told, near: UnfitEphemerisTests.time).state(at: later).position
        #expect(distance.length < 5000, "\(set.satellite)")
      }
    }
  }

  @Test("what cannot be flown is left out, and told", .compares(with: .captures))
  func leavesOut() throws {
    var changed: [SatelliteID] = []
    let messages = try Self.ephemerides().map { message in
      guard case .gpsEphemeris(var orbit) = message, let id = message.orbitingSatellite else {
        return message
      }
      switch changed.firstIndex(of: id) ?? changed.count {
      case 0: orbit.eccentricity = 0.5
      case 1: orbit.squareRootOfSemiMajorAxis = 0
      case 2: orbit.health = 63
      default: return message
      }
      if !changed.contains(id) { changed.append(id) }
      return .gpsEphemeris(orbit)
    }
    try #require(changed.count == 3)
    let sky = Sky(ephemerides: messages, sent: Self.recorded, systems: [.gps], seed: 1)
    let reasons = Dictionary(
      uniqueKeysWithValues: sky.omissions.map { ($0.satellite, $0.reason) })
    #expect(reasons[changed[0]] == .shape(eccentricity: 0.5))
    #expect(reasons[changed[1]] == .size(squareRootOfSemiMajorAxis: 0))
    #expect(reasons[changed[2]] == .unhealthy)
    #expect(!sky.satellites.contains { changed.contains($0.id) })
    #expect("\(OrbitDefect.shape(eccentricity: 0.5))" == "its eccentricity is 0.5, not below 0.2")
  }

  @Test("a sky without satellites is no reason to trap")
  func isEmpty() {
    let sky = Sky(ephemerides: [], sent: Self.recorded, systems: Self.systems, seed: 1)
    var receiver = SimulatedReceiverTests.receiver { $0.sky = sky }
    #expect(receiver.observe(at: Self.recorded).observations.isEmpty)
  }
}
