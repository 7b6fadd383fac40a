import Foundation
import RTCMStreams
import TestSupport
import Testing
import UBloxRaw

/// A UBX stream that the test writes from a real base's epochs and ephemerides.
struct WrittenStream {
  /// Two mosaic-X5 in Nagoya, GPS, GLONASS, Galileo, BeiDou with geostationary satellites, QZSS.
  static let capture = "rtk/mosaic-static/base.rtcm3"
  /// A time within the capture, for the dates of its messages.
  static let reference = GPSTime(week: 2320, secondsOfWeek: 116_400)

  private(set) var epochs: [ObservationEpoch] = []
  private(set) var ephemerides: [RTCMMessage] = []
  private(set) var bytes: [UInt8] = []
  private(set) var findings: [RawMeasurementFinding] = []

  /// Creates the stream of every nth epoch of the capture.
  init(every step: Int = 10) throws {
    try read()
    epochs = epochs.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    try write()
  }

  /// Creates the stream of the capture's first epoch, repeated every 30 s.
  init(count: Int, broadcast: NavigationBroadcast) throws {
    try read()
    let first = epochs[0]
    epochs = (0..<count).map {
      var epoch = first
      epoch.time = first.time.advanced(byNanoseconds: Int64($0) * 30_000_000_000)
      return epoch
    }
    try write(broadcast)
  }

  private mutating func write(_ broadcast: NavigationBroadcast = NavigationBroadcast()) throws {
    var writer = RawStreamWriter()
    writer.ephemerides = ephemerides.compactMap { BroadcastEphemeris($0) }
    writer.broadcast = broadcast
    for epoch in epochs { bytes += try writer.bytes(at: epoch) { findings.append($0) } }
  }

  /// The epochs and ephemerides of the capture, which is decoded once.
  private static let source = Result {
    var stream = WrittenStream()
    try stream.decode()
    return (epochs: stream.epochs, ephemerides: stream.ephemerides)
  }

  private init() {}

  private mutating func read() throws { (epochs, ephemerides) = try Self.source.get() }

  private mutating func decode() throws {
    let stream = [UInt8](try Data(contentsOf: try SharedCaptures.file(Self.capture)))
    var assembler = EpochAssembler(near: Self.reference)
    for frame in frames(of: stream) {
      let message = try decoded(frame.payload)
      if let ephemeris = BroadcastEphemeris(message), !isKnown(ephemeris) {
        ephemerides.append(message)
      }
      assembler.add(message) { epochs.append($0) }
    }
    assembler.finish { epochs.append($0) }
  }

  /// Whether the satellite already has an ephemeris.
  private func isKnown(_ ephemeris: BroadcastEphemeris) -> Bool {
    ephemerides.contains { message in
      let other = BroadcastEphemeris(message)
      return other?.constellation == ephemeris.constellation
        && other?.satelliteNumber == ephemeris.satelliteNumber
    }
  }
}

@Suite("Streams of raw measurements")
struct RawStreamTests {
  @Test(
    "observations are what convbin reads", .compares(with: .captures, .convbin))
  func observations() throws {
    let stream = try WrittenStream()
    let theirs = try Convbin.convert(
      stream.bytes, format: "ubx", near: WrittenStream.reference
    ).observations
    let ours = Dictionary(
      stream.epochs.map { (rinexTime(of: $0.time), $0) }, uniquingKeysWith: { $1 })
    #expect(theirs.epochs.count == stream.epochs.count)
    var equal = 0
    for epoch in theirs.epochs {
      equal += compare(epoch, with: try #require(ours[epoch.time]).asWritten)
    }
    #expect(equal > 5000)
    #expect(
      Set(theirs.epochs.flatMap(\.satellites).compactMap(\.first)) == ["G", "R", "E", "C", "J"])
  }

  @Test("the ionosphere and UTC are in convbin's header", .compares(with: .captures, .convbin))
  func ionosphere() throws {
    var broadcast = NavigationBroadcast()
    broadcast.ionosphere = KlobucharIonosphere(
      alpha: (0x1p-26, -0x1p-25, 3 * 0x1p-24, -0x1p-24),
      beta: (45 * 0x1p11, -3 * 0x1p14, 0x1p16, -5 * 0x1p16))
    (broadcast.galileoIonosphere.ai0, broadcast.galileoIonosphere.ai1) = (120.25, -0.5)
    let stream = try WrittenStream(count: 30, broadcast: broadcast)
    let header = try Self.navigationHeader(of: stream.bytes)
    func line(_ name: String) -> [Double] {
      let line = header.first { $0.hasPrefix(name) }?.dropFirst(5).prefix(55) ?? ""
      return line.split(separator: " ").compactMap { Double($0.replacing("D", with: "E")) }
    }
    for system in ["GPS", "QZS"] {
      #expect(line(system + "A") == [1.490e-8, -2.980e-8, 1.788e-7, -5.960e-8])
      #expect(line(system + "B") == [92_160, -49_150, 65_540, -327_700])
    }
    #expect(line("GAL") == [120.2, -0.5, 0])
    #expect(line("GPUT") == [0, 0, 114_688, 2320])
    #expect(line("GAUT") == [0, 0, 115_200, 2320])
    #expect(header.contains { $0.contains("LEAP SECONDS") && $0.hasPrefix("    18    18") })
  }

  /// Returns the header of convbin's navigation file, with all parameters that the format has.
  private static func navigationHeader(of bytes: [UInt8]) throws -> [String] {
    let folder = try TemporaryFolder()
    _ = try folder.write(bytes, to: "in.ubx")
    let options = [
      "-r", "ubx", "-v", "3.04", "-oi", "-ot", "-ol", "-tr", "2024/06/24", "8", "20", "0",
    ]
    _ = try OutsideProgram(.convbin).run(
      options + ["-o", "out.obs", "-n", "out.nav", "in.ubx"], in: folder.url)
    return try folder.text(of: "out.nav").split(separator: "\n").prefix(30).map(String.init)
  }

  @Test("a written stream is read back as its epochs", .compares(with: .captures))
  func readsBack() throws {
    let stream = try WrittenStream(every: 60)
    var (reader, epochs, words, orbits) = (RawLogReader(), [ObservationEpoch](), 0, 0)
    for start in stride(from: 0, to: stream.bytes.count, by: 997) {
      let piece = Array(stream.bytes[start..<min(start + 997, stream.bytes.count)])
      reader.consume(piece.span) { event in
        switch event {
        case .epoch(let epoch): epochs.append(epoch)
        case .words: words += 1
        case .ephemeris: orbits += 1
        default: Issue.record("\(event)")
        }
      }
    }
    #expect(words > 500)
    #expect(orbits > 50)
    #expect(reader.counts.otherBytes == 0)
    try #require(epochs.count == stream.epochs.count)
    for (read, written) in zip(epochs, stream.epochs) {
      #expect(read.time == written.time)
      let kept = written.asWritten.observations.filter { UBloxSignal($0) != nil }
      try #require(read.observations.count == kept.count)
      for (a, b) in zip(read.observations, kept) {
        #expect(
          (a.constellation, a.satelliteNumber, a.code) == (
            b.constellation, b.satelliteNumber, b.code
          ))
        #expect(a.pseudorange == b.pseudorange)
        #expect(a.hasHalfCycleAmbiguity == b.hasHalfCycleAmbiguity)
      }
    }
  }
}
