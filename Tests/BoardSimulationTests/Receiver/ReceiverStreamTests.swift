@testable import BoardSimulation
import GNSSBasics
import RTCMParser
import SensorDrivers
import TestSupport
import Testing

private let str17 = "swift__week-rollover-STR17.rtcm3"

@Suite("u-blox receiver model: captured corrections", .compares(with: .captures))
struct ReceiverStreamTests {
  @Test("a base a kilometre away lifts it to rtk-fixed, with centimetres of error")
  func climbsToFixed() throws {
    let capture = try CaptureEpochs(of: str17)
    let station = try #require(capture.station)
    var run = StreamRun(origin: station.moved(east: 0, north: 1000))
    run.send(capture)
    #expect(run.states == [.threeD, .dgnss, .rtkFloat, .rtkFixed])
    #expect(run.fixedErrors.count > 100)
    let squares = run.fixedErrors.reduce(0) { $0 + $1 * $1 } / Double(run.fixedErrors.count)
    #expect((0.005...0.05).contains(squares.squareRoot()))
    let reason = run.receiver.fixReason.sentence
    #expect(reason.hasPrefix("rtk-fixed: station 0 with "))
    #expect(reason.contains("baseline 1.0 km"))
    #expect(run.receiver.correctionBytes == run.sentBytes)
    #expect(try #require(run.receiver.correctionAge) <= .seconds(1))
    #expect(try #require(run.receiver.accuracy).horizontal < 0.03)
  }

  @Test(
    "every capture with a station and MSM4 or MSM7 leads to rtk-fixed",
    arguments: [
      "swift__week-rollover-STR24.rtcm3", "swift__trimble.rtcm",
      "pygnssutils__pygpsdata-rtcm3.log", "derived__trimble_garbage.rtcm3",
      "../rtk/mosaic-static/base.rtcm3", "../rtk/synth-3km/base.rtcm3",
    ])
  func fixesWithOtherCaptures(name: String) throws {
    let capture = try CaptureEpochs(of: name, epochs: 0..<100)
    let station = try #require(capture.station)
    var run = StreamRun(origin: station.moved(east: 700, north: -700))
    run.send(capture)
    #expect(run.states.contains(.rtkFixed), "\(run.receiver.fixReason.sentence)")
    #expect(run.receiver.fixReason.sentence.contains("baseline 1.0 km"))
  }

