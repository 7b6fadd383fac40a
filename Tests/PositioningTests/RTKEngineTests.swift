import Foundation
import GNSSBasics
import RTCMParser
import RTCMStreams
import TestSupport
import Testing

@testable import Positioning

/// Observations of real receivers, and of a synthesizer that is not ours, in ``SharedCaptures``.
@Suite("A receiver that solves")
struct RTKEngineTests {
  /// A pair of streams with the positions of their antennas.
  struct Pair: Sendable {
    let rover, base: Stream
    let roverPosition, basePosition: GeodeticPosition

    /// The epochs and ephemerides of a stream.
    struct Stream: Sendable {
      var epochs: [ObservationEpoch] = []
      var messages: [RTCMMessage] = []

      init(_ path: String) throws {
        var assembler = EpochAssembler(near: RTKEngineTests.date)
        let bytes = try Array(Data(contentsOf: SharedCaptures.file(path)))
        for frame in scan(bytes, chunkLengths: [bytes.count]).frames {
          guard let message = try? RTCMMessage(decoding: frame.payload.span) else { continue }
          messages.append(message)
          assembler.add(message) { epochs.append($0) }
        }
        assembler.finish { epochs.append($0) }
      }
    }

    init(_ name: String, rover: GeodeticPosition) throws {
      self.rover = try Stream("rtk/\(name)/rover.rtcm3")
      base = try Stream("rtk/\(name)/base.rtcm3")
      roverPosition = rover
      basePosition = GeodeticPosition(
        latitude: 35.134707705, longitude: 136.977577939, height: 104.853)
    }

    /// The pairs are decoded once for all tests.
    static func mosaic() throws -> Pair { try mosaicPair.get() }
    static func synthetic() throws -> Pair { try syntheticPair.get() }

    private static let mosaicPair = Result {
      try Pair(
        "mosaic-static",
        rover: GeodeticPosition(latitude: 35.13469901, longitude: 136.97757549, height: 104.8626))
    }
    private static let syntheticPair = Result {
      try Pair(
        "synth-3km",
        rover: GeodeticPosition(
          latitude: 35.1437166837, longitude: 137.0104979225, height: 125.6364))
    }

    /// Solves epochs of the rover from the first one on, with changes of what is observed, and of how GLONASS's phases are aligned.
    func solve(
      _ options: RTKOptions = RTKOptions(), epochs: Int = .max,
      base position: GeodeticPosition? = nil,
      receivers: (rover: String?, base: String?) = ("SEPT MOSAIC-X5", "SEPT MOSAIC-X5"),
      biases: RTCMMessage? = nil,
      changing: (inout ObservationEpoch, Int) -> Void = { _, _ in },
      changingBase: (inout ObservationEpoch, Int) -> Void = { _, _ in }
    ) -> [Solution] {
      var engine = RTKEngine(options)
      engine.basePosition = ECEFPosition(position ?? basePosition)
      (engine.roverPhases.receiver, engine.basePhases.receiver) = receivers
      if let biases { engine.basePhases.take(biases) }
      for message in base.messages + rover.messages {
        engine.take(message, near: RTKEngineTests.date)
      }
      var number = 0
      return rover.epochs.prefix(epochs).enumerated().map { index, epoch in
        while number < base.epochs.count, base.epochs[number].time <= epoch.time {
          var epoch = base.epochs[number]
          changingBase(&epoch, number)
          engine.takeBase(epoch)
          number += 1
        }
        var epoch = epoch
        changing(&epoch, index)
        return engine.solve(epoch)
      }
    }

    /// Returns the root mean squares of the errors, metres.
    func errors(_ solutions: [Solution]) -> (horizontal: Double, up: Double) {
      var (horizontal, up) = (0.0, 0.0)
      for solution in solutions {
        let off = roverPosition.localOffset(to: GeodeticPosition(solution.position))
        horizontal += off.east * off.east + off.north * off.north
        up += off.up * off.up
      }
      let count = Double(max(solutions.count, 1))
      return ((horizontal / count).squareRoot(), (up / count).squareRoot())
    }
  }

  /// The time of the streams, 2024-06-24 08:20:00 in GPS time.
  static let date = GPSTime(week: 2320, secondsOfWeek: 116_400)

  /// The errors of RTKLIB 2.4.3 b34 on the same files are 0.9 and 1.5 mm, on `synth-3km` 9.2 and 3.2 mm.
  @Test(
    "fixes every epoch of two real receivers, within two millimetres", .compares(with: .captures))
  func mosaic() throws {
    let pair = try Pair.mosaic()
    let solutions = pair.solve()
    #expect(solutions.count == 301)
    #expect(solutions.allSatisfy { $0.state == .fixed })
    let errors = pair.errors(solutions)
    #expect(errors.horizontal < 0.001 && errors.up < 0.0018, "\(errors)")
  }

