import GNSSBasics
import GNSSSimulation
import Mathematics
import RTCMParser
import SensorDrivers
import Testing

@testable import BoardSimulation

/// A second antenna on the board, whose receiver is a base that moves with it.
@Suite struct MovingBaseTests {
  /// A receiver with two antennas, and what it tells of the vector between them.
  struct TwoAntennas {
    let bench: ReceiverBench
    private(set) var vectors: [NavRelPosNED] = []
    private(set) var positions: [NavPVT] = []

    init(
      _ scenario: WorldScript, distance: Double = 1, seed: UInt64 = 1,
      changing: (ReceiverBench) -> Void = { _ in }
    ) {
      bench = ReceiverBench(
        world: World(scenario: scenario), seed: seed, positions: .rtk, headingBaseline: distance)
      changing(bench)
      #expect(
        bench.set([
          UBXConfigurationItem(.outputNavRelPosNED, 1), UBXConfigurationItem(.outputNavPVT, 1),
          UBXConfigurationItem(.i2cOutputNMEA, 0),
        ]))
    }

    mutating func run(for seconds: Int) {
      let bytes = bench.run(until: bench.clock.now + .seconds(seconds))
      for frame in frames(in: bytes) {
        if let pvt = frame.navPVT { positions.append(pvt) }
        if frame.messageID == .navRelPosNED,
          let vector = try? NavRelPosNED(decoding: frame.payload.span)
        {
          vectors.append(vector)
        }
      }
    }

    /// The vectors with whole ambiguities.
    var fixed: [NavRelPosNED] { vectors.filter { $0.carrierSolution == .fixed } }

    /// Returns the error of a vector's heading, degrees, -180...180.
    func headingError(of vector: NavRelPosNED) -> Double {
      let world = bench.receiver.world
      // The bench boots within a week, and its first second is known.
      let boot = GPSTime(ReceiverBench.bootDate)?.millisecondsOfWeek ?? 0
      let elapsed = Int64(vector.timeOfWeekMilliseconds) - Int64(boot)
      let error = Double(vector.headingE5) / 1e5 - world.heading(at: .milliseconds(elapsed))
      return error - (error / 360).rounded() * 360
    }

    var headingRMS: Double {
      let squares = fixed.map { headingError(of: $0) * headingError(of: $0) }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
  }

  @Test(
    "NAV-RELPOSNED tells the heading to half a degree, RMS, at a metre, standing and walking",
    arguments: [WorldScript.standing, .milanWalk])
  func heading(scenario: WorldScript) throws {
    var antennas = TwoAntennas(scenario)
    antennas.run(for: 180)
    #expect(antennas.fixed.count >= 120)
    #expect(antennas.headingRMS < 0.5)
    let flags: NavRelPosNED.Flags = [
      .gnssFixOK, .differential, .relativePositionValid, .headingValid, .movingBase,
    ]
    for vector in antennas.fixed {
      #expect(vector.flags.isSuperset(of: flags))
      #expect(!vector.flags.contains(.referenceObservationsMissing))
      #expect((vector.lengthMetres - 1).magnitude < 0.03)
      #expect(antennas.headingError(of: vector).magnitude < 2)
      #expect((0.01...2).contains(Double(vector.headingAccuracyE5) / 1e5))
    }
    // The position is the receiver's own, without corrections.
    #expect(antennas.positions.last?.carrierSolution == .absent)
    #expect(antennas.positions.last?.fixType == .threeDimensional)
  }

  @Test("each epoch has one NAV-RELPOSNED, and one second apart")
  func everyEpoch() throws {
    var antennas = TwoAntennas(.standing)
    antennas.run(for: 60)
    let times = antennas.vectors.map(\.timeOfWeekMilliseconds)
    #expect(times.count >= 58)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 1000 })
  }

  @Test("a line that is cut leaves vectors without a value, and then the receiver without a base")
  func cutLine() throws {
    var antennas = TwoAntennas(.standing)
    antennas.run(for: 60)
    #expect(antennas.vectors.last?.carrierSolution == .fixed)
    #expect(antennas.bench.receiver.heading != nil)
    #expect(antennas.bench.set([UBXConfigurationItem(UARTKeys.uart2.enabled, 0)]))
    antennas.run(for: 5)
    let last = try #require(antennas.vectors.last)
    #expect(last.flags == [.gnssFixOK, .movingBase])
    #expect(last.lengthMetres == 0 && antennas.bench.receiver.heading == nil)
    antennas.run(for: 15)
    #expect(antennas.vectors.last?.flags == .gnssFixOK)
    #expect(antennas.bench.set([UBXConfigurationItem(UARTKeys.uart2.enabled, 1)]))
    antennas.run(for: 30)
    #expect(antennas.vectors.last?.carrierSolution == .fixed)
  }

  @Test("two rates are two languages: at another rate than the base's nothing is understood")
  func otherRate() throws {
    var antennas = TwoAntennas(.standing)
    #expect(antennas.bench.set([UBXConfigurationItem(UARTKeys.uart2.baudRate, 115_200)]))
    antennas.run(for: 50)
    #expect(antennas.vectors.allSatisfy { !$0.flags.contains(.movingBase) })
  }
}
