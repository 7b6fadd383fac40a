import RTCMStreams
import NtripProtocol
import NtripMemory
import Dispatch
import Locks
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("boardsim caster and ntrip")
struct CasterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the outcome of `ntrip get`, which is asked to end after `count` bytes, or ends by itself.
  private func read(_ count: Int, _ arguments: String...) async throws -> BoardSimProcess.Outcome {
    let reader = try BoardSimProcess(["ntrip", "get", "-o", "-"] + arguments)
    let bytes = await reader.nextBytes(count)
    reader.terminate()
    var outcome = await reader.end()
    outcome.output = bytes + outcome.output
    return outcome
  }

  @Test(
    "what arrives is a slice of the capture that begins and ends with whole frames",
    arguments: ["1", "2", "auto"])
  func arrives(version: String) async throws {
    // The capture is played once, since a second pass would have other dates.
    let caster = try await RunningCaster("--speed", "100", "--once")
    let outcome = try await read(10_000, caster.url(), "-q", "--ntrip-version", version)
    #expect(outcome.status == 0)
    let got = outcome.output
    let path = try folder.write(got, to: "got.rtcm3")
    let capture = try [UInt8](contentsOf: "captures/milan-base.rtcm3")
    #expect(got.count >= 10_000)
    #expect(capture.firstRange(of: got) != nil)
    let stats = try JSONDocument(try await boardsim("rtcm", "stats", path, "--json").output)
    #expect(stats.number("other_bytes") == 0)
  }

  @Test("the ready line as JSON names what there is to connect to")
  func readyAsJSON() async throws {
    let caster = try BoardSimProcess([
      "caster", "--port", "0", "--mount", "BASE=captures/milan-base.rtcm3", "--nearest", "NEAR",
      "--admin-port", "0", "--json", "-q",
    ])
    let line = try JSONDocument(Array(try #require(await caster.nextLine()).utf8))
    #expect(line.text("event") == "ready")
    let url = try #require(line.text("caster"))
    #expect(line.texts("mounts") == [url + "BASE", url + "NEAR"])
    #expect(line.text("tls") == nil)
    let admin = try #require(line.text("admin"))
    let outcome = try await boardsim("ntrip", "table", url, "--json")
    #expect(outcome.status == 0 && admin.hasPrefix("http://127.0.0.1:"))
    caster.interrupt()
    #expect(await caster.end().status == 0)
  }

  @Test("a capture that is played once arrives whole, and then caster and reader end with 0")
  func playsOnce() async throws {
    let capture = try [UInt8](contentsOf: "captures/milan-base.rtcm3")
    let file = try folder.write(Array(capture.prefix(20_000)), to: "short.rtcm3")
    let caster = try await RunningCaster("--once", "--speed", "20", file: file)
    let reader = try await boardsim("ntrip", "get", caster.url(), "--no-retry", "-o", "-")
    #expect(reader.status == 0, "\(reader.errorLines)")
    #expect(reader.output.count == 20_000 && capture.starts(with: reader.output))
    #expect(await caster.process.end().status == 0)
  }

  @Test("a mountpoint that nobody comes for is done in the time it plays, half a minute at least")
  func playsToNobody() throws {
    let capture = Capture(try [UInt8](contentsOf: "captures/milan-base.rtcm3"))
    let caster = Caster([Mountpoint(name: "A", capture: capture, mode: .once)])
    var stream = try #require(caster.snapshot.streams.first)
    let (slow, fast) = (Showing([capture], speed: 1), Showing([capture], speed: 1000))
    #expect(!slow.isOver([stream], after: .seconds(599)))
    #expect(slow.isOver([stream], after: .seconds(600)))
    #expect(!fast.isOver([stream], after: .seconds(29)))
    #expect(fast.isOver([stream], after: .seconds(30)))
    stream.hasBegun = true
    #expect(!slow.isOver([stream], after: .seconds(10_000)))
    stream.hasEnded = true
    #expect(slow.isOver([stream], after: .zero))
  }

  /// Returns a caster that sends three bytes, and then nothing more.
  private static func casterOfThreeBytes() throws -> LocalListener {
    try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("ICY 200 OK\r\n\r\n".utf8) + [1, 2, 3])
      connection.waitForEnd()
    }
  }

  @Test("what comes is handed on at once, however little it is")
  func handsOn() async throws {
    let caster = try Self.casterOfThreeBytes()
    defer { caster.close() }
    let outcome = try await read(3, "ntrip://127.0.0.1:\(caster.port)/M", "-q")
    #expect(outcome.status == 0 && outcome.output == [1, 2, 3])
  }

  @Test(
    "a caster that takes HTTP/1.0 alone is read without an option",
    arguments: ["", "HTTP/1.0 400 Bad Request\r\n\r\n"])
  func readsVersionOne(refusal: String) async throws {
    let caster = try LocalListener { connection in
      let request = connection.receiveRequest()
      guard request.hasPrefix("GET /M HTTP/1.0\r\n") else {
        connection.send(Array(refusal.utf8))
        return connection.close()
      }
      connection.send(Array("ICY 200 OK\r\n\r\n".utf8) + [1, 2, 3])
      connection.close()
    }
    defer { caster.close() }
    let outcome = try await boardsim(
      "ntrip", "get", "ntrip://127.0.0.1:\(caster.port)/M", "--no-retry")
    #expect(outcome.status == 0 && outcome.output == [1, 2, 3])
  }

  @Test(
    "a caster's word in place of a stream ends with 1 and is quoted, with and without --any-format",
    arguments: [[], ["--any-format"]])
  func words(options: [String]) async throws {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("ICY 200 OK\r\n\r\nERROR - Account already in use\r\n".utf8))
    }
    defer { caster.close() }
    let outcome = try await BoardSimProcess(
      ["ntrip", "get", "ntrip://127.0.0.1:\(caster.port)/M", "-o", "/dev/null"] + options
    ).end()
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.last?.contains("\"ERROR - Account already in use\"") == true)
  }

  @Test("what the link has carried is told at each change and at the end")
  func tellsStatistics() async throws {
    let capture = try [UInt8](contentsOf: "captures/milan-base.rtcm3")
    let file = try folder.write(Array(capture.prefix(20_000)), to: "short.rtcm3")
    let caster = try await RunningCaster("--once", "--speed", "100", file: file)
    let outcome = try await boardsim(
      "ntrip", "get", caster.url(), "--no-retry", "--json", "-q", "-o", folder.path("got"))
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    let lines = try outcome.text.split(separator: "\n").map { try JSONDocument(String($0)) }
    let end = try #require(lines.last)
    #expect(lines.contains { $0.text("state") == "streaming" } && end.text("state") == "off")
    #expect(end.number("bytes") == 20_000 && end.number("ntrip_version") == 2)
    #expect(end.number("frames.1077").map { $0 > 10 } == true)
    #expect(end.number("bad_crc") == 0 && end.number("connects") == 1)
    #expect(end.number("first_byte") != nil && end.number("age") != nil)
    #expect(end.text("error")?.contains("ended the stream") == true)
  }

  @Test(
    "options of a connection that cannot be are told at once",
    arguments: [
      (["--key", "k.pem"], 2, "certificate"), (["--ca", "nowhere.pem"], 1, "nowhere.pem"),
      (["--json"], 2, "-o FILE"),
    ])
  func refusesOptions(options: [String], status: Int, words: String) async throws {
    let outcome = await boardsimHere(["ntrip", "get", "ntrip://127.0.0.1:1/X"] + options)
    #expect(outcome.status == status && outcome.errorLines.first?.contains(words) == true)
  }

  @Test("a mountpoint that is nearly there is named")
  func namesNearest() async throws {
    let caster = try await RunningCaster()
    let outcome = try await boardsim("ntrip", "get", caster.url(mountpoint: "BASS"), "-q")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.first?.hasSuffix("its sourcetable lists 1 other: \"BASE\"") == true)
  }

  // MARK: The received bytes decide the status

  @Test("a refusal that only a person can lift ends a reader with 1", arguments: [false, true])
  func refused(isWrongPassword: Bool) async throws {
    let caster = try await RunningCaster("--user", "u", "--password", "right")
    let url =
      isWrongPassword
      ? caster.url(user: "u:hunter2") : caster.url(mountpoint: "NOPE", user: "u:right")
    for command in [["ntrip", "get"], ["rtcm", "stats"], ["replay", "--duration", "60"]] {
      let outcome = try await BoardSimProcess(command + [url, "-q"]).end()
      #expect(outcome.status == 1)
      #expect(outcome.errorLines.count == 1, "\(outcome.errorLines)")
      #expect(outcome.errorLines.first?.contains(isWrongPassword ? "password" : "\"NOPE\"") == true)
      #expect(!String(decoding: outcome.errors, as: UTF8.self).contains("hunter2"))
    }
  }

  @Test("a reader to whom nothing came ends with 1 and why, whenever it ends")
  func nothingCame() async throws {
    let reader = try BoardSimProcess(["ntrip", "get", "ntrip://127.0.0.1:1/X"])
    while let line = await reader.nextErrorLine(), !line.contains("refused") {}
    reader.terminate()
    let outcome = await reader.end()
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.last?.contains("refused; check the port") == true)
    let timed = try await boardsim(
      "ntrip", "get", "ntrip://127.0.0.1:1/X", "-q", "--duration", "0.2")
    #expect(timed.status == 1)
  }

  @Test("bytes that came without a frame in time are a failure, not a stream to wait for again")
  func noFrames() async throws {
    let caster = try Self.casterOfThreeBytes()
    defer { caster.close() }
    var options = NtripSessionOptions()
    options.frameTimeout = .milliseconds(100)
    let input = CasterInput(
      NtripURL(host: "127.0.0.1", port: caster.port, mountpoint: "M"), options: options,
      isOnce: false, isQuiet: true)
    var (count, message) = (0, "")
    do {
      while try await input.read({ count += $0.count }) {}
    } catch { message = "\((error as? Failure)?.message ?? "\(error)")" }
    #expect(count == 3 && message.contains("and no RTCM 3 frame"), "\(message)")
  }

  @Test("a stream that came and is waited for again is a success")
  func cameAndWaits() async throws {
    let capture = try [UInt8](contentsOf: "captures/milan-base.rtcm3")
    let file = try folder.write(Array(capture.prefix(2000)), to: "short.rtcm3")
    let caster = try await RunningCaster("--once", "--speed", "100", file: file)
    let reader = try BoardSimProcess(["ntrip", "get", caster.url(), "-o", folder.path("got")])
    // The caster has ended, so the reader would reconnect.
    while let line = await reader.nextErrorLine(), !line.contains("waiting") {}
    reader.interrupt()
    let outcome = await reader.end()
    #expect(outcome.status == 0)
    #expect(try folder.bytes(of: "got") == Array(capture.prefix(2000)))
  }

  // MARK: Passwords

  @Test("users come from a file, one of which may read one mountpoint")
  func users() async throws {
    let users = try folder.write(
      Array("# rovers\nrover:a:b:BASE:read\nother:c:ELSE:read\n".utf8), to: "users.txt")
    let caster = try await RunningCaster("--users", users, "--speed", "50")
    func status(_ user: String) async throws -> Int {
      try await read(1, caster.url(user: user), "-q").status
    }
    #expect(try await status("rover:a%3Ab") == 0)
    #expect(try await status("rover:a") == 1)
    #expect(try await status("other:c") == 1)
  }

  @Test("user and password come from the environment, and are nowhere to be seen")
  func environment() async throws {
    let caster = try await RunningCaster(
      "--speed", "50",
      environment: ["BOARDSIM_CASTER_USER": "u", "BOARDSIM_CASTER_PASSWORD": "hunter2"])
    let url = try folder.write(Array("\(caster.url(user: "u:hunter2"))\n".utf8), to: "caster.url")
    let reader = try await read(1, "@\(url)")
    #expect(reader.status == 0, "\(reader.errorLines)")
    let refused = try await boardsim("ntrip", "get", caster.url(), "-q")
    #expect(refused.status == 1)
    caster.process.terminate()
    let outcome = await caster.process.end()
    #expect(outcome.status == 0)
    for text in (outcome.errorLines + reader.errorLines) { #expect(!text.contains("hunter2")) }
  }

  @Test("a password among the options works, and is warned of")
  func passwordOption() async throws {
    let caster = try await RunningCaster("--user", "u", "--password", "hunter2")
    let line = try #require(await caster.process.nextErrorLine())
    #expect(line.hasPrefix("warning: ") && line.contains("BOARDSIM_CASTER_PASSWORD"))
    #expect(!line.contains("hunter2"))
  }

  @Test("a list of users that cannot be read is named with its line and without its words")
  func badUsers() async throws {
    let users = try folder.write(Array("u:hunter2:*:reed\n".utf8), to: "users.txt")
    let outcome = try await boardsim(
      "caster", "--port", "0", "-m", "A=captures/milan-base.rtcm3", "--users", users)
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    let line = try #require(outcome.errorLines.first)
    #expect(line.contains("\(users)', line 1: ") && line.contains("read,write"))
    #expect(!line.contains("hunter2"))
  }

  @Test("a file says what is offered; read again, it changes that, and a broken one nothing")
  func config() async throws {
    let file = folder.path + "/caster.yaml"
    func write(_ text: String) throws { _ = try folder.write(Array(text.utf8), to: "caster.yaml") }
    let users = try folder.write(Array("*:*:*:read\ns:$6$a$b:FIELD:write\n".utf8), to: "users.txt")
    let capture = "captures/milan-base.rtcm3"
    let head = "caster: 1\nport: 0\nadmin: {port: 0}\nusers: \(users)\nmounts:\n"
    try write(head + "- {name: A, from: \(capture), country: ITA}\n- {name: FIELD, source: true}\n")
    let process = try BoardSimProcess(["caster", "--config", file])
    let line = try #require(await process.nextLine())
    let url = String(try #require(line.split(separator: " ").last).replacing("/A", with: ""))
    func table() async throws -> String { try await boardsim("ntrip", "table", url).text }
    #expect(try await table().contains("A"))
    try write(head + "- {name: B, from: \(capture)}\n")
    process.hangUp()
    while let line = await process.nextErrorLine(), !line.contains("read again: 1") {}
    #expect(try await table().contains("B"))
    try write("caster: 7\n")
    process.hangUp()
    var told: String?
    repeat { told = await process.nextErrorLine() } while told?.contains("not read again") == false
    #expect(told?.contains("caster.yaml:1:9: ") == true)
    #expect(try await table().contains("B"))
    process.terminate()
    #expect(await process.end().status == 0)
  }

  @Test(
    "options that contradict each other are told",
    arguments: [
      (["--source", "F"], "--users"), (["-m", "A=x", "--tls-port", "0"], "--cert"),
      (["-m", "A=x", "--cert", "x"], "--tls-port"),
      (["-m", "A=synth:1"], "HEIGHT"), (["-m", "A=x", "-m", "A=y"], "two mountpoints A"),
      ([], "--mount"),
    ])
  func contradictions(options: [String], hint: String) async throws {
    let outcome = try await BoardSimProcess(["caster", "--port", "0"] + options).end()
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.joined().contains(hint), "\(outcome.errorLines)")
  }

  @Test("an address with colons stands in brackets in the URL, which works as printed")
  func bracketsIPv6() async throws {
    let caster = try await RunningCaster("--host", "::1", "--speed", "100")
    #expect(caster.url().hasPrefix("ntrip://[::1]:"))
    let outcome = try await boardsim("ntrip", "table", caster.url(mountpoint: ""), "--json")
    #expect(outcome.status == 0)
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

  @Test("whoever waits for a table that does not come can end it")
  func interruptsTable() async throws {
    let asking = Lock<BoardSimProcess?>(nil)
    let hasStarted = DispatchSemaphore(value: 0)
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      // The wait uses a thread of its own, independent of the busy threads that the tests share.
      hasStarted.wait()
      asking.withLock { $0 }?.interrupt()
      connection.waitForEnd()
    }
    defer { caster.close() }
    let process = try BoardSimProcess(["ntrip", "table", "ntrip://127.0.0.1:\(caster.port)"])
    asking.withLock { $0 = process }
    hasStarted.signal()
    let outcome = await process.end()
    #expect(outcome.status == 130)
    #expect(outcome.errorLines == ["boardsim: interrupted"])
  }

  @Test("a position goes up with the request and on the stream")
  func sendsPosition() async throws {
    let (told, tell) = AsyncStream<String>.makeStream()
    let caster = try LocalListener { connection in
      tell.yield(connection.receiveRequest())
      connection.send(Array("ICY 200 OK\r\n\r\n".utf8))
      tell.yield(String(decoding: connection.receive(), as: UTF8.self))
      connection.send([1, 2, 3])
      connection.close()
    }
    defer { caster.close() }
    let process = try BoardSimProcess([
      "ntrip", "get", "ntrip://127.0.0.1:\(caster.port)/VRS", "--gga", "45.5,9.25,165",
      "--no-retry", "-q", "-o", "-",
    ])
    var lines = told.makeAsyncIterator()
    let request = try #require(await lines.next())
    let line = request.split(separator: "\r\n").first { $0.hasPrefix("Ntrip-GGA: $GPGGA,") }
    let sentence = try #require(line?.dropFirst("Ntrip-GGA: ".count))
    #expect(sentence.contains(",4530.0000000,N,00915.0000000,E,"))
    #expect(await lines.next() == sentence + "\r\n")
    let outcome = await process.end()
    #expect(outcome.status == 0 && outcome.output == [1, 2, 3])
  }

  @Test("what a caster's table says cannot steer the terminal")
  func escapesTable() async throws {
    // Our own caster sends no ASCII control characters, but does send those of ISO 8859-1.
    let caster = try await RunningCaster("--mount", "A\u{9B}2J=captures/milan-base.rtcm3")
    let outcome = try await boardsim("ntrip", "table", caster.url(mountpoint: ""))
    #expect(outcome.status == 0)
    #expect(outcome.text.contains(#"A\u009b2J"#))
    #expect(!outcome.text.unicodeScalars.contains("\u{9B}"))
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