  @Test("the week's end is no interruption")
  func crossesWeekEnd() throws {
    let capture = try CaptureEpochs(of: str17, epochs: 480..<640)
    #expect(capture.epochs.count == 160)
    var run = StreamRun(origin: try #require(capture.station).moved(east: 0, north: 1000))
    run.send(capture)
    #expect(run.states == [.threeD, .dgnss, .rtkFloat, .rtkFixed])
    #expect(run.receiver.corrections.problem == nil)
  }

  @Test("without message 1006 it stays 3D and asks for it")
  func needsPosition() throws {
    let capture = try CaptureEpochs(of: str17) { type, payload in type == 1006 ? nil : payload }
    var run = StreamRun(origin: try #require(capture.station).moved(east: 0, north: 1000))
    run.send(capture)
    #expect(run.states == [.threeD])
    #expect(run.receiver.fixReason == .unusable(.positionMissing(station: 0)))
  }

  @Test("with a position of another station it stays 3D and names both")
  func needsSameStation() throws {
    let capture = try CaptureEpochs(of: str17) { type, payload in
      guard type == 1006 else { return payload }
      return [payload[0], payload[1] & 0xF0 | 0x02, 0x9A] + payload[3...]  // DF003 = 666
    }
    var run = StreamRun(origin: try #require(capture.station).moved(east: 0, north: 1000))
    run.send(capture)
    #expect(run.states == [.threeD])
    #expect(
      run.receiver.fixReason == .unusable(.stationMismatch(observations: 0, position: 666)))
  }

  @Test("with empty observations it stays 3D and counts them")
  func needsSatellites() throws {
    let capture = try CaptureEpochs(of: str17) { type, payload in
      // Satellite, signal and cell masks begin at bit 73; a header without cells has 169 bits.
      isMSM(type)
        ? payload[..<9] + [payload[9] & 0x80] + [UInt8](repeating: 0, count: 12) : payload
    }
    var run = StreamRun(origin: try #require(capture.station).moved(east: 0, north: 1000))
    run.send(capture)
    #expect(run.states == [.threeD])
    #expect(run.receiver.fixReason == .unusable(.tooFewSatellites(station: 0, count: 0)))
  }

  @Test("GLONASS alone reaches rtk-fixed only with its biases", arguments: [false, true])
  func needsGLONASSBiases(hasBiases: Bool) throws {
    let types: Set<UInt16> = hasBiases ? [1006, 1087, 1230] : [1006, 1087]
    let capture = try CaptureEpochs(of: str17) { type, payload in
      types.contains(type) ? payload : nil
    }
    var run = StreamRun(origin: try #require(capture.station).moved(east: 0, north: 1000))
    run.send(capture)
    #expect(run.states.last == (hasBiases ? .rtkFixed : .rtkFloat))
    #expect((run.receiver.fixReason == .glonassBiasesMissing(station: 0)) != hasBiases)
  }

  @Test("a looping capture that is re-dated is no interruption")
  func continuesWhenRedated() throws {
    let capture = try CaptureEpochs(of: str17, epochs: 0..<60)
    let again = try capture.redated(bySeconds: 60)
    var run = StreamRun(origin: try #require(capture.station).moved(east: 0, north: 1000))
    run.send(capture)
    run.send(again)
    #expect(run.states == [.threeD, .dgnss, .rtkFloat, .rtkFixed])
    #expect(run.receiver.corrections.problem == nil)
  }

  @Test("on another continent it stays 3D, names the distance and the option")
  func needsNearStation() throws {
    let capture = try CaptureEpochs(of: str17, epochs: 0..<40)
    let station = ECEFPosition(try #require(capture.station))
    let kilometres = Int((ECEFPosition(World.milan).distance(to: station) / 1000).rounded())
    var run = StreamRun(origin: nil)
    run.send(capture)
    #expect(run.states == [.threeD])
    let reason = run.receiver.fixReason.sentence
    #expect(reason.contains("\(kilometres) km"), "\(reason)")
    #expect(reason.contains("--origin base"))
  }

  @Test("a minute after the corrections stop it falls to 3D, and climbs again when they are back")
  func survivesOutage() throws {
    let capture = try CaptureEpochs(of: str17, epochs: 0..<90)
    let later = try CaptureEpochs(of: str17, epochs: 190..<230)
    var run = StreamRun(origin: try #require(capture.station).moved(east: 0, north: 1000))
    run.send(capture)
    #expect(run.states.last == .rtkFixed)
    run.advance(to: run.now + .seconds(55))
    #expect(run.states.last == .rtkFixed)
    run.advance(to: run.now + .seconds(10))
    #expect(run.states.last == .threeD)
    #expect(run.receiver.fixReason.sentence.contains("stopped"))
    run.send(later)
    #expect(
      run.states == [.threeD, .dgnss, .rtkFloat, .rtkFixed, .threeD, .dgnss, .rtkFloat, .rtkFixed])
  }

  @Test("a station that repeats one epoch for ever is not used")
  func refusesRepetition() throws {
    let capture = try CaptureEpochs(of: str17, epochs: 0..<60)
    let last = try #require(capture.epochs.last)
    var run = StreamRun(origin: try #require(capture.station).moved(east: 0, north: 1000))
    run.send(capture)
    #expect(run.states.last == .rtkFixed)
    for _ in 0..<70 {
      run.advance(to: run.now + .seconds(1))
      _ = run.receiver.write(last.bytes.span)
    }
    run.advance(to: run.now + .seconds(1))
    #expect(run.states.last == .threeD)
    #expect(run.receiver.fixReason == .unusable(.notAdvancing(station: 0)))
  }

  @Test("a caster that starts its capture over after a while is used again")
  func acceptsRestart() throws {
    let capture = try CaptureEpochs(of: str17, epochs: 0..<60)
    var run = StreamRun(origin: try #require(capture.station).moved(east: 0, north: 1000))
    run.send(capture)
    run.advance(to: run.now + .seconds(70))
    #expect(run.states.last == .threeD)
    run.send(capture)
    #expect(run.states.last == .rtkFixed)
    #expect(run.receiver.corrections.problem == nil)
  }

  @Test("frames with a wrong CRC are not used, and reported")
  func refusesWrongCRC() throws {
    var capture = try CaptureEpochs(of: str17, epochs: 0..<10) { type, payload in
      type == 1006 || type == 1077 ? payload : nil
    }
    capture.damage()
    let bench = ReceiverBench()
    #expect(bench.set([UBXConfigurationItem(.outputRxmRTCM, 1)]))
    for epoch in capture.epochs { _ = bench.transfer(epoch.bytes) }
    let reports = frames(in: bench.readAll()).compactMap(\.rxmRTCM)
    #expect(reports.count { $0.isCRCFailed } >= 10)
    #expect(reports.allSatisfy { $0.use == .notUsed })
    #expect(bench.receiver.corrections.latest == nil)
  }

  @Test("what was used and what not is reported for each message")
  func reportsMessages() throws {
    let capture = try CaptureEpochs(of: str17, epochs: 0..<31)
    let bench = ReceiverBench()
    #expect(bench.set([UBXConfigurationItem(.outputRxmRTCM, 1)]))
    var reports: [RxmRTCM] = []
    for epoch in capture.epochs {
      _ = bench.transfer(epoch.bytes)
      reports += frames(in: bench.readAll()).compactMap(\.rxmRTCM)
    }
    let used = Set(reports.filter { $0.use == .used }.map(\.messageType))
    let unused = Set(reports.filter { $0.use == .notUsed }.map(\.messageType))
    #expect(used == [1006, 1033, 1230, 1077, 1087, 1097, 1117, 1127])
    #expect(unused.isSuperset(of: [1008, 1013, 1019]))
    #expect(used.isDisjoint(with: unused))
    #expect(reports.first { $0.messageType == 1019 }?.referenceStationID == 0xFFFF)
    #expect(reports.first { $0.messageType == 1077 }?.referenceStationID == 0)
  }

  @Test("with RTCM input switched off nothing is used, but its bytes are counted")
  func obeysInputSwitch() throws {
    let capture = try CaptureEpochs(of: str17, epochs: 0..<5)
    let bench = ReceiverBench()
    #expect(bench.set([UBXConfigurationItem(.i2cInputRTCM3, 0)]))
    for epoch in capture.epochs { _ = bench.transfer(epoch.bytes) }
    #expect(bench.receiver.correctionBytes == capture.epochs.reduce(0) { $0 + $1.bytes.count })
    #expect(bench.receiver.corrections == CorrectionStatus(problem: .inputDisabled))
  }

  @Test("the division into writes makes no difference", arguments: [2, 61, 128])
  func ignoresDivision(pieces: Int) throws {
    let capture = try CaptureEpochs(of: str17, epochs: 0..<30)
    let origin = try #require(capture.station).moved(east: 0, north: 1000)
    var (whole, cut) = (StreamRun(origin: origin), StreamRun(origin: origin))
    whole.send(capture)
    cut.send(capture, pieces: pieces)
    #expect(whole.receiver.corrections == cut.receiver.corrections)
    #expect(whole.receiver.measuredPosition == cut.receiver.measuredPosition)
    #expect(whole.receiver.corrections.latest?.constellations == 5)
  }

  @Test("the usable satellites are those with pseudorange and phaserange in another decoder")
  func countsUsableSatellites() throws {
    let capture = try CaptureEpochs(of: str17, epochs: 0..<31)
    var monitor = CorrectionMonitor()
    for epoch in capture.epochs { monitor.consume(epoch.bytes.span, at: .zero) { _ in } }
    #expect(monitor.status.latest?.satellites == Self.oracleSatellites)
    #expect(monitor.counts(of: .i2c).badCRC == 0)
  }

  /// The number of satellites in the 31st epoch, counted with pyrtcm 1.2.1.
  private static let oracleSatellites = 44
}
