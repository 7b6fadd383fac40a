import GNSSBasics
import HTTPServer
import RTCMStreams
import TestSupport
import Testing
import UBloxRaw

@testable import BoardSimCLI

@Suite("What is made of a u-blox receiver's log, epoch by epoch")
struct ReceiverEpochTests {
  private let start = GPSTime(week: 2300, secondsOfWeek: 86_400)

  /// Returns an epoch of one GPS satellite, `nanoseconds` after the start.
  private func epoch(after nanoseconds: Int64 = 0) throws -> [UInt8] {
    let code = try #require(RINEXSignalCode("1C"))
    var observation = SignalObservation(constellation: .gps, satelliteNumber: 5, code: code)
    (observation.pseudorange, observation.phaserange) = (2.2e7, 2.2e7 + 3)
    observation.cnr = 45
    var writer = RawStreamWriter()
    return try writer.bytes(
      at: ObservationEpoch(
        time: start.advanced(byNanoseconds: nanoseconds), stationID: 0, observations: [observation])
    )
  }

  /// Returns the messages converted from a log.
  private func converted(_ log: [UInt8]) -> [ScanResult.Frame] {
    var input = ConversionInput(.ubx, StreamConverter(ConversionRules()), keepsEpochs: false)
    var output = ConvertedChunk()
    input.consume(log.span, into: &output)
    input.finish(into: &output)
    return frames(of: output.bytes)
  }

  @Test(
    "a time between milliseconds becomes the nearest one, and ranges change by as much",
    arguments: [(0, 0), (300_000, 0), (499_999, 0), (500_000, 1), (700_000, 1)])
  func wholeMilliseconds(nanoseconds: Int64, millisecond: UInt32) throws {
    let frame = try #require(converted(try epoch(after: nanoseconds)).first)
    guard case .msm(let message) = try decoded(frame.payload) else {
      Issue.record("\(frame.type ?? 0)")
      return
    }
    #expect(message.header.epoch.milliseconds == 86_400_000 + millisecond)
    let observation = try #require(try decoded(frame.payload).observations.first)
    let rest = Double(nanoseconds - Int64(millisecond) * 1_000_000) * 1e-9
    let range = 2.2e7 - rest * WGS84.speedOfLight
    #expect(abs(try #require(observation.pseudorange) - range) < 0.01)
    #expect(abs(try #require(observation.phaserange) - (range + 3)) < 0.01)
  }

  @Test(
    "what RTCM 3 between says of the station goes on, and names it",
    arguments: [UInt16(1005), 1006, 1007, 1008, 1033, 1230])
  func station(type: UInt16) throws {
    let log = try ObservationFrames.station(type) + ObservationFrames.station(1029) + epoch()
    let made = converted(log)
    #expect(made.map(\.type) == [type, 1077])
    #expect(made.map { stationID(of: $0.payload) } == [1234, 1234])
  }
}

@Suite("boardsim on the log of a u-blox receiver", .compares(with: .captures))
struct ReceiverLogConversionTests {
  /// A log with raw measurements, subframes of navigation messages, and positions.
  private static let rover = "jdesbonnet__pairA_rover-20181004-1237.ubx"
  /// A log with the same content, damaged, and with RTCM 3 frames in between.
  private static let base = "jdesbonnet__pairA_base-20181004-1236.ubx"

  private func log(_ name: String, byteCount: Int = 200_000) throws -> [UInt8] {
    Array(try SharedCaptures.bytes(of: name).prefix(byteCount))
  }

  @Test("becomes RINEX, CSV and RTCM 3, by what is in it, compressed or not")
  func forms() async throws {
    let folder = try TemporaryFolder()
    let bytes = try log(Self.rover)
    let path = try folder.write(bytes, to: "rover.ubx")
    let packed = try folder.write(Gzip.encode(bytes), to: "rover.bin.gz")
    for (input, name) in [(path, "a"), (packed, "b")] {
      for ending in ["obs", "csv", "rtcm3"] {
        let made = try await boardsim(
          "rtcm", "convert", input, "-o", folder.path("\(name).\(ending)"))
        #expect(made.status == 0, "\(ending): \(made.errorLines)")
        #expect(made.errorLines.contains { $0.hasPrefix("UBX:    93 epochs of RXM-RAWX, ") })
      }
    }
    for ending in ["obs", "nav", "csv", "rtcm3"] {
      #expect(try folder.bytes(of: "a.\(ending)") == folder.bytes(of: "b.\(ending)"))
    }
    let rinex = RINEXFile(try folder.bytes(of: "a.obs"))
    #expect(rinex.epochs.count == 93)
    #expect(RINEXFile(try folder.bytes(of: "a.nav")).navigation.count > 15)
    // The digits are convbin's; the resolution of MSM7 would change them.
    let epoch = try #require(rinex.epochs.first { $0.time == "2018 10 04 12 38 11.9910000" })
    #expect(epoch.observations["G03 C1C"]?.value == 17_587_728.858)
    #expect(epoch.observations["G03 L1C"]?.value == 92_424_139.369)
    #expect(try folder.text(of: "a.csv").contains("2018-10-04T12:38:11.991,0,G03,1C,17587728.8583"))
    let stats = try await boardsim("rtcm", "stats", folder.path("a.rtcm3"), "--json", "-q")
    let report = try JSONDocument(stats.text)
    #expect(report.number("rates.epochs") == 93)
  }

