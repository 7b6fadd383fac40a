import TestSupport
import Testing

@Suite("boardsim rtcm decode of a URL")
struct RTCMDecodeTests {
  @Test("follows a caster until the limit, and says so on standard error only")
  func followsToLimit() async throws {
    let caster = try await RunningCaster("--speed", "50")
    let outcome = try await boardsim(
      "rtcm", "decode", caster.url(), "--json", "--type", "1077", "--limit", "3")
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines { #expect(try JSONDocument(String(line)).number("type") == 1077) }
    #expect(outcome.errorLines.contains("streaming"))
  }

  @Test("SIGTERM ends it with 0 and a whole last line")
  func terminates() async throws {
    let caster = try await RunningCaster("--speed", "50")
    let reader = try BoardSimProcess(["rtcm", "decode", caster.url(), "--json", "-q"])
    let first = try #require(await reader.nextLine())
    #expect(try JSONDocument(first).number("type") != nil)
    reader.terminate()
    let outcome = await reader.end()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.isEmpty || outcome.output.last == UInt8(ascii: "\n"))
  }

  @Test("without retries, what the caster refuses is a failure that names it")
  func refused() async throws {
    let caster = try await RunningCaster()
    let outcome = try await boardsim(
      "rtcm", "decode", caster.url(mountpoint: "NONE"), "--no-retry", "-q")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.last?.contains("NONE") == true)
  }

  @Test("stats and convert follow a URL as well")
  func othersFollow() async throws {
    let caster = try await RunningCaster("--speed", "50")
    let reader = try BoardSimProcess(["rtcm", "convert", caster.url(), "-o", "-", "--to", "jsonl"])
    let line = try #require(await reader.nextLine())
    #expect(try JSONDocument(line).number("offset") == 0)
    reader.terminate()
    #expect(await reader.end().status == 0)
    let short = try Array([UInt8](contentsOf: "captures/milan-base.rtcm3").prefix(20_000))
    let folder = try TemporaryFolder()
    let once = try await RunningCaster(
      "--once", "--speed", "100", file: try folder.write(short, to: "short.rtcm3"))
    let statistics = try BoardSimProcess(["rtcm", "stats", once.url(), "--json"])
    // The caster has ended: the reader would come back.
    while let line = await statistics.nextErrorLine(), !line.contains("waiting") {}
    statistics.terminate()
    #expect(try JSONDocument(await statistics.end().text).number("bytes") == Double(short.count))
  }

  @Test("an input without a frame is told")
  func noFrame() async throws {
    let outcome = try await boardsim("rtcm", "decode", "-", input: Array("{}".utf8))
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.first?.hasPrefix("no RTCM 3 frame in the 2 bytes of '-'") == true)
  }

  @Test("a URL that names no mountpoint is wrong usage")
  func usage() async throws {
    let outcome = try await boardsim("rtcm", "decode", "ntrip://127.0.0.1:1")
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first?.contains("names no mountpoint") == true)
  }
}
