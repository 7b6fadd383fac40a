import Foundation
import GNSSBasics
import Mathematics
import RTCMParser
import TestSupport
import Testing

@testable import GNSSSimulation

@Suite("Base station synthesizer")
struct BaseStationSynthesizerTests {
  static func epochs(
    _ count: Int, _ change: (inout BaseStationConfiguration) -> Void = { _ in }
  ) throws -> [BaseStationEpoch] {
    var configuration = BaseStationConfiguration()
    change(&configuration)
    return Array(try BaseStationSynthesizer(configuration).prefix(count))
  }

  static func bytes(
    _ count: Int, _ change: (inout BaseStationConfiguration) -> Void = { _ in }
  ) throws -> [UInt8] {
    try epochs(count, change).flatMap { try $0.encode() }
  }

  /// The messages of a stream, as a receiver would get them.
  static func messages(of bytes: [UInt8]) throws -> [RTCMMessage] {
    var scanner = FrameScanner()
    var messages: [RTCMMessage] = []
    let append = { (frame: borrowing FrameView) throws(RTCMDecodingError) in
      messages.append(try RTCMMessage(decoding: frame.payload))
    }
    try scanner.consume(bytes.span, onFrame: append)
    try scanner.finish(onFrame: append)
    #expect(scanner.counts.otherBytes == 0)
    return messages
  }

  @Test("the same configuration gives the same bytes, another seed others")
  func isDeterministic() throws {
    let bytes = try Self.bytes(20)
    #expect(try Self.bytes(20) == bytes)
    #expect(try Self.bytes(20) { $0.seed = 2 } != bytes)
  }

  @Test("the default station still says what it said when the capture of it was made")
  func agreesWithCapture() throws {
    let file = SharedCaptures.packageRoot.appending(path: "captures/milan-base.rtcm3")
    let capture = [UInt8](try Data(contentsOf: file))
    let bytes = try Self.bytes(100)
    #expect(bytes.count > 25_000)
    #expect(bytes == Array(capture.prefix(bytes.count)))
  }

  @Test(
    "four ephemerides are told at an epoch, or four for each second between two",
    arguments: [(500, 4), (1000, 4), (1999, 4), (2000, 8)])
  func limitsEphemerides(milliseconds: Int, count: Int) throws {
    let epoch = try Self.epochs(1) { $0.interval = .milliseconds(milliseconds) }[0]
    #expect(epoch.observations.satellites.count > 8)
    #expect(try epoch.messages().count { $0.type == 1019 } == count)
  }

  @Test("each epoch has observations; station, antenna and biases come at the first and cyclically")
  func keepsSchedule() throws {
    for (index, epoch) in try Self.epochs(65).enumerated() {
      let types = try epoch.messages().map(\.type)
      #expect(types.last == 1077)
      #expect(types.count { $0 == 1077 } == 1)
      #expect(types.contains(1006) == (index % 10 == 0))
      #expect(types.contains(1033) == (index % 10 == 0))
      #expect(types.contains(1230) == (index % 30 == 0))
    }
  }

  @Test("what is encoded decodes, and encodes to the same bytes again")
  func roundTrips() throws {
    let bytes = try Self.bytes(31)
    #expect(try Self.messages(of: bytes).flatMap { try $0.frame() } == bytes)
  }

  @Test("every satellite in view has told its ephemeris after three seconds, and does again")
  func tellsEphemerides() throws {
    let epochs = try Self.epochs(60)
    let inView = Set(epochs[0].observations.satellites.map(\.prn))
    func told(_ range: Range<Int>) throws -> Set<Int> {
      Set(
        try epochs[range].flatMap { try $0.messages() }.compactMap { message in
          guard case .gpsEphemeris(let ephemeris) = message else { return nil }
          return Int(ephemeris.satelliteID)
        })
    }
    #expect(inView.count >= 6)
    #expect(try told(0..<3).isSuperset(of: inView))
    #expect(try told(30..<33).isSuperset(of: inView))
  }

