import GNSSBasics
import RTCMParser
import Testing

import SatelliteOrbits

@testable import GNSSSimulation

@Suite("Ephemerides that a sky is given, and what is wrong with them")
struct UnfitEphemerisTests {
  static let time = GPSTime(week: 2421, secondsOfWeek: 129_618)
  static let systems: Set<Constellation> = [.gps, .glonass, .galileo, .beidou, .qzss]

  /// The broadcast messages of satellites of each system, both kinds for Galileo.
  static let messages = BundledSatellites.of(systems).compactMap { $0.set(at: time) }
    .flatMap(\.messages)

  static func sky(_ messages: [RTCMMessage], sent time: GPSTime = time) -> Sky {
    Sky(ephemerides: messages, sent: time, systems: systems, seed: 1)
  }

  /// Returns changed Keplerian ephemerides, each with its defect.
  private static func defects<E: KeplerianEphemeris>(
    _ orbit: E, _ message: (E) -> RTCMMessage
  ) -> [(RTCMMessage, OrbitDefect)] {
    func changed(_ change: (inout E) -> Void) -> RTCMMessage {
      var orbit = orbit
      change(&orbit)
      return message(orbit)
    }
    return [
      (changed { $0.squareRootOfSemiMajorAxis = 0 }, .size(squareRootOfSemiMajorAxis: 0)),
      (changed { $0.squareRootOfSemiMajorAxis = 8191 }, .size(squareRootOfSemiMajorAxis: 8191)),
      (changed { $0.eccentricity = 0.4999 }, .shape(eccentricity: 0.4999)),
    ]
  }

  /// Returns defective versions of a message, each with its defect.
  private static func defects(of message: RTCMMessage) -> [(RTCMMessage, OrbitDefect)] {
    switch message {
    case .gpsEphemeris(var orbit):
      let absurd = defects(orbit) { .gpsEphemeris($0) }
      orbit.health = 1
      return absurd + [(.gpsEphemeris(orbit), .unhealthy)]
    case .qzssEphemeris(var orbit):
      let absurd = defects(orbit) { .qzssEphemeris($0) }
      orbit.health = 0x20
      return absurd + [(.qzssEphemeris(orbit), .unhealthy)]
    case .galileoEphemeris(let orbit):
      return defects(orbit) { .galileoEphemeris($0) }
        + unhealthy(orbit).map { (.galileoEphemeris($0), .unhealthy) }
    case .beidouEphemeris(var orbit):
      let absurd = defects(orbit) { .beidouEphemeris($0) }
      orbit.isUnhealthy = true
      return absurd + [(.beidouEphemeris(orbit), .unhealthy)]
    case .glonassEphemeris(let orbit):
      var (sick, low) = (orbit, orbit)
      sick.isUnhealthyInThirdString = true
      (low.positionX, low.positionY, low.positionZ) = (0, 0, 7000)
      return [(.glonassEphemeris(sick), .unhealthy), (.glonassEphemeris(low), .radius(7e6))]
    default: return []
    }
  }

  /// Returns versions of an ephemeris of Galileo whose own signal has another status, or invalid data.
  private static func unhealthy(_ orbit: GalileoEphemeris) -> [GalileoEphemeris] {
    let healths: [GalileoEphemeris.SignalHealth] = [
      .init(status: 1), .init(status: 3), .init(isDataInvalid: true),
    ]
    return healths.map { health in
      var orbit = orbit
      orbit.navigationMessage =
        orbit.messageType == 1045 ? .fnav(e5a: health) : .inav(e1b: health)
      return orbit
    }
  }

  @Test("those of no satellite in service are left out and counted, each system's")
  func leavesOut() throws {
    var kinds: Set<UInt16> = []
    for message in Self.messages where kinds.insert(message.type).inserted {
      let satellite = try #require(message.orbitingSatellite)
      let others = Self.messages.filter { $0.orbitingSatellite != satellite }
      let defects = Self.defects(of: message)
      #expect(defects.count >= 2)
      for (unfit, reason) in defects {
        let sky = Self.sky(others + [unfit])
        #expect(sky.omissions == [Sky.Omission(satellite: satellite, reason: reason)])
        #expect(!sky.satellites.contains { $0.id == satellite })
        #expect(sky.satellites.count == Set(others.compactMap(\.orbitingSatellite)).count)
      }
    }
    #expect(kinds == [1019, 1020, 1042, 1044, 1045, 1046])
  }

  @Test("an orbit as round as Galileo's lost ones is flown, and none from 0.2 on")
  func greatestEccentricity() {
    for message in Self.messages {
      guard case .gpsEphemeris(var orbit) = message else { continue }
      orbit.eccentricity = 0.2
      #expect(OrbitDefect(in: .gpsEphemeris(orbit)) == .shape(eccentricity: 0.2))
      orbit.eccentricity = 0.2.nextDown
      #expect(OrbitDefect(in: .gpsEphemeris(orbit)) == nil)
    }
  }

  @Test("a satellite with another ephemeris that is right is flown, and not counted")
  func takesTheOther() throws {
    let first = try #require(Self.messages.first)
    let unfit = try #require(Self.defects(of: first).first?.0)
    let sky = Self.sky([unfit, first, unfit])
    #expect(sky.satellites.count == 1 && sky.omissions.isEmpty)
  }

  @Test(
    "those of an hour, a day, weeks or years ago are carried on, and what is told is of now",
    arguments: [1, 24, 7 * 24, 3 * 7 * 24, 2 * 365 * 24, -7 * 24])
  func isStale(hours: Int) throws {
    let now = Self.time.advanced(byNanoseconds: Int64(hours) * 3_600_000_000_000)
    var receiver = SimulatedReceiver(
      ReceiverConfiguration(
        antenna: .standing(SimulatedReceiverTests.milan), under: Self.sky(Self.messages)))
    let epoch = receiver.observe(at: now)
    #expect(epoch.observations.count > 40)
    #expect(try !epoch.messages(msm: 7, stationID: 0).isEmpty)
    for set in receiver.broadcasts {
      let reach = set.satellite.constellation == .glonass ? 1800.0 : 14_400
      #expect(set.validity.contains(now))
      #expect(set.orbit.referenceTime.seconds(since: now).magnitude <= reach, "\(set.satellite)")
    }
  }

  @Test("ephemerides of two weeks are flown each in its own")
  func ofTwoWeeks() throws {
    let next = Self.time.advanced(byNanoseconds: 7 * 86_400_000_000_000)
    let sets = { (time: GPSTime) in
      BundledSatellites.of([.gps]).compactMap { $0.set(at: time) }.flatMap(\.messages)
    }
    let sky = Self.sky(sets(Self.time) + sets(next))
    for (time, messages) in [(Self.time, sets(Self.time)), (next, sets(next))] {
      for satellite in sky.satellites {
        let set = try #require(satellite.set(at: time))
        #expect(set.messages.allSatisfy(messages.contains), "\(satellite.id)")
      }
    }
  }
}
