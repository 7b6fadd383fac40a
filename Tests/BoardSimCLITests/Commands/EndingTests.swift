import Foundation
import TestSupport
import Testing

@Suite("How commands end")
struct EndingTests {
  private let folder: TemporaryFolder
  private static let capture = "captures/milan-base.rtcm3"

  init() throws { folder = try TemporaryFolder() }

  // MARK: Standard output

  /// Command lines that write results to standard output.
  private static let printing = [
    ["--help"], ["--version"], ["rtcm", "--help"], ["replay", "--help"],
    ["rtcm", "stats", capture], ["rtcm", "stats", capture, "--json"],
    ["rtcm", "decode", capture, "--limit", "1"], ["rtcm", "types"], ["rtcm", "types", "--json"],
    ["rtcm", "vectors", "--type", "1005"], ["rtcm", "convert", capture, "-q", "-o", "-"],
    ["rtcm", "convert", capture, "-o", "/dev/null", "--json"],
    ["rtcm", "merge", capture, "-q", "-o", "-"],
    ["capture", "synth", "-q", "-o", "-", "--duration", "5"],
    ["replay", capture, "-q", "--duration", "5"], ["replay", capture, "-q", "--json"],
    ["run", "--port", "0", "-q", "--ntrip", "none"],
    ["caster", "--port", "0", "-q", "--mount", "A=\(capture)"],
  ]