  @Test("rules hold for its epochs, and a place that is given is in the header")
  func rules() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try log(Self.rover), to: "rover.ubx")
    let made = try await boardsim(
      "rtcm", "convert", path, "-o", folder.path("a.obs"), "-q", "--since", "12:38:30", "--until",
      "12:39", "--keep-constellation", "gps", "--drop-satellite", "G12", "--set-position",
      "53.28,-9.06,40")
    #expect(made.status == 0)
    let rinex = RINEXFile(try folder.bytes(of: "a.obs"))
    #expect(rinex.epochs.count == 30)
    #expect(
      rinex.epochs.allSatisfy { $0.satellites.allSatisfy { $0.hasPrefix("G") && $0 != "G12" } })
    #expect(rinex.lines("APPROX POSITION XYZ").first?.hasPrefix("  377") == true)
  }

  @Test("one with RTCM 3 between gives that as RTCM 3, and its raw measurements as RINEX")
  func mixed() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try log(Self.base), to: "base.ubx")
    func epochs(_ words: String...) async throws -> [Substring] {
      let words = ["rtcm", "convert", path, "-q", "-o", "-"] + words
      let outcome = try await BoardSimProcess(words).end()
      #expect(outcome.status == 0)
      return outcome.text.split(separator: "\n").filter { $0.hasPrefix("> ") }
    }
    let raw = try await epochs("--to", "rinex")
    #expect(raw.first?.hasPrefix("> 2018 10 04 12 37 16.9900000") == true)
    #expect(try await epochs("--to", "rinex", "--from", "ubx") == raw)
    let frames = try await epochs("--to", "rinex", "--from", "rtcm", "--date", "2018-10-04")
    #expect(!frames.isEmpty && frames != raw)
    let rtcm = try await BoardSimProcess(["rtcm", "convert", path, "-q", "-o", "-"]).end()
    let same = try await BoardSimProcess([
      "rtcm", "convert", path, "-q", "-o", "-", "--from", "rtcm",
    ])
    .end()
    #expect(!rtcm.output.isEmpty && rtcm.output == same.output)
    let stats = try await boardsim("rtcm", "stats", path)
    #expect(stats.status == 0)
    #expect(
      stats.errorLines.last?.hasSuffix(
        " epochs of UBX-RXM-RAWX beside the RTCM 3; 'boardsim rtcm convert --from ubx' reads those")
        == true)
  }

  @Test("stats, decode and merge say what it is, and what can be made of it")
  func naming() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try log(Self.rover), to: "rover.ubx")
    for words in [
      ["rtcm", "stats", path, "-q"], ["rtcm", "decode", path],
      ["rtcm", "merge", path, "-o", folder.path("x.rtcm3")],
    ] {
      let outcome = try await BoardSimProcess(words).end()
      #expect(outcome.status == 1)
      #expect(
        outcome.errorLines.last
          == "boardsim: '\(path)' holds no RTCM 3 frame: it is UBX, a u-blox receiver's log, with 93 "
          + "epochs of RXM-RAWX; 'boardsim rtcm convert' makes RINEX, CSV or RTCM 3 of it")
    }
  }

  @Test("what is cut off, damaged or nothing is told, and what is whole of it converted")
  func badInput() async throws {
    let folder = try TemporaryFolder()
    var bytes = try log(Self.rover, byteCount: 100_000)
    bytes[30] ^= 1  // of the first epoch
    bytes.insert(contentsOf: [UInt8](repeating: 0xB5, count: 5000), at: 50_000)
    let path = try folder.write(bytes, to: "damaged.ubx")
    let made = try await boardsim("rtcm", "convert", path, "-o", folder.path("a.obs"))
    #expect(made.status == 0)
    #expect(made.errorLines.contains { $0.hasSuffix("UBX messages have a wrong checksum") })
    #expect(RINEXFile(try folder.bytes(of: "a.obs")).epochs.count > 40)
    for (content, told) in [
      ([], "it is empty"),
      ([UInt8](repeating: 0xB5, count: 70_000), "holds neither"),
    ] {
      let file = try folder.write(content, to: "none.ubx")
      let none = try await boardsim(
        "rtcm", "convert", file, "--from", "ubx", "-o", folder.path("none.csv"))
      #expect(none.status == 1)
      #expect(none.errorLines.last?.contains(told) == true)
    }
    let date = try await boardsim(
      "rtcm", "convert", path, "-o", folder.path("b.obs"), "--date", "2020-01-01")
    #expect(date.status == 2)
    #expect(date.errorLines.first?.contains("its first observations are of 2018-10-04") == true)
    let full = try await boardsim("rtcm", "convert", path, "-o", "/dev/full", "--to", "rinex")
    #expect(full.status == 1)
  }
}
