import GNSSBasics
import GNSSSimulation
import RTCMParser
import Testing

@testable import Positioning

/// A rover and a base under one synthetic sky: their observations, and where the rover was.
///
/// Its parts can be changed before it is solved.
struct SkyPair: Sendable {
  /// The plan of a pair.
  struct Plan: Sendable {
    var base = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)
    /// The rover's path; `nil` stands 1.2 km from the base.
    var path: AntennaPath?
    var start = GPSTime(week: 2421, secondsOfWeek: 126_000)
    var epochs = 60
    var systems: Set<Constellation> = [.gps, .glonass, .galileo, .beidou]
    /// Without slips, which tests make themselves.
    var effects = SkyEffects.all.subtracting(.slips)
    var seed: UInt64 = 7
  }

  /// The rover's epochs with the ephemerides of its satellites and the true position.
  var rover: [RoverEpoch]
  /// The base's epochs.
  var base: [ObservationEpoch]
  /// The position that the base tells.
  var basePosition: ECEFPosition
  /// Messages that the engine takes before the first epoch, beside those of the rover's epochs.
  var messages: [RTCMMessage] = []

  init(_ plan: Plan = Plan()) throws {
    let sky = Sky(systems: plan.systems, seed: plan.seed)
    var station = BaseStationConfiguration()
    (station.position, station.start) = (plan.base, plan.start.unixTime)
    (station.systems, station.effects, station.seed) = (plan.systems, plan.effects, plan.seed)
    station.sky = sky
    let path = plan.path ?? .standing(plan.base.moved(east: 900, north: -800, up: 12))
    var receiver = ReceiverConfiguration(antenna: path, under: sky)
    (receiver.effects, receiver.equipment) = (plan.effects, .zedF9P)
    receiver.seed = plan.seed + 1
    let synthesizer = try BaseStationSynthesizer(station)
    let start = try #require(synthesizer.nextEpochTime)
    #expect(start == plan.start)
    base = synthesizer.prefix(plan.epochs).map(\.observations)
    let configuration = RoverConfiguration(
      receiver: receiver, start: start, interval: 1_000_000_000)
    rover = Array(RoverSynthesizer(configuration).prefix(plan.epochs))
    basePosition = ECEFPosition(plan.base)
  }

  /// The first epochs of a pair that stands still, made once for all tests: sixty seconds at most.
  static func standing(epochs: Int = 60) throws -> SkyPair {
    var pair = try standingPair.get()
    pair.rover.removeLast(pair.rover.count - epochs)
    pair.base.removeLast(pair.base.count - epochs)
    return pair
  }

  private static let standingPair = Result { try SkyPair() }

  /// Solves all epochs of the rover; each uses the base's epochs up to its own time.
  ///
  /// - Parameters:
  ///   - options: The choices.
  ///   - prepare: Is called before each epoch of the rover, with its index.
  func solve(
    _ options: RTKOptions = RTKOptions(),
    before prepare: (inout RTKEngine, Int) -> Void = { _, _ in }
  ) -> [Solution] {
    var engine = RTKEngine(options)
    engine.basePosition = basePosition
    (engine.roverPhases.receiver, engine.basePhases.receiver) = ("SYNTH", "SYNTH")
    guard let start = rover.first?.observations.time else { return [] }
    for message in messages { engine.take(message, near: start) }
    var known: Set<RTCMMessage> = []
    var next = 0
    return rover.indices.map { index in
      let epoch = rover[index]
      for message in epoch.broadcasts where known.insert(message).inserted {
        engine.take(message, near: epoch.observations.time)
      }
      prepare(&engine, index)
      while next < base.count, base[next].time <= epoch.observations.time {
        engine.takeBase(base[next])
        next += 1
      }
      return engine.solve(epoch.observations)
    }
  }
}

// MARK: Changes

extension SkyPair {
  /// A signal of a satellite.
  struct Signal: Hashable, Sendable {
    let satellite: SatelliteID
    let code: RINEXSignalCode
  }