  @Test("a decoded ephemeris is, to the last bit, what the satellite flies")
  func broadcastsWhatIsFlown() throws {
    let start = try BaseStationConfiguration().schedule().firstEpoch
    for data in GPSConstellation().navigationData(at: start) {
      let payload = try RTCMMessage.gpsEphemeris(GPSEphemeris(data)).encode()
      guard case .gpsEphemeris(let decoded) = try RTCMMessage(decoding: payload.span) else {
        Issue.record("message 1019 is no ephemeris")
        continue
      }
      #expect(NavigationData(decoded, near: start) == data)
    }
  }

  @Test("new navigation data are told within three seconds of their slot's beginning")
  func renewsEphemerides() throws {
    // Five seconds before 14:00 GPS time.
    let epochs = try Self.epochs(10) {
      $0.start = $0.start.advanced(by: .seconds(2 * 3600 - 18 - 5))
    }
    let told = try epochs.map { epoch in
      try epoch.messages().compactMap { message -> Int? in
        guard case .gpsEphemeris(let ephemeris) = message else { return nil }
        return Int(ephemeris.iodc)
      }
    }
    let before = Set(told[0..<5].joined())
    let after = Set(told[5..<8].joined())
    #expect(before.count >= 6)
    #expect(before.count == after.count)
    #expect(after == Set(before.map { ($0 + 1) % 240 }))
  }

  @Test("observations come through the encoding within half a step of MSM7")
  func keepsResolution() throws {
    for epoch in try Self.epochs(5) {
      let message = try #require(
        try epoch.messages().compactMap { message -> MSMMessage? in
          guard case .msm(let msm) = message else { return nil }
          return msm
        }.first)
      #expect(
        message.header.epoch.milliseconds == UInt32(epoch.observations.time.millisecondsOfWeek))
      #expect(!message.header.isMoreToFollow)
      let cells = message.cells
      let expected = epoch.observations.satellites.flatMap { satellite in
        satellite.signals.map { (satellite.prn, $0) }
      }
      #expect(cells.count == expected.count)
      for (cell, (prn, signal)) in zip(cells, expected) {
        #expect(Int(cell.satelliteID) == prn)
        #expect(Int(cell.signalID) == signal.signal.signalID)
        // 2⁻²⁹ ms of light, 2⁻³¹ ms, 0.1 mm/s and 2⁻⁴ dB-Hz, halved.
        let step = 299_792.458
        #expect((try #require(cell.pseudorange) - signal.pseudorange).magnitude < step * 0x1.01p-30)
        #expect((try #require(cell.phaserange) - signal.phaserange).magnitude < step * 0x1.01p-32)
        #expect((try #require(cell.phaserangeRate) - signal.phaserangeRate).magnitude < 5.1e-5)
        #expect((try #require(cell.cnr) - signal.carrierToNoise).magnitude <= 0x1p-5)
        #expect(!cell.hasHalfCycleAmbiguity)
        #expect(try #require(cell.minimumLockTimeMilliseconds) <= signal.lockTime)
      }
    }
  }

  @Test("the station tells its position to the tenth of a millimetre")
  func tellsPosition() throws {
    let position = GeodeticPosition(latitude: -33.9, longitude: 151.2, height: 12.3456)
    let messages = try Self.messages(
      of: Self.bytes(1) {
        $0.position = position
        $0.stationID = 4095
      })
    guard case .antennaReferencePointAndHeight(let station) = messages[0] else {
      Issue.record("the first message is no 1006")
      return
    }
    #expect(station.stationID == 4095)
    #expect(station.position.distance(to: ECEFPosition(position)) < 1e-4)
  }

  @Test("another interval still starts with everything a receiver needs")
  func allowsLongIntervals() throws {
    let epochs = try Self.epochs(3) { $0.interval = .seconds(30) }
    let types = try epochs[0].messages().map(\.type)
    #expect(types.count { $0 == 1019 } == epochs[0].observations.satellites.count)
    let times = epochs.map(\.observations.time.millisecondsOfWeek)
    #expect(times == [129_630_000, 129_660_000, 129_690_000])
  }
}
