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
    // The caster has ended, so the reader would reconnect.
    while let line = await statistics.nextErrorLine(), !line.contains("waiting") {}
    statistics.terminate()
    #expect(try JSONDocument(await statistics.end().text).number("bytes") == Double(short.count))
  }

  @Test("types that are not there are told on standard error, and no failure")
  func noSuchType() async throws {
    let capture = "captures/milan-base.rtcm3"
    let outcome = try await boardsim("rtcm", "decode", capture, "-t", "1005", "-t", "1029")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorLines.first?.contains("of type 1005 or 1029") == true)
    let quiet = try await boardsim("rtcm", "decode", capture, "-t", "1005", "-q")
    #expect(quiet.status == 0 && quiet.errors.isEmpty)
    let found = try await boardsim("rtcm", "decode", capture, "-t", "1005", "-t", "1006", "-n", "1")
    #expect(found.status == 0 && found.errors.isEmpty && !found.output.isEmpty)
  }

  @Test("no control character of a text reaches the terminal", .compares(with: .captures))
  func escapes() async throws {
    let bytes = try SharedCaptures.bytes(of: "../repro/1029_terminal_escape.rtcm3")
    for options in [[], ["--json"]] {
      let outcome = try await BoardSimProcess(["rtcm", "decode", "-"] + options, input: bytes).end()
      #expect(outcome.status == 0)
      #expect(outcome.output.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
      #expect(outcome.text.contains(#"\u001b[2J"#))
    }
  }

  @Test("a URL that names no mountpoint is wrong usage")
  func usage() async throws {
    let outcome = try await boardsim("rtcm", "decode", "ntrip://127.0.0.1:1")
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first?.contains("names no mountpoint") == true)
  }
}
