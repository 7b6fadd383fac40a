import GNSSBasics
import GNSSSimulation
import RTCMParser
import Testing

@testable import Positioning

/// Faults of one signal, one satellite or one field.
@Suite("A receiver that solves, with signals that are wrong")
struct RTKEngineSignalFaultTests {
  /// A fault of a signal, from an epoch on.
  struct Fault: CustomTestStringConvertible, Sendable {
    var metres = 0.0
    var cycles = 0.0
    var since = 0
    var isAtBase = false

    var testDescription: String {
      "\(metres) m and \(cycles) cycles from epoch \(since), \(isAtBase ? "base" : "rover")"
    }

    func strike(_ pair: inout SkyPair, at signal: SkyPair.Signal) {
      func change(_ observation: inout SignalObservation) {
        guard observation.isOf(signal) else { return }
        observation.pseudorange? += metres
        observation.slip(cycles)
      }
      if isAtBase {
        pair.changeBase(since..<pair.base.count, change)
      } else {
        pair.changeRover(since..<pair.rover.count, change)
      }
    }
  }

  private static let systems: [Constellation] = [.gps, .glonass, .galileo, .beidou]

  /// A code that is off takes part in no fix; it may cost time where the fault is there from the first epoch.
  @Test(
    "a code that is off by thirty metres costs only itself, and is named",
    arguments: systems, [(0, false), (0, true), (10, false), (10, true)])
  func code(system: Constellation, place: (since: Int, isAtBase: Bool)) throws {
    var pair = try SkyPair.standing(epochs: 20)
    let signal = try pair.signal(of: system, band: system == .beidou ? 2 : 1)
    Fault(metres: 30, since: place.since, isAtBase: place.isAtBase).strike(&pair, at: signal)
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == 20 && verdict.wrong.isEmpty, "\(verdict)")
    for solution in solutions[place.since...] {
      #expect(solution.leftOut.contains { $0.isOf(signal) && $0.isCode }, "\(solution.leftOut)")
    }
  }

  @Test(
    "a satellite whose codes are all off takes part in nothing", arguments: [1e4, 1e6, 3e8])
  func satellite(metres: Double) throws {
    for since in [0, 10] {
      var pair = try SkyPair.standing(epochs: 14)
      let signal = try pair.signal(of: .gps, band: 1)
      pair.changeRover(since..<14) { observation in
        if observation.satellite == signal.satellite { observation.pseudorange? += metres }
      }
      let solutions = pair.solve()
      let verdict = pair.judge(solutions)
      #expect(verdict.wrong.isEmpty, "from \(since): \(verdict)")
      #expect(verdict.fixed == 14, "from \(since): \(verdict)")
      #expect(solutions[13].leftOut.contains { $0.isOf(signal) && $0.isCode })
    }
  }

  @Test(
    "a phase that slips inside a fix by one cycle, or by half of one, is named and costs only itself",
    arguments: systems, [(1.0, false), (1, true), (0.5, false), (-0.5, true)])
  func slip(system: Constellation, by slip: (cycles: Double, isAtBase: Bool)) throws {
    var pair = try SkyPair.standing(epochs: 20)
    let signal = try pair.signal(of: system, band: system == .beidou ? 2 : 1)
    Fault(cycles: slip.cycles, since: 10, isAtBase: slip.isAtBase).strike(&pair, at: signal)
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == 20 && verdict.wrong.isEmpty, "\(verdict)")
    let leftOut = solutions[10].leftOut
    #expect(leftOut.contains { $0.isOf(signal) && $0.isPhase }, "\(leftOut)")
  }

  /// A whole cycle from the first epoch on is another whole ambiguity.
  @Test("a whole cycle before the fix changes nothing", arguments: systems)
  func wholeCycle(system: Constellation) throws {
    var pair = try SkyPair.standing(epochs: 20)
    let signal = try pair.signal(of: system, band: system == .beidou ? 2 : 1)
    Fault(cycles: 1).strike(&pair, at: signal)
    let verdict = pair.judge(pair.solve())
    #expect(verdict.fixed == 20 && verdict.wrong.isEmpty, "\(verdict)")
  }

  @Test(
    "half a cycle before the fix makes no wrong one, and ends in one",
    arguments: [.gps, .beidou] as [Constellation])
  func halfCycle(system: Constellation) throws {
    var pair = try SkyPair.standing(epochs: 20)
    let signal = try pair.signal(of: system, band: system == .beidou ? 2 : 1)
    Fault(cycles: 0.5).strike(&pair, at: signal)
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.wrong.isEmpty, "\(verdict)")
    #expect(verdict.fixed > 10, "\(verdict)")
    #expect(solutions[19].leftOut.contains { $0.isOf(signal) }, "\(solutions[19].leftOut)")
  }

  @Test("half a cycle that is told is left out until it is gone")
  func toldHalfCycle() throws {
    var pair = try SkyPair.standing()
    let signal = try pair.signal(of: .gps, band: 1)
    pair.changeRover(20..<40) { observation in
      guard observation.isOf(signal) else { return }
      observation.slip(0.5)
      observation.hasHalfCycleAmbiguity = true
    }
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == 60 && verdict.wrong.isEmpty, "\(verdict)")
    for solution in solutions[20..<40] {
      #expect(solution.leftOut.contains { $0.isOf(signal) && $0.reason == .halfCycle })
    }
    #expect(solutions[59].leftOut.allSatisfy { !$0.isOf(signal) }, "\(solutions[59].leftOut)")
  }

  @Test(
    "an epoch whose phases all may be off by half a cycle has the position of its codes",
    arguments: [.rtk, .float] as [RTKOptions.Mode], [false, true])
  func noPhases(mode: RTKOptions.Mode, isStatic: Bool) throws {
    var pair = try SkyPair.standing(epochs: 10)
    pair.changeRover([5]) { $0.hasHalfCycleAmbiguity = true }
    var options = RTKOptions()
    (options.mode, options.isStatic) = (mode, isStatic)
    let solutions = pair.solve(options)
    let verdict = pair.judge(solutions)
    #expect(verdict.wrong.isEmpty, "\(verdict)")
    #expect(solutions[5].state == .differential && solutions[5].reason == "no phases to use")
    #expect(solutions[9].state == (mode == .rtk ? .fixed : .float), "\(solutions[9].reason)")
  }

  @Test("all phases slip at once, told or not, and it is fixed again", arguments: [true, false])
  func allSlip(areTold: Bool) throws {
    var pair = try SkyPair.standing()
    pair.changeRover(30..<60) { observation in
      let satellite = Double(observation.satelliteNumber)
      observation.slip((satellite * 7).truncatingRemainder(dividingBy: 11) - 5)
    }
    if areTold {
      for number in 30..<60 {
        pair.changeRover([number]) { $0.minimumLockTimeMilliseconds = (number - 30) * 1000 }
      }
    }
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.wrong.isEmpty, "\(verdict)")
    #expect(verdict.fixed > 45 && solutions[59].state == .fixed, "\(verdict)")
  }

  /// Every field of a real number, at both receivers, of other signals at each.
  @Test(
    "numbers that are none, and those beyond all sense, make no wrong fix",
    arguments: [.nan, .infinity, -.infinity, 0, 0x1p-1070, 1e300, -1e300, 2.3e7] as [Double])
  func absurd(value: Double) throws {
    for field in Self.fields {
      var pair = try SkyPair.standing(epochs: 12)
      for number in 4..<8 {
        var (own, other) = (0, 0)
        pair.changeRover([number]) { observation in
          own += 1
          if own % 14 == 3 { observation[keyPath: field] = value }
        }
        pair.changeBase([number]) { observation in
          other += 1
          if other % 14 == 10 { observation[keyPath: field] = value }
        }
      }
      let solutions = pair.solve()
      let verdict = pair.judge(solutions)
      #expect(verdict.wrong.isEmpty, "\(field): \(verdict)")
      #expect(solutions[11].state == .fixed, "\(field): \(solutions[11].reason)")
    }
  }

  @Test("codes of zero, of other signals in each epoch, make no wrong fix")
  func zeroCodes() throws {
    var pair = try SkyPair.standing(epochs: 20)
    var count = 0
    pair.changeRover(5..<15) { observation in
      count += 1
      if count % 7 == 0 { observation.pseudorange = 0 }
    }
    let verdict = pair.judge(pair.solve())
    #expect(verdict.wrong.isEmpty, "\(verdict)")
  }

  private static let fields: [any WritableKeyPath<SignalObservation, Double?> & Sendable] = [
    \.pseudorange, \.phaserange, \.phaserangeRate, \.cnr, \.carrierFrequency,
  ]

  @Test(
    "a field of all signals of both receivers that is no number leaves a reason",
    arguments: [.nan, .infinity, 1e300, 1e-300, -1, 0] as [Double])
  func allAbsurd(value: Double) throws {
    for field in Self.fields {
      var pair = try SkyPair.standing(epochs: 10)
      for number in 3..<6 {
        pair.changeRover([number]) { $0[keyPath: field] = value }
        pair.changeBase([number]) { $0[keyPath: field] = value }
      }
      let solutions = pair.solve()
      let verdict = pair.judge(solutions)
      #expect(verdict.wrong.isEmpty, "\(field): \(verdict)")
      #expect(solutions[9].state == .fixed, "\(field): \(solutions[9].reason)")
    }
  }

  @Test(
    "a lock time beyond what can be counted twice is one", arguments: [Int.max, .max / 2, -1, .min])
  func absurdLock(milliseconds: Int) throws {
    var pair = try SkyPair.standing(epochs: 6)
    pair.changeRover([3]) { $0.minimumLockTimeMilliseconds = milliseconds }
    let verdict = pair.judge(pair.solve())
    #expect(verdict.fixed >= 5 && verdict.wrong.isEmpty, "\(verdict)")
  }

  /// Receivers of which nothing is known have biases by the channel of GLONASS, which a frequency tells.
  @Test("a frequency that GLONASS does not have is left out, and is no channel")
  func absurdChannel() throws {
    for value in [1e300, .infinity, .nan, 1e-300, -1e300, 1e19] as [Double] {
      var pair = try SkyPair.standing(epochs: 6)
      func change(_ observation: inout SignalObservation) {
        if observation.constellation == .glonass { observation.carrierFrequency = value }
      }
      pair.changeRover([2], change)
      pair.changeBase([2], change)
      let solutions = pair.solve(before: { engine, _ in engine.roverPhases.receiver = nil })
      let verdict = pair.judge(solutions)
      #expect(verdict.wrong.isEmpty, "\(value): \(verdict)")
      #expect(solutions[2].satellites.allSatisfy { $0.constellation != .glonass })
    }
  }

  @Test("numbers and codes that no satellite has leave the others as they are")
  func absurdNames() throws {
    var pair = try SkyPair.standing(epochs: 20)
    var count = 0
    func change(_ observation: inout SignalObservation) {
      count += 1
      guard count % 5 == 0 else { return }
      switch count / 5 % 4 {
      case 0: observation.satelliteNumber = [.min, -1, 0, 255, 256, .max][count / 20 % 6]
      case 1: observation.code = nil
      case 2: observation.glonassFrequencyChannel = [.min, -8, 14, .max][count / 20 % 4]
      default: observation.minimumLockTimeMilliseconds = [-1, .min, nil, 0][count / 20 % 4]
      }
    }
    pair.changeRover(5..<15, change)
    pair.changeBase(5..<15, change)
    let verdict = pair.judge(pair.solve())
    #expect(verdict.wrong.isEmpty && verdict.fixed > 16, "\(verdict)")
  }

  /// The satellites of Galileo again and again, under all numbers that they do not have.
  @Test("sixty-four satellites of a system are solved")
  func crowd() throws {
    var pair = try SkyPair.standing(epochs: 6)
    let orbits = pair.rover.flatMap(\.broadcasts).compactMap { message in
      if case .galileoEphemeris(let orbit) = message { orbit } else { nil }
    }
    let own = Set(orbits.map(\.satelliteID)).sorted()
    let others = (UInt8(1)...64).filter { !own.contains($0) }
    for (index, number) in others.enumerated() {
      let copied = own[index % own.count]
      for var orbit in orbits where orbit.satelliteID == copied {
        orbit.satelliteID = number
        pair.messages.append(.galileoEphemeris(orbit))
      }
    }
    func crowd(_ epoch: inout ObservationEpoch) {
      for (index, number) in others.enumerated() {
        let copied = SatelliteID(.galileo, Int(own[index % own.count]))
        for var observation in epoch.observations where observation.satellite == copied {
          observation.satelliteNumber = Int(number)
          epoch.observations.append(observation)
        }
      }
    }
    for index in pair.rover.indices { crowd(&pair.rover[index].observations) }
    for index in pair.base.indices { crowd(&pair.base[index]) }
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == 6 && verdict.wrong.isEmpty, "\(verdict)")
    #expect(solutions[5].satellites.count { $0.constellation == .galileo } > 50)
  }

  @Test("an epoch without a satellite has no position, and the next one is fixed")
  func empty() throws {
    var pair = try SkyPair.standing(epochs: 30)
    pair.rover[10].observations.observations = []
    pair.base[20].observations = []
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.wrong.isEmpty, "\(verdict)")
    #expect(solutions[10].state == .none)
    #expect(solutions[10].reason.hasPrefix("0 satellites can be used"), "\(solutions[10].reason)")
    #expect(solutions[11].state == .fixed && solutions[21].state == .fixed)
    #expect(solutions[20].state != .none && !solutions[20].reason.isEmpty)
  }
}

extension LeftOut {
  func isOf(_ signal: SkyPair.Signal) -> Bool {
    satellite == signal.satellite && (band ?? signal.code.band) == signal.code.band
  }

  var isCode: Bool { if case .code = reason { true } else { false } }

  var isPhase: Bool { if case .phase = reason { true } else { false } }
}
