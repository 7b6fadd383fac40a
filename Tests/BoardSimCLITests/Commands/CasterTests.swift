import TestSupport
import Testing

@Suite("boardsim caster and ntrip")
struct CasterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "what arrives is a slice of the capture that begins and ends with whole frames",
    arguments: ["1", "2", "auto"])
  func arrives(version: String) async throws {
    let caster = try await RunningCaster("--speed", "100")
    let path = folder.path("got.rtcm3")
    let outcome = try await boardsim(
      "ntrip", "get", caster.url(), "-o", path, "--duration", "1", "--ntrip-version", version)
    #expect(outcome.status == 0)
    let got = try folder.bytes(of: "got.rtcm3")
    let capture = try [UInt8](contentsOf: "captures/milan-base.rtcm3")
    #expect(got.count > 1000)
    #expect(capture.firstRange(of: got) != nil)
    let stats = try JSONDocument(try await boardsim("rtcm", "stats", path, "--json").output)
    #expect(stats.number("other_bytes") == 0)
  }

  @Test("a capture that is played once arrives whole, and then caster and reader end")
  func playsOnce() async throws {
    let capture = try [UInt8](contentsOf: "captures/milan-base.rtcm3")
    let file = try folder.write(Array(capture.prefix(20_000)), to: "short.rtcm3")
    let caster = try await RunningCaster("--once", "--speed", "20", file: file)
    let reader = try await boardsim("ntrip", "get", caster.url(), "-q", "--no-retry", "-o", "-")
    #expect(await caster.process.end().status == 0)
    #expect(reader.output.count > 0)
    #expect(capture.prefix(20_000).suffix(reader.output.count) == reader.output[...])
  }

  @Test("the table lists what is offered")
  func table() async throws {
    let caster = try await RunningCaster()
    let outcome = try await boardsim("ntrip", "table", caster.url(mountpoint: ""), "--json")
    #expect(outcome.status == 0)
    let stream = try JSONDocument(outcome.text)
    #expect(stream.text("mountpoint") == "BASE")
    #expect(stream.number("latitude") == 45.478)
  }

  @Test("SIGTERM ends caster and reader with 0, and the reader's file has whole frames")
  func terminates() async throws {
    let caster = try await RunningCaster("--speed", "50")
    let path = folder.path("got.rtcm3")
    let reader = try BoardSimProcess(["ntrip", "get", caster.url(), "-o", path])
    while let line = await reader.nextErrorLine(), !line.contains("streaming") {}
    reader.terminate()
    #expect(await reader.end().status == 0)
    caster.process.terminate()
    let outcome = await caster.process.end()
    #expect(outcome.status == 0)
    let stats = try JSONDocument(try await boardsim("rtcm", "stats", path, "--json").output)
    #expect(stats.number("total_frames").map { $0 > 0 } == true)
    #expect(stats.number("other_bytes") == 0)
    let told = try #require(outcome.errorLines.last { $0.hasPrefix("BASE: ") })
    let sent = try #require(told.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    #expect(sent >= (try folder.bytes(of: "got.rtcm3").count))
  }
}