  /// A signal that both receivers observe at all epochs, the strongest one of its system and band.
  func signal(of system: Constellation, band: UInt8) throws -> Signal {
    let first = try #require(rover.first?.observations.observations)
    let candidates = first.filter { observation in
      observation.constellation == system && observation.code?.band == band
        && base.allSatisfy { $0.has(observation) }
        && rover.allSatisfy { $0.observations.has(observation) }
    }
    let best = try #require(candidates.max { $0.cnr ?? 0 < $1.cnr ?? 0 })
    return Signal(satellite: best.satellite, code: try #require(best.code))
  }

  /// Changes the rover's observations of some epochs.
  mutating func changeRover(
    _ epochs: some Sequence<Int>, _ change: (inout SignalObservation) -> Void
  ) {
    for number in epochs { rover[number].observations.change(change) }
  }

  /// Changes the base's observations of some epochs.
  mutating func changeBase(
    _ epochs: some Sequence<Int>, _ change: (inout SignalObservation) -> Void
  ) {
    for number in epochs { base[number].change(change) }
  }
}

extension ObservationEpoch {
  /// Changes each observation.
  mutating func change(_ change: (inout SignalObservation) -> Void) {
    for index in observations.indices { change(&observations[index]) }
  }

  fileprivate func has(_ other: SignalObservation) -> Bool {
    observations.contains { $0.satellite == other.satellite && $0.code == other.code }
  }
}

extension SignalObservation {
  /// Whether the observation is of a signal.
  func isOf(_ signal: SkyPair.Signal) -> Bool {
    satellite == signal.satellite && code == signal.code
  }

  /// Moves the phase by cycles.
  mutating func slip(_ cycles: Double) {
    guard let carrierFrequency else { return }
    phaserange? += cycles * WGS84.speedOfLight / carrierFrequency
  }
}

// MARK: Judgement

extension SkyPair {
  /// How many solutions are fixed, and which of them are wrong.
  struct Verdict: CustomStringConvertible {
    var count = 0
    var fixed = 0
    /// The indices of fixed solutions that are 10 cm or more from the truth, with the distance.
    var wrong: [(index: Int, metres: Double)] = []
    /// The greatest error of a fixed solution, metres.
    var worst = 0.0

    /// The share of fixed solutions.
    var rate: Double { Double(fixed) / Double(max(count, 1)) }

    var description: String {
      "\(fixed) of \(count) fixed, worst \(worst) m, wrong: "
        + wrong.prefix(5).map { "\($0.index) by \($0.metres) m" }.joined(separator: ", ")
    }
  }

  /// Compares solutions with the truth, and expects of all what holds for any input.
  func judge(
    _ solutions: [Solution], sourceLocation: SourceLocation = #_sourceLocation
  ) -> Verdict {
    #expect(solutions.count == rover.count, sourceLocation: sourceLocation)
    var verdict = Verdict(count: solutions.count)
    for (index, (solution, epoch)) in zip(solutions, rover).enumerated() {
      let faults = solution.faults(at: epoch.observations.time)
      #expect(faults.isEmpty, "epoch \(index): \(faults)", sourceLocation: sourceLocation)
      guard solution.state == .fixed else { continue }
      verdict.fixed += 1
      let error = solution.position.distance(to: ECEFPosition(epoch.position))
      verdict.worst = max(verdict.worst, error)
      if !(error < 0.1) { verdict.wrong.append((index, error)) }
    }
    return verdict
  }
}

extension Solution {
  /// The claims that must hold for any input and do not hold of the solution.
  func faults(at epoch: GPSTime) -> [String] {
    var faults: [String] = []
    if time != epoch { faults.append("another time") }
    let speeds = velocity.map { [$0.x, $0.y, $0.z] } ?? []
    let numbers =
      [position.x, position.y, position.z, age, residual, ratio] + covariance + speeds
    if !numbers.allSatisfy(\.isFinite) { faults.append("no number: \(numbers)") }
    if covariance.count != 6 { faults.append("\(covariance.count) elements of covariance") }
    if state == .none {
      if covariance != [0, 0, 0, 0, 0, 0] { faults.append("a covariance without a position") }
      if !satellites.isEmpty || signals != 0 { faults.append("satellites without a position") }
      if reason.isEmpty { faults.append("no reason") }
    } else {
      if !hasPositiveCovariance { faults.append("covariance \(covariance)") }
      if satellites.isEmpty || signals < satellites.count { faults.append("too few signals") }
    }
    return faults
  }

  private var hasPositiveCovariance: Bool {
    let (xx, yy, zz) = (covariance[0], covariance[1], covariance[2])
    let (xy, yz, zx) = (covariance[3], covariance[4], covariance[5])
    let determinant =
      xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) + zx * (xy * yz - yy * zx)
    return xx > 0 && yy > 0 && zz > 0 && xx * yy > xy * xy && determinant > 0
  }
}
