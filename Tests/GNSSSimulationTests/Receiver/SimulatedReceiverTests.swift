import GNSSBasics
import Mathematics
import RTCMParser
import Testing

import SatelliteOrbits

@testable import GNSSSimulation

@Suite("Simulated receiver")
struct SimulatedReceiverTests {
  static let milan = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)
  static let start = GPSTime(week: 2421, secondsOfWeek: 129_618)

  static let sky = Sky(systems: [.gps, .glonass, .galileo, .beidou, .qzss], seed: 1)

  static func receiver(
    _ effects: SkyEffects = [.earthRotation], seed: UInt64 = 1,
    _ change: (inout ReceiverConfiguration) -> Void = { _ in }
  ) -> SimulatedReceiver {
    var configuration = ReceiverConfiguration(antenna: .standing(milan), under: sky)
    (configuration.effects, configuration.seed) = (effects, seed)
    change(&configuration)
    return SimulatedReceiver(configuration)
  }

  static func time(_ seconds: Double) -> GPSTime { start.advanced(bySeconds: seconds) }

  @Test("what is observed does not depend on who asked before")
  func observesLate() throws {
    func rover(_ configuration: inout ReceiverConfiguration) {
      (configuration.equipment, configuration.hasFollowedBefore) = (.zedF9P, false)
    }
    var (asked, unasked) = (Self.receiver(.all, rover), Self.receiver(.all, rover))
    let first = unasked.observations()
    #expect(first == nil)
    let path = AntennaPath.moving { time in
      var place = Self.milan
      place.latitude += 1e-6 * time.seconds(since: Self.start)
      return place
    }
    // Most satellites have new ephemerides from the thirteenth epoch on, which is observed as well.
    for second in 0..<40 {
      let time = Self.time(Double(second - 30))
      asked.track(at: time, from: path, through: nil)
      let observed = asked.observations()
      let epoch = try #require(observed)
      let tracked = unasked.track(at: time, from: path, through: nil)
      #expect(tracked.map { Optional($0.signal.cnr) } == epoch.observations.map(\.cnr))
      guard second % 13 == 12 else { continue }
      let late = unasked.observations()
      #expect(late == epoch && epoch.observations.count > 50)
    }
  }

  @Test("only the satellites that it is told of are followed, and the others anew later")
  func followsSome() throws {
    var receiver = Self.receiver()
    let all = Set(receiver.observe(at: Self.time(0)).observations.map(\.satellite))
    let some = Self.sky.satellites.map(\.id).filter { all.contains($0) && $0.number % 2 == 1 }
    #expect(!some.isEmpty && some.count < all.count)
    receiver.track(
      at: Self.time(1), from: .standing(Self.milan), through: nil, following: some)
    let epoch = receiver.observations()
    let followed = try #require(epoch).observations
    #expect(Set(followed.map(\.satellite)) == Set(some))
    let after = receiver.observe(at: Self.time(2)).observations
    #expect(Set(after.map(\.satellite)) == all)
    for observation in after {
      let isOld = some.contains(observation.satellite)
      #expect((observation.minimumLockTimeMilliseconds ?? 0 > 1000) == isOld)
    }
  }

  @Test("under another sky a satellite is where it was, for as long as what it told there holds")
  func comesUnderAnotherSky() throws {
    // The satellites exchange their orbits.
    let messages = Self.sky.satellites.compactMap { $0.set(at: Self.start)?.messages.first }
    let exchanged = messages.compactMap { message -> RTCMMessage? in
      guard case .gpsEphemeris(var orbit) = message else { return nil }
      orbit.satelliteID = 33 - orbit.satelliteID
      return .gpsEphemeris(orbit)
    }
    let other = Sky(ephemerides: exchanged, sent: Self.start, systems: [.gps], seed: 1)
    var receiver = Self.receiver()
    let first = receiver.observe(at: Self.time(0)).observations
    let before = first.filter { other.satelliteIDs.contains($0.satellite) }
    receiver.come(under: other)
    let after = receiver.observe(at: Self.time(31)).observations
    var count = 0
    for was in before {
      guard
        let observation = after.first(where: {
          $0.satellite == was.satellite && $0.code == was.code
        })
      else { continue }
      count += 1
      // The satellite has moved by at most half a degree, and its phase is still tracked.
      #expect(try abs(#require(observation.cnr) - #require(was.cnr)) < 0.3, "\(was.satellite)")
      #expect((observation.minimumLockTimeMilliseconds ?? 0) >= 31_000)
    }
    #expect(count >= 15 && count >= before.count - 2)
  }

  @Test("signals that a jammer drowns are lost, and begin anew when it ends")
  func isJammed() {
    var receiver = Self.receiver()
    let count = receiver.observe(at: Self.time(0)).observations.count
    let place = AntennaPath.standing(Self.milan)
    for (second, loss, isLost) in [(1, 10.0, false), (2, 40, true), (3, 0, false)] {
      let tracked = receiver.track(
        at: Self.time(Double(second)), from: place, through: SkyView(loss: loss))
      #expect(tracked.isEmpty == isLost)
    }
    let after = receiver.observe(at: Self.time(4)).observations
    #expect(after.count == count)
    #expect(after.allSatisfy { $0.minimumLockTimeMilliseconds == 1000 })
    for second in 5...6 {
      receiver.track(at: Self.time(Double(second)), from: place, through: SkyView())
    }
    let last = receiver.observations()?.observations ?? []
    #expect(last.count == count && last.allSatisfy { $0.minimumLockTimeMilliseconds == 3000 })
  }

  @Test("a range is what light takes, seen from a frame that does not rotate")
  func solvesLightTime() throws {
    let antenna = Antenna(Self.milan)
    for satellite in BundledSatellites.of([.gps, .beidou, .glonass]) {
      let orbit = try #require(satellite.set(at: Self.start)).orbit
      let sight = LineOfSight(from: orbit, to: antenna, receivedAt: Self.start)
      let travelTime = sight.range / GPSConstants.speedOfLight
      let sent = orbit.state(at: Self.start, minus: travelTime)
      let turned = sent.position.turned(by: travelTime)
      #expect(((turned - antenna.position).length - sight.range).magnitude < 1e-6)
      // The first-order Sagnac correction, ω/c (x y' - y x'), which other programs use.
      let geometric = (sent.position - antenna.position).length
      let sagnac =
        GPSConstants.earthRotationRate / GPSConstants.speedOfLight
        * (sent.position.x * antenna.position.y - sent.position.y * antenna.position.x)
      #expect((geometric + sagnac - sight.range).magnitude < 2e-3)
      #expect(sagnac.magnitude < 65)
    }
  }

  @Test("the phaserange rate is the derivative of the phaserange, clock and atmosphere included")
  func differentiatesPhase() throws {
    var receiver = Self.receiver([.earthRotation, .troposphere, .ionosphere])
    let epochs = [-0.5, 0, 0.5].map { receiver.observe(at: Self.time(1 + $0)).observations }
    #expect(epochs[1].count >= 60)
    for (index, observation) in epochs[1].enumerated() {
      let phases = try epochs.map { try #require($0[index].phaserange) }
      let rate = try #require(observation.phaserangeRate)
      // The atmosphere's rate is that of the half second before.
      #expect((phases[2] - phases[0] - rate).magnitude < 1e-4, "\(observation.satellite)")
    }
  }

  private static func sets(of receiver: SimulatedReceiver) -> [SatelliteID: BroadcastSet] {
    Dictionary(uniqueKeysWithValues: receiver.broadcasts.map { ($0.satellite, $0) })
  }

  /// Returns the phase minus the code, without the group delay of the satellite's set, in cycles.
  private static func ambiguity(
    of signal: SignalObservation, _ set: BroadcastSet?
  ) throws -> Double {
    let delay = try #require(set).groupDelay(ofBand: try #require(signal.code).band)
    let wavelength = WGS84.speedOfLight / (try #require(signal.carrierFrequency))
    let difference = try #require(signal.phaserange) - (try #require(signal.pseudorange))
    return (difference + delay) / wavelength
  }

  @Test("phase minus code is a whole number of cycles less the group delay, one for each arc")
  func keepsAmbiguities() throws {
    var receiver = Self.receiver { $0.sky = Sky(systems: [.gps], seed: 1) }
    var cycles: [[Int]: Int] = [:]
    // The epochs span the change of data at 14:00.
    for step in 0..<240 {
      let epoch = receiver.observe(at: Self.time(Double(step) * 60))
      let sets = Self.sets(of: receiver)
      for signal in epoch.observations {
        let ambiguity = try Self.ambiguity(of: signal, sets[signal.satellite])
        #expect((ambiguity - ambiguity.rounded()).magnitude < 0.005)
        let lock = try #require(signal.minimumLockTimeMilliseconds)
        let arc = [
          signal.satelliteNumber, Int(try #require(signal.signalID)), step * 60_000 - lock,
        ]
        #expect(
          cycles.updateValue(Int(ambiguity.rounded()), forKey: arc) ?? Int(ambiguity.rounded())
            == Int(ambiguity.rounded()))
      }
    }
    #expect(cycles.count > 30)  // satellites rose and set
  }

  @Test("half a cycle is missing from some phases that say so, and from no others")
  func missesHalfCycles() throws {
    var receiver = Self.receiver([.earthRotation, .slips]) {
      ($0.sky, $0.hasFollowedBefore) = (Sky(systems: [.gps], seed: 1), false)
    }
    var halves: [Bool: Int] = [:]
    for step in 0..<20 {
      let epoch = receiver.observe(at: Self.time(Double(step)))
      let sets = Self.sets(of: receiver)
      for signal in epoch.observations {
        let ambiguity = try Self.ambiguity(of: signal, sets[signal.satellite])
        let isHalf = (ambiguity - ambiguity.rounded()).magnitude > 0.25
        #expect(!isHalf || signal.hasHalfCycleAmbiguity)
        if signal.hasHalfCycleAmbiguity { halves[isHalf, default: 0] += 1 }
      }
    }
    #expect(halves[true] ?? 0 > 10 && halves[false] ?? 0 > 10)
  }

  @Test("a weak signal slips by whole cycles, one time in ten without a word")
  func slips() throws {
    var receiver = Self.receiver([.earthRotation, .slips]) {
      $0.sky = Sky(systems: [.gps], seed: 1)
    }
    var last: [[Int]: (ambiguity: Double, lock: Int)] = [:]
    var slips = (told: 0, untold: 0)
    for step in 0..<200 {
      receiver.track(
        at: Self.time(Double(10 * step)), from: .standing(Self.milan),
        through: SkyView(loss: 19))
      let (epoch, sets) = (receiver.observations(), Self.sets(of: receiver))
      for signal in try #require(epoch).observations {
        let ambiguity = try Self.ambiguity(of: signal, sets[signal.satellite])
        let lock = try #require(signal.minimumLockTimeMilliseconds)
        let name = [signal.satelliteNumber, Int(try #require(signal.signalID))]
        let before = last.updateValue((ambiguity, lock), forKey: name)
        guard let before, (ambiguity - before.ambiguity).magnitude > 0.75 else { continue }
        if lock > before.lock { slips.untold += 1 } else { slips.told += 1 }
      }
    }
    #expect(slips.untold > 10 && slips.told > 5 * slips.untold)
    #expect(slips.told < 20 * slips.untold)
  }

  @Test("phases go on smoothly when the navigation data change, and when the week does")
  func isSmoothAtCutOver() throws {
    for change in [
      GPSTime(week: 2421, secondsOfWeek: 86_400 + 14 * 3600), GPSTime(week: 2422, secondsOfWeek: 0),
      // A half hour of UTC, the start of GLONASS data.
      GPSTime(week: 2421, secondsOfWeek: 129_618),
    ] {
      var receiver = Self.receiver()
      let epochs = [-2.0, -1, 0, 1].map {
        receiver.observe(at: change.advanced(bySeconds: $0)).observations
      }
      #expect(epochs[0].count >= 60)
      for (index, observation) in epochs[0].enumerated() {
        let phases = try epochs.map { try #require($0[index].phaserange) }
        let third = phases[3] - 3 * phases[2] + 3 * phases[1] - phases[0]
        #expect(third.magnitude < 0.003, "\(observation.satellite)")
      }
    }
  }

  @Test("satellites are ascending, above the mask, and the stronger the higher")
  func respectsMask() throws {
    var receiver = Self.receiver {
      ($0.elevationMask, $0.sky) = (10, Sky(systems: [.gps, .galileo], seed: 1))
    }
    for step in 0..<300 {
      let time = Self.time(Double(step) * 240)
      let epoch = receiver.observe(at: time)
      let satellites = epoch.observations.map(\.satellite)
      #expect(satellites == satellites.sorted())
      var byElevation: [(sine: Double, cnr: Double)] = []
      for set in receiver.broadcasts {
        let sight = LineOfSight(from: set.orbit, to: Antenna(Self.milan), receivedAt: time)
        #expect(sight.sineOfElevation >= Math.sine(10.0.degreesInRadians))
        let first = try #require(
          epoch.observations.first { $0.satellite == set.satellite && $0.code?.band == 1 })
        byElevation.append((sight.sineOfElevation, try #require(first.cnr)))
      }
      let strengths = byElevation.sorted { $0.sine < $1.sine }.map(\.cnr)
      #expect(strengths == strengths.sorted())
      #expect(strengths.allSatisfy { (35...51).contains($0) })
    }
  }

  @Test("skipping satellites that cannot have risen misses none")
  func missesNone() {
    var receiver = Self.receiver()
    for step in 0..<200 {
      let time = Self.time(Double(step) * 150)
      var fresh = Self.receiver()
      #expect(
        Set(receiver.observe(at: time).observations.map(\.satellite))
          == Set(fresh.observe(at: time).observations.map(\.satellite)))
    }
  }

  @Test("lock time runs from the rise, or from minutes before the start")
  func countsLockTime() {
    var receiver = Self.receiver()
    var inView: Set<SatelliteID> = []
    for step in 0..<300 {
      let observations = receiver.observe(at: Self.time(Double(step) * 60)).observations
      for observation in observations {
        let lock = observation.minimumLockTimeMilliseconds ?? -1
        if step == 0 {
          #expect((60_000...3_060_000).contains(lock))
        } else if inView.contains(observation.satellite) {
          #expect(lock >= 60_000)
        } else {
          #expect(lock == 0)
        }
      }
      inView = Set(observations.map(\.satellite))
    }
  }

  @Test("each receiver tracks what it can of what is sent: a ZED-F9P no P(Y), and L2C of some")
  func tracksSignals() {
    func codes(_ equipment: Equipment, _ satellite: SatelliteID) -> Set<String> {
      var receiver = Self.receiver { $0.equipment = equipment }
      var codes: Set<String> = []
      for hour in 0..<24 {
        for observation in receiver.observe(at: Self.time(Double(hour) * 3600)).observations
        where observation.satellite == satellite {
          codes.insert(observation.code.map { "\($0)" } ?? "")
        }
      }
      return codes
    }
    #expect(codes(.station, SatelliteID(.gps, 1)) == ["1C", "2W", "2L"])
    #expect(codes(.zedF9P, SatelliteID(.gps, 1)) == ["1C", "2L"])
    #expect(codes(.zedF9P, SatelliteID(.gps, 13)) == ["1C"])
    #expect(codes(.zedF9P, SatelliteID(.galileo, 2)) == ["1C", "7Q"])
    #expect(codes(.zedF9P, SatelliteID(.glonass, 2)) == ["1C", "2C"])
    #expect(codes(.zedF9P, SatelliteID(.beidou, 11)) == ["2I", "7I"])
    #expect(codes(.zedF9P, SatelliteID(.beidou, 20)) == ["2I"])
  }
}