  @Test("fixes every epoch of a pair three kilometres apart", .compares(with: .captures))
  func synthetic() throws {
    let pair = try Pair.synthetic()
    let solutions = pair.solve()
    #expect(solutions.count == 300)
    #expect(solutions.allSatisfy { $0.state == .fixed })
    let errors = pair.errors(solutions)
    #expect(errors.horizontal < 0.006 && errors.up < 0.006, "\(errors)")
  }

  @Test(
    "fixes every epoch with one system alone", .compares(with: .captures),
    arguments: zip(
      [Constellation.gps, .glonass, .galileo, .beidou], [0.0047, 0.0042, 0.0032, 0.0024]))
  func alone(system: Constellation, horizontal: Double) throws {
    let pair = try Pair.mosaic()
    var options = RTKOptions()
    options.systems = [system]
    let solutions = pair.solve(options)
    #expect(solutions.allSatisfy { $0.state == .fixed })
    let errors = pair.errors(solutions)
    #expect(errors.horizontal < horizontal, "\(errors)")
  }

  @Test(
    "is as good below a fix as RTKLIB: code differences, and float", .compares(with: .captures),
    arguments: [(RTKOptions.Mode.dgnss, 0.2, 0.4), (.float, 0.12, 0.2)])
  func ladder(mode: RTKOptions.Mode, horizontal: Double, up: Double) throws {
    let pair = try Pair.mosaic()
    var options = RTKOptions()
    options.mode = mode
    let solutions = pair.solve(options)
    #expect(solutions.allSatisfy { $0.state == (mode == .dgnss ? .differential : .float) })
    let errors = pair.errors(solutions)
    #expect(errors.horizontal < horizontal && errors.up < up, "\(errors)")
  }

  @Test("gives the same bytes on every run", .compares(with: .captures))
  func deterministic() throws {
    let pair = try Pair.mosaic()
    #expect(pair.solve(epochs: 60) == pair.solve(epochs: 60))
  }
}

@Suite("A receiver that solves, with what is wrong")
struct RTKEngineDamageTests {
  typealias Pair = RTKEngineTests.Pair

  /// Returns whether positions that are called fixed are right.
  private static func areRight(_ solutions: [Solution], _ pair: Pair) -> Bool {
    solutions.filter { $0.state == .fixed }.allSatisfy { solution in
      let off = pair.roverPosition.localOffset(to: GeodeticPosition(solution.position))
      return (off.east * off.east + off.north * off.north).squareRoot() < 0.1
    }
  }

  private static func share(_ solutions: [Solution], _ state: Solution.State) -> Double {
    Double(solutions.count { $0.state == state }) / Double(max(solutions.count, 1))
  }

