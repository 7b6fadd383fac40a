import GNSSBasics
import GNSSSimulation
import RTCMParser
import Testing

@testable import BoardSimulation

/// The errors of real signals, as a station observed them.
@Suite struct StationErrorsTests {
  private static let start = GPSTime(week: 2421, secondsOfWeek: 43_200)
  private static let place = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)

  /// A station's receiver, and one beside it under the sky's models alone.
  private struct Pair {
    var station: SimulatedReceiver
    var rover: SimulatedReceiver
    var errors = StationErrors(at: ECEFPosition(place))
    private(set) var time = start

    init() {
      func receiver(_ seed: UInt64, _ effects: SkyEffects) -> SimulatedReceiver {
        var configuration = GNSSSimulation.ReceiverConfiguration(
          antenna: .standing(place), under: .standard)
        (configuration.seed, configuration.effects) = (seed, effects)
        configuration.phasesStep = true
        return SimulatedReceiver(configuration)
      }
      // The ionosphere's changes would part the codes' mean from the phases.
      station = receiver(1, [.troposphere, .earthRotation])
      rover = receiver(2, [.troposphere, .earthRotation])
    }

    /// Returns the rover's observations less those of the station, in order of satellite and band.
    ///
    /// - Parameter damage: Changes the station's observations.
    mutating func differences(
      _ damage: (inout ObservationEpoch) -> Void = { _ in }
    ) -> [(name: String, code: Double, phase: Double, wavelength: Double)] {
      time = time.advanced(seconds: 1)
      var told = station.observe(at: time)
      damage(&told)
      var measured = rover.observe(at: time)
      let rover = rover
      errors.learn(told) { rover.ranges(from: $0, at: $1) }
      errors.add(to: &measured) { rover.ranges(from: $0, at: $1) }
      return measured.observations.compactMap { one in
        let other = told.observations.first { $0.satellite == one.satellite && $0.code == one.code }
        guard let other, let code = one.code, let frequency = one.carrierFrequency,
          let range = one.pseudorange, let itsRange = other.pseudorange,
          let phase = one.phaserange, let itsPhase = other.phaserange
        else { return nil }
        return (
          "\(one.satellite) \(code)", range - itsRange, phase - itsPhase,
          WGS84.speedOfLight / frequency
        )
      }
    }
  }

  @Test(
    "a wrong date is found by the codes, to the whole second, and a right one is none",
    arguments: [0, -1, 60, -300, 1500])
  func wrongDate(seconds: Int) throws {
    var pair = Pair()
    _ = pair.differences()
    var epoch = pair.station.observe(at: pair.time.advanced(seconds: 1))
    epoch.time = epoch.time.advanced(seconds: -seconds)
    let rover = pair.rover
    let found = pair.errors.dateError(of: epoch) { rover.ranges(from: $0, at: $1) }
    #expect(found == (seconds == 0 ? nil : Int64(seconds) * 1_000_000_000))
  }

  @Test("with every fifth satellite wrong a date is found, and none where no time fits")
  func wrongSatellites() throws {
    var pair = Pair()
    _ = pair.differences()
    let rover = pair.rover
    func found(_ epoch: ObservationEpoch) -> Int64? {
      pair.errors.dateError(of: epoch) { rover.ranges(from: $0, at: $1) }
    }
    var epoch = pair.station.observe(at: pair.time.advanced(seconds: 1))
    epoch.time = epoch.time.advanced(seconds: 250)
    let satellites = Set(epoch.observations.map(\.satellite)).sorted()
    let wrong = Set(satellites.enumerated().filter { $0.offset % 5 == 0 }.map(\.element))
    for index in epoch.observations.indices
    where wrong.contains(epoch.observations[index].satellite) {
      epoch.observations[index].pseudorange? += 1e5
    }
    #expect(found(epoch) == -250_000_000_000)
    for index in epoch.observations.indices {
      let satellite = Double(epoch.observations[index].satellite.number)
      epoch.observations[index].pseudorange? += 1e5 * satellite * satellite
    }
    #expect(found(epoch) == nil)
    epoch.observations.removeAll()
    #expect(found(epoch) == nil)
  }

  @Test(
    "errors that only the station has come into the rover's codes and phases, whole cycles apart")
  func errors() {
    var pair = Pair()
    func far(_ epoch: inout ObservationEpoch) {
      for index in epoch.observations.indices {
        // An orbit that is off by tens of metres, another one for each satellite.
        let error = Double(epoch.observations[index].satelliteNumber) * 3
        epoch.observations[index].pseudorange? += error
        epoch.observations[index].phaserange? += error
      }
    }
    for _ in 0..<5 {
      let differences = pair.differences(far)
      #expect(differences.count > 40)
      let clock = differences[0].code
      for one in differences {
        #expect((one.code - clock).magnitude < 0.01, "\(one.name)")
        let cycles = (one.phase - clock) / one.wavelength
        #expect((cycles - cycles.rounded()).magnitude < 0.01, "\(one.name)")
      }
    }
  }

  @Test("a slip of the station is none of the rover")
  func slips() {
    var pair = Pair()
    let before = pair.differences()
    func slip(_ epoch: inout ObservationEpoch) {
      let carrier = epoch.observations[0].carrierFrequency ?? 1
      epoch.observations[0].phaserange? += 5 * WGS84.speedOfLight / carrier
    }
    for _ in 0..<3 {
      let after = pair.differences(slip)
      #expect(after.map(\.name) == before.map(\.name))
      let slipped = zip(before, after).filter { old, new in
        let cycles = ((new.phase - new.code) - (old.phase - old.code)) / old.wavelength
        return cycles.rounded() != 0
      }
      // The rover's phase goes on, so that it differs from the station's by the slip, and in one carrier only.
      #expect(slipped.count == 1)
    }
  }

  @Test("a code of the station that is off for an epoch is not the rover's, one that stays off is")
  func faults() {
    var pair = Pair()
    for _ in 0..<3 { _ = pair.differences() }
    func fault(_ epoch: inout ObservationEpoch) { epoch.observations[3].pseudorange? += 40 }
    func deviation(_ differences: [(name: String, code: Double, phase: Double, wavelength: Double)])
      -> Double
    {
      let sorted = differences.map(\.code).sorted()
      let middle = sorted[sorted.count / 2]
      return differences.map { ($0.code - middle).magnitude }.max() ?? 0
    }
    #expect((deviation(pair.differences(fault)) - 40).magnitude < 1)
    #expect((deviation(pair.differences(fault)) - 40).magnitude < 1)
    #expect(deviation(pair.differences(fault)) < 1)
    #expect(deviation(pair.differences(fault)) < 1)
  }

  @Test(
    "nothing is added before the first epoch, nor to satellites that the station has not observed for a minute"
  )
  func nothing() {
    var pair = Pair()
    var epoch = pair.rover.observe(at: Self.start)
    let before = epoch
    pair.errors.add(to: &epoch) { _, _ in [] }
    #expect(epoch == before)
    _ = pair.differences()
    for _ in 0..<65 {
      let differences = pair.differences { epoch in
        epoch.observations.removeAll { $0.constellation == .galileo }
      }
      #expect(!differences.contains { $0.name.hasPrefix("E") })
    }
  }
}
