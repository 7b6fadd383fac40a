import Foundation
import TestSupport
import Testing

@Suite("Traces and faults on the command line")
struct TraceCommandTests {
  private static func run(_ arguments: String...) async throws -> BoardSimProcess.Outcome {
    try await BoardSimProcess(
      ["run", "--port", "0", "-q", "--speed", "max", "--boot", "cold", "--ntrip", "none"]
        + arguments
    ).end()
  }

  @Test(
    "an analyser counts as many transfers in the waveform as the log has lines and the report says",
    .compares(with: .sigrok), arguments: ["100", "400"])
  func agreesWithSigrok(clock: String) async throws {
    let folder = try TemporaryFolder()
    let (vcd, log, report) = (
      folder.path("t.vcd"), folder.path("t.log"), folder.path("r.json")
    )
    let outcome = try await Self.run(
      "--duration", "20", "--bus-clock", clock, "--trace", vcd, "--trace", log, "--report", report)
    #expect(outcome.status == 0)
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let document = try JSONDocument(Array(Data(contentsOf: URL(filePath: report))))
    #expect(lines.count > 200)
    #expect(document.number("bus.transfers") == Double(lines.count))
    let sigrok = try OutsideProgram(.sigrok)
    let seen = try sigrok.run(
      ["-i", vcd, "-I", "vcd", "-P", "i2c:scl=SCL:sda=SDA", "-A", "i2c=stop:nack"],
      in: URL(filePath: folder.path))
    let annotations = seen.output.split(separator: "\n")
    #expect(annotations.count { $0.hasSuffix("Stop") } == lines.count)
  }

  @Test("the same seed gives the same trace, at any speed")
  func isTheSame() async throws {
    let folder = try TemporaryFolder()
    var traces: [Data] = []
    for speed in ["max", "60", "7"] {
      let path = folder.path("\(speed).log")
      let outcome = try await BoardSimProcess([
        "run", "--port", "0", "-q", "--speed", speed, "--boot", "cold", "--ntrip", "none",
        "--duration", "14", "--trace", path,
      ]).end()
      #expect(outcome.status == 0)
      traces.append(try Data(contentsOf: URL(filePath: path)))
    }
    #expect(traces[0].count > 1000)
    #expect(traces[1] == traces[0] && traces[2] == traces[0])
  }

  @Test("a trace has a beginning, a length and parts")
  func selects() async throws {
    let outcome = try await Self.run(
      "--duration", "12", "--trace", "-", "--trace-from", "6", "--trace-for", "4",
      "--trace-parts", "sps30")
    let lines = outcome.text.split(separator: "\n").dropFirst()
    #expect(outcome.status == 0)
    #expect(!lines.isEmpty)
    for line in lines {
      let words = line.split(separator: " ")
      #expect(words[2] == "sps30")
      #expect((6..<10).contains(Double(words[0]) ?? 0))
    }
  }

  @Test("a fault strikes in its time, and the part is well again after it")
  func faults() async throws {
    let folder = try TemporaryFolder()
    let report = folder.path("r.json")
    let outcome = try await Self.run(
      "--duration", "40", "--fault", "nack part=sps30 from=10 to=20", "--report", report)
    #expect(outcome.status == 0)
    let document = try JSONDocument(Array(Data(contentsOf: URL(filePath: report))))
    #expect(document.text("sensors.sps30.state") == "ok")
    #expect(try #require(document.number("sensors.sps30.starts")) >= 2)
    #expect(document.number("sensors.bme280.starts") == 1)
  }

  @Test("our own drivers do nothing that silicon punishes")
  func isClean() async throws {
    let outcome = try await Self.run("--duration", "120", "--strict", "fail")
    #expect(outcome.status == 0, "\(outcome.errorLines)")
  }

  @Test(
    "options that cannot be are refused with what can",
    arguments: [
      (["--fault", "nak"], "there is no fault 'nak'"),
      (
        ["--fault", "server.late"],
        "faults of server, arpa and weather need 'boardsim run --with-server'"
      ),
      (["--trace-parts", "dht22"], "there is no part 'dht22'"),
      (["--tolerance", "huge"], "must be one of none, typical, worst"),
      (["--strict", "yes"], "must be one of off, warn, fail"),
      (["--bus-clock", "50"], "must be one of 100, 400"),
      (["--trace", "-", "--boards", "2"], "--trace follows one board: choose it with --only I"),
    ])
  func refuses(arguments: [String], sentence: String) async throws {
    let outcome = try await BoardSimProcess(["run", "--port", "0"] + arguments).end()
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first?.contains(sentence) == true, "\(outcome.errorLines)")
  }

  @Test("a full disk is told, and the run comes to its end")
  func fullDisk() async throws {
    let outcome = try await Self.run("--duration", "20", "--trace", "/dev/full")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.last?.contains("'/dev/full'") == true, "\(outcome.errorLines)")
  }
}

@Suite("The command bus")
struct BusCommandTests {
  private static func start(_ arguments: String...) async throws -> (BoardSimProcess, UInt16) {
    let process = try BoardSimProcess(["bus", "-q"] + arguments)
    let line = try #require(await process.nextLine())
    let port = try #require(UInt16(line.split { !$0.isNumber }.last ?? ""))
    return (process, port)
  }

  @Test("a read before its time ends with status 1 and a line that names time and section")
  func strict() async throws {
    let (process, port) = try await Self.start("--strict", "fail", "--boot", "cold")
    do {
      let client = try TCPConnection(port: port)
      try client.send("HELLO 1\nD 2000\nT 77 w f201f425\nD 2000\nT 77 w f7 r 8\nNOW\n")
      client.finishSending()
      let text = String(decoding: try client.readToEnd(), as: UTF8.self)
      #expect(text.contains("ERR strict bme280 at 0.00"))
    }
    let outcome = await process.end()
    #expect(outcome.status == 1)
    let line = try #require(outcome.errorLines.first { $0.contains("misuse") })
    #expect(line.contains("9.3 ms") && line.contains("§") && line.contains("bme280 at 0.00"))
  }

  @Test("it ends with its last client when that is wanted, and at once when asked to")
  func ends() async throws {
    let (once, port) = try await Self.start("--once")
    do {
      let client = try TCPConnection(port: port)
      try client.send("NOW\n")
      _ = try client.read(5)
    }
    #expect(await once.end().status == 0)
    let (other, _) = try await Self.start()
    other.terminate()
    #expect(await other.end().status == 0)
  }

  @Test("the ready line as JSON has the place; a port in use is an error")
  func ready() async throws {
    let (process, port) = try await Self.start()
    let second = await (try BoardSimProcess(["bus", "--port", "\(port)"])).end()
    #expect(second.status == 1)
    #expect(second.errorLines.first?.contains("\(port)") == true)
    process.terminate()
    let json = try BoardSimProcess(["bus", "--json"])
    let line = try #require(await json.nextLine())
    let document = try JSONDocument(line)
    #expect(document.text("event") == "ready")
    #expect(document.text("bus")?.hasPrefix("127.0.0.1:") == true)
    json.interrupt()
    #expect(await json.end().status == 0)
  }
}
