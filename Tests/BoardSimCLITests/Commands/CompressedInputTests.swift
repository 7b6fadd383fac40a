import Foundation
import HTTPServer
import TestSupport
import Testing

/// Streams compressed by gzip, at every place where a stream is read.
@Suite("boardsim on compressed streams")
struct CompressedInputTests {
  static let capture = "captures/milan-base.rtcm3"

  @Test("every command that reads a file says of it what it says of the expanded one")
  func commands() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      Gzip.encode(try [UInt8](contentsOf: Self.capture)), to: "base.rtcm3.gz")
    for words in [
      ["rtcm", "stats", "-q", "FILE"], ["rtcm", "decode", "--brief", "--limit", "50", "FILE"],
      ["rtcm", "convert", "-q", "FILE", "--every", "30", "-o", "-"],
      ["rtcm", "convert", "-q", "FILE", "--every", "60", "--to", "rinex", "-o", "-"],
      ["rtcm", "merge", "-q", "FILE", "-o", "-"], ["capture", "damage", "-q", "FILE", "-o", "-"],
    ] {
      func run(_ file: String) async throws -> BoardSimProcess.Outcome {
        try await BoardSimProcess(words.map { $0 == "FILE" ? file : $0 }).end()
      }
      let (plain, compressed) = (try await run(Self.capture), try await run(path))
      #expect(plain.status == 0 && compressed.status == 0, "\(words)")
      #expect(!plain.output.isEmpty)
      let isSame = plain.output == compressed.output
      #expect(isSame, "\(words)")
      #expect(compressed.errors.isEmpty)
    }
    let replayed = try await boardsim("replay", path, "--expect", "rtcm.bad_crc == 0")
    #expect(replayed.status == 0)
  }

  @Test("what gzip itself compressed is read from standard input", .compares(with: .gzip))
  func standardInput() async throws {
    let folder = try TemporaryFolder()
    let plain = try [UInt8](contentsOf: Self.capture)
    _ = try folder.write(plain, to: "base.rtcm3")
    _ = try OutsideProgram(.gzip).run(["-9", "base.rtcm3"], in: folder.url)
    let outcome = try await boardsim(
      "rtcm", "stats", "-", "-q", input: try folder.bytes(of: "base.rtcm3.gz"))
    let expected = try await boardsim("rtcm", "stats", "-", "-q", input: plain)
    #expect(outcome.status == 0)
    #expect(outcome.text == expected.text)
  }

  @Test("of one that is cut off or damaged the rest is told, and what comes before read")
  func cutOff() async throws {
    let coded = Gzip.encode(try [UInt8](contentsOf: Self.capture))
    let half = Array(coded.prefix(coded.count / 2))
    let cut = try await boardsim("rtcm", "stats", "-", "--json", "-q", input: half)
    #expect(cut.status == 0)
    #expect(cut.errorLines.count == 1)
    #expect(
      cut.errorLines.first
        == "standard input: what gzip compressed is cut off in its first \(half.count) bytes; "
        + "what comes before that is read, but get the file again")
    let frames = try #require(try JSONDocument(cut.text).number("total_frames"))
    #expect((1000..<3000).contains(frames))
    // A remark on a file that is read three times is reported once.
    let folder = try TemporaryFolder()
    let path = try folder.write(half, to: "half.rtcm3.gz")
    let rinex = try await boardsim("rtcm", "convert", path, "-o", folder.path("half.obs"), "-q")
    #expect(rinex.status == 0)
    #expect(rinex.errorLines.count { $0.contains("is cut off in its first") } == 1)
    var damaged = coded
    damaged[coded.count - 8] ^= 1
    let outcome = try await boardsim("rtcm", "stats", "-", "--json", "-q", input: damaged)
    #expect(try JSONDocument(outcome.text).number("total_frames") == 3630)
    #expect(outcome.errorLines.first?.contains("is damaged") == true)
  }

  @Test("arrival times stand beside a compressed capture, or beside what it was made of")
  func arrivals() async throws {
    let folder = try TemporaryFolder()
    let part = try [UInt8](contentsOf: Self.capture).prefix(100_000)
    let path = try folder.write(Gzip.encode(Array(part)), to: "base.rtcm3.gz")
    let timing =
      #"{"t":1780315200.000,"n":50000}"# + "\n" + #"{"t":1780315230.000,"n":50000}"# + "\n"
    for name in ["base.rtcm3.timing", "base.rtcm3.gz.timing"] {
      let side = try folder.write(Array(timing.utf8), to: name)
      let info = try JSONDocument(try await boardsim("capture", "info", path, "--json").text)
      #expect(info.number("arrivals.seconds") == 30, "\(name)")
      #expect(info.text("arrivals.file") == side)
    }
    let cut = try await boardsim(
      "capture", "info", path, "--json", "--since", "12:00:20", "--until", "12:00:30")
    #expect(try JSONDocument(cut.text).number("arrivals.count") == 1)
  }
}
