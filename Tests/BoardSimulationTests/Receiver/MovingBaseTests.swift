import GNSSBasics
import GNSSSimulation
import Mathematics
import RTCMParser
import SensorDrivers
import TestSupport
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

  @Test("at ten epochs a second there are ten headings a second")
  func rate() {
    var antennas = TwoAntennas(.milanWalk)
    #expect(antennas.bench.set([UBXConfigurationItem(.measurementPeriod, 100)]))
    antennas.run(for: 60)
    #expect(antennas.fixed.count > 200)
    let times = antennas.fixed.suffix(100).map(\.timeOfWeekMilliseconds)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 100 })
    #expect(antennas.headingRMS < 0.5)
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

  @Test(
    "both antennas lose the sky at once: without satellites there is no heading")
  func withoutSky() {
    var antennas = TwoAntennas(.standing)
    antennas.run(for: 60)
    let receiver = antennas.bench.receiver
    func condition(_ name: String) -> String? {
      receiver.condition.first { $0.name == name }?.value
    }
    #expect(condition("moving_base") == "rtk-fixed" && condition("heading") != "none")
    receiver.defects.flags = [.noFix, .crc]
    #expect(receiver.movingBase?.defects.flags == [.noFix])
    receiver.defects.flags = [.noFix]
    antennas.run(for: 10)
    #expect(receiver.heading == nil && receiver.movingBase?.fixState == GNSSFix.none)
    receiver.defects.flags = []
    antennas.run(for: 40)
    #expect(receiver.heading != nil)
  }

  @Test("two rates are two languages: at another rate than the base's nothing is understood")
  func otherRate() throws {
    var antennas = TwoAntennas(.standing)
    #expect(antennas.bench.set([UBXConfigurationItem(UARTKeys.uart2.baudRate, 115_200)]))
    antennas.run(for: 50)
    #expect(antennas.vectors.allSatisfy { !$0.flags.contains(.movingBase) })
  }

  @Test("the same bytes, however often they are asked for")
  func pace() {
    func bytes(every milliseconds: Int) -> [UInt8] {
      let antennas = TwoAntennas(.milanWalk)
      var bytes: [UInt8] = []
      while antennas.bench.clock.now < .seconds(45) {
        antennas.bench.clock.advance(to: antennas.bench.clock.now + .milliseconds(milliseconds))
        bytes += antennas.bench.readAll()
      }
      return bytes
    }
    let (seldom, often) = (frames(in: bytes(every: 500)), frames(in: bytes(every: 20)))
    // The last messages have not been asked for yet by one of them.
    #expect(seldom.count > 80 && (seldom.count - often.count).magnitude <= 2)
    for (one, other) in zip(seldom, often) { #expect(one == other) }
  }

  @Test("under the sky of a recorded station both receivers are", .compares(with: .captures))
  func recordedSky() throws {
    let capture = try CaptureEpochs(of: "ky__RTK134_202102051543.rtcm3", epochs: 0..<150)
    var run = StreamRun(
      origin: capture.station?.moved(east: 300, north: 0), positions: .rtk, headingBaseline: 2)
    run.send(capture)
    #expect(run.receiver.fixState == .rtkFixed)
    let heading = try #require(run.receiver.heading)
    let error = heading.degrees - run.receiver.world.heading(at: heading.epoch)
    #expect((error - (error / 360).rounded() * 360).magnitude < 1)
    #expect((heading.length - 2).magnitude < 0.03)
    #expect(run.receiver.movingBase?.fixState == .rtkFixed)
  }

  @Test(
    "message 4072.0 says that a station moves, unless the stream tells its position",
    arguments: [false, true])
  func recognition(tellsPosition: Bool) throws {
    var station = try BaseStationSynthesizer(BaseStationConfiguration())
    var monitor = CorrectionMonitor(solves: true)
    for second in 0..<20 {
      let epoch = station.next()
      var messages = try #require(epoch).messages()
      if !tellsPosition {
        messages.removeAll { [1005, 1006].contains($0.messageType) }
      }
      for message in [.ublox(UBloxMessage(subtype: 0))] + messages {
        let frame = try message.frame()
        monitor.consume(frame.span, on: .uart1, at: .seconds(second)) { _ in }
      }
    }
    #expect(monitor.content.movingBase?.isPresent(at: .seconds(20)) == !tellsPosition)
    #expect((monitor.status.latest != nil) == tellsPosition)
    #expect(monitor.content.movingBase?.isPresent(at: .seconds(40)) == false)
  }

  @Test("4072.1 is no sign of a base that moves")
  func otherSubtype() throws {
    var monitor = CorrectionMonitor(solves: true)
    let frame = try RTCMMessage.ublox(UBloxMessage(subtype: 1, data: [1, 2, 3])).frame()
    monitor.consume(frame.span, on: .uart1, at: .zero) { _ in }
    #expect(monitor.content.movingBase?.isPresent(at: .zero) == false)
  }
}
