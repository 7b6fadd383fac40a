import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("boardsim run --mqtt", .timeLimit(.minutes(10)))
struct TelemetryCommandTests {
  private static let fleet = [
    "run", "--sky", "off", "--ntrip", "none", "--boot", "cold", "--port", "0",
  ]

  private func line(_ program: RunningProgram) async -> String {
    await onThread { program.nextLine() }
  }

  @Test(
    "of a hundred boards each sample of a minute arrives once and in order, with quality 1",
    .compares(with: .mosquitto, .mosquittoSub))
  func everySample() async throws {
    let broker = try MQTTBroker()
    let subscriber = try await broker.readySubscriber("air/boards/+/measurement", "-q", "1")
    let outcome = try await boardsim(
      Self.fleet + [
        "--boards", "100", "--speed", "max", "--duration", "60", "--mqtt", broker.url(),
      ]
        + ["--mqtt-qos", "1", "--report", "-", "-q"])
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    var times: [String: [Double]] = [:]
    // Each board samples every 2 s once it has started.
    while times.count < 100 || times.values.contains(where: { $0.count < 28 }) {
      let line = await line(subscriber)
      let number = try #require(
        line.firstMatch(of: /boards\/(\d+)\/measurement .*?"board_time":([0-9.]+)/))
      times[String(number.1), default: []].append(try #require(Double(number.2)))
    }
    for values in times.values {
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 2.5 }, "\(values)")
    }
    subscriber.end()
  }

  @Test(
    "after kill -9 the boards' wills are what the broker keeps",
    .compares(with: .mosquitto, .mosquittoSub),
    arguments: [["--mqtt-clients", "board"], ["--mqtt-clients", "process"]])
  func killed(options: [String]) async throws {
    let broker = try MQTTBroker()
    let process = try BoardSimProcess(
      Self.fleet + ["--boards", "3", "--mqtt", broker.url(), "-q"] + options)
    let isShared = options[1] == "process"
    let topic = isShared ? "air/processes/0-2/online" : "air/boards/2/online"
    let subscriber = try broker.subscriber(topic)
    #expect(await line(subscriber) == "\(topic) online")
    process.kill()
    #expect(await line(subscriber) == "\(topic) offline")
    let late = try broker.subscriber(
      isShared ? topic : "air/boards/+/online", format: "%r %t %p")
    var kept: Set<String> = []
    for _ in 0..<(isShared ? 1 : 3) { kept.insert(await line(late)) }
    #expect(kept.contains("1 \(topic) offline"))
    for program in [subscriber, late] { program.end() }
    _ = await process.end()
  }

  @Test(
    "a second process with the same boards says so and ends",
    .compares(with: .mosquitto, .mosquittoSub))
  func second() async throws {
    let broker = try MQTTBroker()
    let first = try BoardSimProcess(
      Self.fleet + ["--boards", "4", "--shard", "0/2", "--mqtt", broker.url(), "-q"])
    let subscriber = try broker.subscriber("air/boards/1/online")
    #expect(await line(subscriber) == "air/boards/1/online online")
    let other = try BoardSimProcess(
      Self.fleet + ["--boards", "4", "--shard", "1/2", "--mqtt", broker.url(), "-q"])
    let second = try await boardsim(Self.fleet + ["--boards", "2", "--mqtt", broker.url(), "-q"])
    #expect(second.status == 1)
    #expect(
      second.errorLines.last?.hasPrefix(
        "boardsim: telemetry: another process publishes boards 0 to 1") == true,
      "\(second.errorLines)")
    for process in [first, other] {
      process.interrupt()
      #expect(await process.end().status == 0)
    }
    #expect(await line(subscriber) == "air/boards/1/online offline")
    subscriber.end()
  }

  @Test("at full speed a run waits for its broker, and ends all the same when it is asked to")
  func waits() async throws {
    let held = try HeldPort()
    let process = try BoardSimProcess(
      Self.fleet + ["--speed", "max", "--duration", "1000000"]
        + ["--mqtt", "mqtt://127.0.0.1:\(held.port)/air", "--mqtt-qos", "1", "--json"])
    let ready = try JSONDocument(await process.nextLine() ?? "")
    let url = try #require(ready.text("url"))
    let port = try #require(UInt16(url.split(separator: ":")[2].dropLast()))
    var status = try JSONDocument(HTTPAnswer.get("/api/v1/status", port: port).body)
    while status.number("telemetry.waiting") != 1000 {
      try await rest()
      status = try JSONDocument(HTTPAnswer.get("/api/v1/status", port: port).body)
    }
    #expect(status.number("telemetry.dropped") == 0 && status.text("telemetry.state") == "claiming")
    process.interrupt()
    let outcome = await process.end()
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.contains { $0.contains(" messages were not published") })
  }

  @Test("the URL may stand in a file, and no message shows the password")
  func secret() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("mqtt://fleet:geheim@127.0.0.1:1/air\n".utf8), to: "broker")
    let outcome = try await boardsim(
      Self.fleet + ["--mqtt", "@\(file)", "--duration", "1", "--speed", "max"])
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.contains("  telemetry    mqtt://127.0.0.1:1/air"))
    #expect(
      outcome.errorLines.contains {
        $0.contains("telemetry: 127.0.0.1:1: connection refused; next attempt")
      })
    #expect(!(outcome.text + outcome.errorLines.joined()).contains("geheim"))
    let wrong = try await boardsim("run", "--mqtt", "mqtt://fleet:geheim@127.0.0.1")
    #expect(wrong.status == 2 && !wrong.errorLines.joined().contains("geheim"))
    #expect(wrong.errorLines[0].hasPrefix("boardsim: --mqtt: the URL needs the root of the topics"))
  }
}