  @Test(
    "a code that is off by thirty metres, a phase by a cycle or half of one, costs only itself",
    .compares(with: .captures), arguments: [(30.0, 0.0), (0, 1), (0, 0.5), (0, -3)])
  func outlier(metres: Double, cycles: Double) throws {
    let pair = try Pair.mosaic()
    let victim = try #require(
      pair.rover.epochs[0].observations.first {
        $0.constellation == .gps && $0.code?.band == 1 && $0.phaserange != nil && ($0.cnr ?? 0) > 44
      })
    let solutions = pair.solve(
      epochs: 70,
      changing: { epoch, number in
        guard number >= 30 else { return }
        for index in epoch.observations.indices
        where epoch.observations[index].satellite == victim.satellite
          && epoch.observations[index].code == victim.code
        {
          epoch.observations[index].pseudorange? += metres
          let wavelength = 299_792_458 / 1_575_420_000.0
          epoch.observations[index].phaserange? += cycles * wavelength
        }
      })
    #expect(solutions.allSatisfy { $0.state == .fixed })
    let errors = pair.errors(solutions)
    #expect(errors.horizontal < 0.0015 && errors.up < 0.003, "\(errors)")
    let named = solutions[30].leftOut.contains {
      $0.satellite == victim.satellite && $0.band == victim.code?.band
    }
    #expect(named, "\(solutions[30].leftOut)")
  }

  @Test(
    "a base that is not where it says makes no fix", .compares(with: .captures),
    arguments: [(10.0, 0.0), (-3, 10), (5000, 0)])
  func wrongBase(east: Double, north: Double) throws {
    let pair = try Pair.mosaic()
    let solutions = pair.solve(
      epochs: 40, base: pair.basePosition.moved(east: east, north: north))
    #expect(solutions.allSatisfy { $0.state == .single })
    #expect(solutions[0].reason.contains("the base's codes put it"), "\(solutions[0].reason)")
  }

  @Test("a base at the Earth's centre is told")
  func centre() throws {
    let pair = try Pair.mosaic()
    var engine = RTKEngine()
    for message in pair.base.messages { engine.take(message, near: RTKEngineTests.date) }
    engine.basePosition = ECEFPosition(x: 0, y: 0, z: 0)
    engine.takeBase(pair.base.epochs[0])
    let solution = engine.solve(pair.rover.epochs[0])
    #expect(solution.state == .single)
    #expect(solution.reason == "the base's position is not on Earth")
  }

  @Test(
    "no number, and numbers beyond all sense, trap nothing and make no wrong fix",
    .compares(with: .captures))
  func absurd() throws {
    let pair = try Pair.mosaic()
    let values: [Double] = [.nan, .infinity, -.infinity, 0, -1, 1e300, -1e300, 2.3e7]
    let solutions = pair.solve(
      epochs: 120,
      changing: { epoch, number in
        for index in epoch.observations.indices where (index + number) % 7 == 0 {
          let value = values[(index + number) / 7 % values.count]
          switch number % 4 {
          case 0: epoch.observations[index].pseudorange = value
          case 1: epoch.observations[index].phaserange = value
          case 2: epoch.observations[index].cnr = value
          default: epoch.observations[index].carrierFrequency = value
          }
        }
      })
    #expect(solutions.count == 120)
    for solution in solutions {
      let position = solution.position
      #expect((position.x + position.y + position.z).isFinite)
      #expect(solution.covariance.allSatisfy { $0.isFinite })
    }
    #expect(Self.areRight(solutions, pair))
  }

  @Test(
    "doubled and swapped epochs are told, and those around them are solved",
    .compares(with: .captures))
  func order() throws {
    let pair = try Pair.mosaic()
    var engine = RTKEngine()
    engine.basePosition = ECEFPosition(pair.basePosition)
    for message in pair.base.messages { engine.take(message, near: RTKEngineTests.date) }
    let states = [0, 1, 1, 3, 2, 4].map { number in
      engine.takeBase(pair.base.epochs[number])
      return engine.solve(pair.rover.epochs[number]).state
    }
    #expect(states == [.fixed, .fixed, .none, .fixed, .none, .fixed])
  }

  @Test("clocks half a second apart change nothing", .compares(with: .captures))
  func clocks() throws {
    let pair = try Pair.mosaic()
    let metres = 0.5 * 299_792_458
    let solutions = pair.solve(
      epochs: 60,
      changingBase: { epoch, _ in
        epoch.time = epoch.time.advanced(byNanoseconds: 500_000_000)
        for index in epoch.observations.indices {
          epoch.observations[index].pseudorange? += metres
          epoch.observations[index].phaserange? += metres
        }
      })
    // The first epoch comes before the base's.
    #expect(solutions.dropFirst().allSatisfy { $0.state == .fixed })
    let errors = pair.errors(Array(solutions.dropFirst()))
    #expect(errors.horizontal < 0.002 && errors.up < 0.004, "\(errors)")
  }

  @Test("a silent base ages, is told, and is used again at once", .compares(with: .captures))
  func silence() throws {
    let pair = try Pair.mosaic()
    var engine = RTKEngine()
    engine.basePosition = ECEFPosition(pair.basePosition)
    for message in pair.base.messages { engine.take(message, near: RTKEngineTests.date) }
    var found: [Solution] = []
    for (number, epoch) in pair.rover.epochs.enumerated() {
      if !(100..<200).contains(number) { engine.takeBase(pair.base.epochs[number]) }
      found.append(engine.solve(epoch))
    }
    #expect(found[..<100].allSatisfy { $0.state == .fixed })
    #expect((found[159].age - 60).magnitude < 1e-6 && found[159].state == .fixed)
    let errors = pair.errors(Array(found[100..<160]))
    #expect(errors.horizontal < 0.02 && errors.up < 0.03, "\(errors)")
    #expect(found[170].state == .single)
    #expect(found[170].reason == "the base's last observations are 71 s old")
    #expect(found[210...].allSatisfy { $0.state == .fixed })
    #expect(Self.areRight(found, pair))
  }

  @Test("without ephemerides, satellites or a base there is a reason", .compares(with: .captures))
  func nothing() throws {
    let pair = try Pair.mosaic()
    var engine = RTKEngine()
    let first = engine.solve(pair.rover.epochs[0])
    #expect(first.state == .none)
    #expect(first.reason.contains("0 satellites can be used"), "\(first.reason)")
    #expect(first.leftOut.allSatisfy { $0.reason == .noOrbit })
    #expect(first.leftOut.count > 30)
    for message in pair.base.messages { engine.take(message, near: RTKEngineTests.date) }
    let second = engine.solve(pair.rover.epochs[1])
    #expect(second.state == .single)
    #expect(second.reason == "the base's position is not known")
    engine.basePosition = ECEFPosition(pair.basePosition)
    #expect(engine.solve(pair.rover.epochs[2]).reason == "no observations of the base")
    var empty = pair.rover.epochs[3]
    empty.observations = []
    #expect(engine.solve(empty).state == .none)
  }
}
