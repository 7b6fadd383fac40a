import Foundation
import Mathematics
import RTCMStreams
import TestSupport
import Testing

@testable import BoardSimulation

@Suite("u-blox receiver model: corrections from before MSM, and of networks")
struct LegacyCorrectionTests {
  /// Returns the bundled base's stream with its MSMs converted to legacy messages.
  private func base(_ form: LegacyForm, epochs: Int = 100) throws -> CaptureEpochs {
    let file = SharedCaptures.packageRoot.appending(path: "captures/milan-base.rtcm3")
    var rules = ConversionRules()
    rules.legacyForm = form
    var converter = StreamConverter(rules)
    var stream: [UInt8] = []
    let capture = [UInt8](try Data(contentsOf: file))
    converter.consume(capture.span, into: &stream)
    converter.finish(into: &stream)
    return try CaptureEpochs(bytes: stream, epochs: 0..<epochs)
  }

  @Test(
    "1001 to 1004 lift it to rtk-fixed, each of them",
    arguments: [
      LegacyForm(), LegacyForm(hasL2: false), LegacyForm(isExtended: false),
      LegacyForm(hasL2: false, isExtended: false),
    ])
  func climbsToFixed(form: LegacyForm) throws {
    let capture = try base(form)
    #expect(capture.epochs.count == 100)
    var run = StreamRun(origin: try #require(capture.station).moved(east: 0, north: 1000))
    run.send(capture)
    #expect(run.states == [.threeD, .dgnss, .rtkFloat, .rtkFixed])
    #expect(run.receiver.corrections.problem == nil)
    #expect(try #require(run.receiver.corrections.latest).satellites >= 8)
  }

  /// Legacy messages that some bases still send, with satellite IDs and the number of usable satellites.
  static let messages: [(LegacyObservationType, ids: [UInt8], usable: Int)] = [
    (.gps(hasL2: false, isExtended: true), [1, 32], 2),
    (.gps(hasL2: true, isExtended: true), [1, 5, 40, 58], 2),  // 40 and 58 are SBAS
    (.glonass(hasL2: false, isExtended: true), [1, 24], 2),
    (.glonass(hasL2: true, isExtended: false), [0, 1, 25], 1),  // 0 is unknown, 25 reserved
  ]

  @Test(
    "a satellite counts with its pseudorange and phase, if it is GPS or GLONASS",
    arguments: messages)
  func countsSatellites(type: LegacyObservationType, ids: [UInt8], usable: Int) throws {
    for (hasRange, hasPhase) in [(true, true), (true, false), (false, true)] {
      let reason = try reason(afterMessage: type, ids, hasRange: hasRange, hasPhase: hasPhase)
      let count = hasRange && hasPhase ? usable : 0
      #expect(reason == .tooFewSatellites(station: 7, count: count), "\(hasRange) \(hasPhase)")
    }
  }

  private func reason(
    afterMessage type: LegacyObservationType, _ ids: [UInt8], hasRange: Bool, hasPhase: Bool
  ) throws -> CorrectionProblem? {
    let position = ECEFPosition(x: 4_423_000, y: 701_000, z: 4_524_000)
    let station = RTCMMessage.antennaReferencePoint(
      AntennaReferencePoint(stationID: 7, position: position))
    let epoch = MSMEpoch(
      constellation: type.constellation, milliseconds: 1000, glonassDayOfWeek: 7)
    let satellites = ids.map { id in
      var satellite = LegacySatellite(id: id)
      satellite.l1.pseudorange = hasRange ? 1000 : nil
      satellite.l1.phaserangeDifference = hasPhase ? 5 : nil
      return satellite
    }
    let observations = RTCMMessage.legacyObservations(
      LegacyObservations(type: type, stationID: 7, epoch: epoch, satellites: satellites))
    var monitor = CorrectionMonitor()
    for message in [station, observations] {
      let frame = try message.frame()
      monitor.consume(frame.span, at: .zero) { #expect($0.isUsed) }
    }
    return monitor.status.problem
  }

  @Test(
    "real streams from before MSM lead to rtk-fixed",
    .compares(with: .captures),
    arguments: ["swift__javad.rtcm", "swift__leica.rtcm"])
  func realStreams(name: String) throws {
    let capture = try CaptureEpochs(of: name, epochs: 0..<100)
    var run = StreamRun(origin: try #require(capture.station).moved(east: 700, north: -700))
    run.send(capture)
    #expect(run.states.contains(.rtkFixed), "\(run.receiver.fixReason.sentence)")
  }

  /// The types of unused corrections, with their text in the reason.
  static let unused: [([UInt16], String)] = [
    ([1016, 1015, 1016], "network corrections of master and auxiliary stations (1015, 1016)"),
    ([1039], "network corrections of master and auxiliary stations (1039)"),
    ([1030, 1303], "network residuals (1030, 1303)"),
    ([1034], "network gradients (FKP) (1034)"),
    ([1021, 1025], "coordinate transformations (1021, 1025)"),
    ([1060, 4076], "state space corrections (SSR) (1060, 4076)"),
    (
      [1034, 1014],
      "network corrections of master and auxiliary stations (1014) and network gradients (FKP) (1034)"
    ),
  ]

  @Test("corrections that it does not use are told for what they are", arguments: unused)
  func namesUnused(types: [UInt16], name: String) throws {
    var monitor = CorrectionMonitor()
    for type in [1005] + types {
      let payload = [UInt8(type >> 4), UInt8(type & 15) << 4, 0, 0, 0, 0]
      let frame = try RTCMFrame.encoding(payload: payload.span)
      monitor.consume(frame.span, at: .zero) { #expect(!$0.isUsed) }
    }
    let sentence = try #require(monitor.status.problem).sentence
    #expect(sentence.hasPrefix(name + " arrive, which this receiver does not use"))
    #expect(sentence.contains("1004"))
  }

  /// The first and last types of each range of types in a family.
  static let families: [(UnusedCorrections.Family, [ClosedRange<UInt16>])] = [
    (.masterAuxiliary, [1014...1017, 1037...1039]), (.residuals, [1030...1031, 1303...1304]),
    (.gradients, [1034...1035]), (.transformations, [1021...1027, 1300...1302]),
    (.stateSpace, [1057...1068, 1240...1270, 4076...4076]),
  ]

  @Test("a family has these types, and no other type has one")
  func familyLimits() {
    for type in 0...4095 as ClosedRange<UInt16> {
      let family = Self.families.first { $0.1.contains { $0.contains(type) } }?.0
      #expect(UnusedCorrections.Family(messageType: type) == family)
    }
  }

  @Test("types that never end take no more room, and observations end the complaint")
  func forgetsUnused() throws {
    var monitor = CorrectionMonitor()
    for type in 1057...1068 as ClosedRange<UInt16> {
      let payload = [UInt8(type >> 4), UInt8(type & 15) << 4]
      let frame = try RTCMFrame.encoding(payload: payload.span)
      monitor.consume(frame.span, at: .zero) { _ in }
    }
    guard case .unused(let corrections) = monitor.status.problem else {
      Issue.record("\(String(describing: monitor.status.problem))")
      return
    }
    #expect(corrections.types == Array(1057...1064))
    let capture = try base(LegacyForm(), epochs: 40)
    for epoch in capture.epochs { monitor.consume(epoch.bytes.span, at: .zero) { _ in } }
    #expect(monitor.status.problem == nil)
  }
}