  @Test(
    "a standard output that takes nothing is an error of its own",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: printing)
  func fullOutput(arguments: [String]) async throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let outcome = try await BoardSimProcess(arguments, output: full.fileDescriptor).end()
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines == ["boardsim: cannot write standard output: No space left on device"])
  }

  @Test("a reader who has gone ends it with 141 and no word", arguments: printing)
  func closedPipe(arguments: [String]) async throws {
    let pipe = try PrivatePipe()
    close(pipe.reading)
    defer { close(pipe.writing) }
    let process = try BoardSimProcess(arguments, output: pipe.writing)
    let outcome = await process.end()
    #expect(outcome.status == 141)
    #expect(outcome.errors.isEmpty)
  }

  // MARK: Interruption

  /// Returns a named pipe at which a command waits for its input.
  private func namedPipe() throws -> String {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    return path
  }

  /// Returns the pipe's writing end, after the command has opened the reading end.
  private func writer(of pipe: String) async throws -> FileHandle {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try FileHandle(forWritingTo: URL(filePath: pipe)) })
      }
    }
  }

  @Test(
    "work that is cut short ends with the signal's status, and leaves nothing that looks whole",
    arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) async throws {
    let pipe = try namedPipe()
    let process = try BoardSimProcess(
      ["rtcm", "merge", Self.capture, pipe, "-q", "-o", folder.path("out.rtcm3")])
    let writer = try await writer(of: pipe)
    if signal == SIGINT { process.interrupt() } else { process.terminate() }
    let outcome = await process.end()
    #expect(outcome.status == Int(128 + signal))
    #expect(outcome.errorLines == ["boardsim: interrupted"])
    #expect(try folder.names == ["pipe"])
    try writer.close()
  }

  @Test(
    "whoever waits for a capture to come through a pipe can be ended",
    arguments: [["replay"], ["run", "--port", "0", "--capture"], ["caster", "--port", "0", "-m"]])
  func interruptedWait(command: [String]) async throws {
    let pipe = try namedPipe()
    let argument = command.last == "-m" ? "A=\(pipe)" : pipe
    let process = try BoardSimProcess(command + [argument])
    let writer = try await writer(of: pipe)
    process.terminate()
    #expect(await process.end().status == 143)
    try writer.close()
  }

  @Test("a stream without an end is whole when it is ended: status 0, and its file stays")
  func liveStream() async throws {
    let pipe = try namedPipe()
    // The content fits into the pipe's buffer, so that the test does not wait for the command to read.
    let capture = Array(try [UInt8](contentsOf: Self.capture).prefix(60_000))
    let process = try BoardSimProcess(["rtcm", "convert", pipe, "-o", folder.path("out.rtcm3")])
    let writer = try await writer(of: pipe)
    try writer.write(contentsOf: capture)
    process.interrupt()
    let outcome = await process.end()
    #expect(outcome.status == 0)
    let got = try folder.bytes(of: "out.rtcm3")
    #expect(capture.starts(with: got))
    try writer.close()
  }

  @Test("what is made of a stream without an end is there before more comes")
  func handsOn() async throws {
    let pipe = try namedPipe()
    let process = try BoardSimProcess(["rtcm", "convert", pipe, "-o", "-", "-q"])
    let writer = try await writer(of: pipe)
    for epoch in try MilanBase.epochs.prefix(3) {
      try writer.write(contentsOf: epoch)
      #expect(await process.nextBytes(epoch.count) == epoch)
    }
    try writer.close()
    #expect(await process.end().status == 0)
  }

  @Test("a replay ends at once, and its JUnit file says that it did not come to its end")
  func interruptedReplay() async throws {
    let junit = try folder.write(Array("<!-- of yesterday, green -->".utf8), to: "fix.xml")
    let process = try BoardSimProcess(
      ["replay", Self.capture, "--duration", "900000000", "--junit", junit])
    // The first line is that of the progress.
    #expect(await process.nextErrorLine()?.hasPrefix("replaying") == true)
    process.interrupt()
    let outcome = await process.end()
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
    let text = try folder.text(of: "fix.xml")
    #expect(text.contains(#"errors="1""#) && text.contains("interrupted"))
  }

  @Test("what one read has brought is not shown to its end first")
  func interruptedDecoding() async throws {
    let capture = try [UInt8](contentsOf: Self.capture)
    let file = try folder.write(Array(repeating: capture, count: 30).flatMap(\.self), to: "long")
    let process = try BoardSimProcess(["rtcm", "decode", file])
    #expect(await process.nextLine() != nil)
    process.interrupt()
    #expect(await process.end().status == 130)
  }

  // MARK: Files

  @Test("pieces of a split that fails are taken away again, and a file that was there stays")
  func failedSplit() async throws {
    _ = try folder.write([9], to: "x-1230")
    let outcome = try await boardsim(
      "rtcm", "split", Self.capture, "-q", "--by", "type", "-o", folder.path("x-{key}"))
    #expect(outcome.status == 1)
    #expect(try folder.names == ["x-1230"])
    #expect(try folder.bytes(of: "x-1230") == [9])
  }

  @Test("the JUnit file of an earlier run does not survive a replay that fails")
  func staleJUnit() async throws {
    let junit = try folder.write(Array("<!-- of yesterday, green -->".utf8), to: "fix.xml")
    let missing = folder.path("none.rtcm3")
    let outcome = try await boardsim("replay", missing, "--junit", junit)
    #expect(outcome.status == 1)
    let text = try folder.text(of: "fix.xml")
    #expect(text.contains(#"tests="1" failures="0" errors="1""#))
    #expect(text.contains("there is no capture"))
  }

  @Test("the capture is not overwritten by a JUnit file of that name")
  func junitOverCapture() async throws {
    let capture = try folder.write([1, 2, 3], to: "base.rtcm3")
    let outcome = try await boardsim("replay", capture, "--junit", capture)
    #expect(outcome.status == 2)
    #expect(try folder.bytes(of: "base.rtcm3") == [1, 2, 3])
  }

  @Test("two reports of one replay are the same bytes")
  func reports() async throws {
    async let first = boardsim("replay", Self.capture, "-q", "--json")
    async let second = boardsim("replay", Self.capture, "-q", "--json")
    let (one, other) = try await (first, second)
    #expect(one.status == 0)
    #expect(one.output == other.output)
  }

  // MARK: The card

  /// Returns a card folder whose file of the day is a link to a full device.
  private func fullCard() throws -> String {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("20260601.CSV"), withDestinationPath: "/dev/full")
    return folder.path
  }

  @Test(
    "a card that is full is told once when it happens, the board goes on, and the end is a 1",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullCardWhileRunning() async throws {
    let board = try await RunningBoard("-q", "--speed", "manual", "--card", try fullCard())
    let line = try #require(await board.process.nextErrorLine())
    #expect(line.contains("card is full"))
    #expect(try board.status().text("sensors.bme280.state") == "ok")
    board.process.terminate()
    let outcome = await board.process.end()
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorLines.first?.hasPrefix("boardsim: the card lost 59 ") == true)
  }

  @Test(
    "a replay whose card is full has its report and its JUnit file, and fails",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullCardOfReplay() async throws {
    let junit = folder.path("fix.xml")
    let outcome = try await boardsim(
      "replay", Self.capture, "-q", "--json", "--duration", "20", "--card", try fullCard(),
      "--junit", junit)
    #expect(outcome.status == 1)
    #expect(try JSONDocument(outcome.text).number("card.lost_lines").map { $0 >= 9 } == true)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorLines.first?.contains("the card is full") == true)
    #expect(try folder.text(of: "fix.xml").contains("the card lost"))
  }
}
