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

  /// Returns the messages of a stream, as a receiver decodes them.
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

  static let ephemerides: Set<UInt16> = [1019, 1020, 1042, 1044, 1045, 1046]

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
    let isSame = capture.starts(with: bytes)
    #expect(isSame)
  }

  @Test(
    "four ephemerides are told at an epoch, or four for each second between two",
    arguments: [(500, 4), (1000, 4), (1999, 4), (2000, 8)])
  func limitsEphemerides(milliseconds: Int, count: Int) throws {
    let epoch = try Self.epochs(1) { $0.interval = .milliseconds(milliseconds) }[0]
    let told = try epoch.messages().filter { Self.ephemerides.contains($0.type) }
    // Galileo's satellites broadcast two messages each.
    #expect(told.count - told.count { $0.type == 1045 } == count)
  }

  @Test("each epoch has observations; what the station is comes at the first and cyclically")
  func keepsSchedule() throws {
    for (index, epoch) in try Self.epochs(65).enumerated() {
      let types = try epoch.messages().map(\.type)
      // No QZSS satellite is in view of Milan.
      #expect(types.suffix(4) == [1077, 1087, 1097, 1127])
      #expect(types.count { $0 == 1077 } == 1)
      for type: UInt16 in [1006, 1008, 1033] { #expect(types.contains(type) == (index % 10 == 0)) }
      for type: UInt16 in [1013, 1230] { #expect(types.contains(type) == (index % 30 == 0)) }
    }
  }

  @Test(
    "the kind of the observation messages is a matter of choice", arguments: [4, 5, 6] as [UInt8])
  func choosesKind(kind: UInt8) throws {
    let epoch = try Self.epochs(1) { ($0.msmKind, $0.systems) = (kind, [.gps, .beidou]) }[0]
    let types = try epoch.messages().map(\.type).suffix(2)
    #expect(types == [1070 + UInt16(kind), 1120 + UInt16(kind)])
  }

  @Test("what is encoded decodes, and encodes to the same bytes again")
  func roundTrips() throws {
    let bytes = try Self.bytes(31)
    #expect(try Self.messages(of: bytes).flatMap { try $0.frame() } == bytes)
  }

  @Test("every satellite in view has told its ephemeris after twelve seconds, and does again")
  func tellsEphemerides() throws {
    let epochs = try Self.epochs(60)
    let inView = Set(epochs[0].observations.observations.map(\.satellite))
    func told(_ range: Range<Int>) throws -> Set<SatelliteID> {
      Set(
        try epochs[range].flatMap { try $0.messages() }
          .filter { $0.type != 1045 }  // 1046 has the same satellites
          .compactMap(\.orbitingSatellite))
    }
    #expect(inView.count >= 30)
    #expect(try told(0..<12).isSuperset(of: inView))
    #expect(try told(30..<42).isSuperset(of: inView))
  }

  @Test("new navigation data are told within three seconds of their slot's beginning")
  func renewsEphemerides() throws {
    // The stream starts five seconds before 14:00 GPS time.
    let epochs = try Self.epochs(10) {
      $0.start = $0.start.advanced(by: .seconds(2 * 3600 - 18 - 5))
      $0.systems = [.gps]
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
      let cells = try epoch.messages().flatMap { message -> [SignalObservation] in
        guard case .msm(let msm) = message else { return [] }
        #expect(msm.header.isMoreToFollow == (msm.header.constellation != .beidou))
        return message.observations
      }
      let expected = epoch.observations.observations
      #expect(cells.count == expected.count)
      for (cell, signal) in zip(cells, expected) {
        #expect(cell.satellite == signal.satellite && cell.code == signal.code)
        func difference(_ path: KeyPath<SignalObservation, Double?>) throws -> Double {
          (try #require(cell[keyPath: path]) - (try #require(signal[keyPath: path]))).magnitude
        }
        // The tolerances are half of the resolutions: 2⁻²⁹ ms of light, 2⁻³¹ ms, 0.1 mm/s and 2⁻⁴ dB-Hz.
        let step = 299_792.458
        #expect(try difference(\.pseudorange) < step * 0x1.01p-30)
        #expect(try difference(\.phaserange) < step * 0x1.01p-32)
        #expect(try difference(\.phaserangeRate) < 5.1e-5)
        #expect(try difference(\.cnr) <= 0x1p-5)
        #expect(cell.hasHalfCycleAmbiguity == signal.hasHalfCycleAmbiguity)
        let lock = try #require(signal.minimumLockTimeMilliseconds)
        #expect(try #require(cell.minimumLockTimeMilliseconds) <= lock)
        #expect(cell.glonassFrequencyChannel == signal.glonassFrequencyChannel)
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
    let satellites = Set(epochs[0].observations.observations.map(\.satellite))
    #expect(types.count { Self.ephemerides.contains($0) && $0 != 1045 } == satellites.count)
    let times = epochs.map(\.observations.time.millisecondsOfWeek)
    #expect(times == [129_630_000, 129_660_000, 129_690_000])
  }
}
