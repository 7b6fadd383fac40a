import RTCMStreams
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("boardsim caster --cluster", .timeLimit(.minutes(10)))
struct ClusterCommandTests {
  private let folder: TemporaryFolder
  private let users: String

  init() throws {
    folder = try TemporaryFolder()
    users = try folder.write(Array("*:*:*:read\ns:pw:*:write\n".utf8), to: "users")
  }

  /// Starts a caster to which sources of `FIELD` may come.
  private func node(_ name: String, of broker: MQTTBroker) async throws -> RunningCaster {
    try await RunningCaster(
      "--source", "FIELD", "--users", users, "--cluster", broker.url("casters"), "--node", name,
      "-q")
  }

  /// Pushes the capture as it was recorded, and comes back as long as a caster refuses.
  private func push(_ caster: RunningCaster) throws -> BoardSimProcess {
    try BoardSimProcess([
      "ntrip", "push", caster.url(mountpoint: "FIELD", user: "s:pw"),
      "captures/milan-base.rtcm3", "--speed", "5", "-q",
    ])
  }

  private func table(of caster: RunningCaster) async throws -> String {
    let outcome = try await boardsim("ntrip", "table", caster.url(mountpoint: ""), "--json")
    return String(decoding: outcome.output, as: UTF8.self)
  }

  @Test(
    "after kill -9 of the caster with the source, readers elsewhere go on with another one's",
    .compares(with: .mosquitto))
  func killed() async throws {
    let broker = try MQTTBroker()
    let (a, b) = (try await node("a", of: broker), try await node("b", of: broker))
    let c = try await node("c", of: broker)
    let first = try push(a)
    while try await !table(of: c).contains("FIELD") {}
    let reader = try BoardSimProcess([
      "ntrip", "get", c.url(mountpoint: "FIELD", user: "s:pw"), "-o", "-", "-q",
    ])
    var bytes = await reader.nextBytes(20_000)
    #expect(bytes.count >= 20_000)
    a.process.kill()
    first.kill()
    let second = try push(b)
    bytes += await reader.nextBytes(40_000)
    reader.terminate()
    bytes += await reader.end().output
    for process in [second, first, a.process] { process.kill() }
    // Whole frames throughout, and no byte between them: the second source's begin where the first one's end.
    var statistics = StreamStatistics()
    statistics.consume(bytes.span)
    #expect(statistics.counts.badCRC == 0 && statistics.unfinishedByteCount == 0)
    #expect(statistics.counts.otherBytes == 0 && bytes.count >= 60_000)
    for caster in [b, c] {
      caster.process.terminate()
      #expect(await caster.process.end().status == 0)
    }
  }

  @Test(
    "a second process with a node's name says so and ends with 1", .compares(with: .mosquitto))
  func sameName() async throws {
    let broker = try MQTTBroker()
    let first = try await node("a", of: broker)
    // The first one is a member once another one knows it.
    let other = try await RunningCaster(
      "--cluster", broker.url("casters"), "--node", "b", "--admin-port", "0", "--json", "-q")
    _ = other
    let second = try await boardsim(
      "caster", "--port", "0", "--source", "FIELD", "--users", users, "--cluster",
      broker.url("casters"), "--node", "a", "-q")
    #expect(second.status == 1)
    #expect(
      second.errorLines.last
        == "boardsim: another caster of the cluster is node 'a'; give this one another --node")
    first.process.terminate()
    #expect(await first.process.end().status == 0)
  }

  @Test("a broker that is not there delays nothing and is told, without the password")
  func absentBroker() async throws {
    let held = try HeldPort()
    let file = try folder.write(
      Array("mqtt://casters:geheim@127.0.0.1:\(held.port)/casters\n".utf8), to: "broker")
    let caster = try await RunningCaster("--cluster", "@\(file)", "--node", "a", "--speed", "100")
    let reader = try BoardSimProcess(["ntrip", "get", caster.url(), "-o", "-", "-q"])
    #expect(await reader.nextBytes(5000).count >= 5000)
    reader.kill()
    caster.process.terminate()
    let outcome = await caster.process.end()
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.contains { $0.hasPrefix("  cluster: 127.0.0.1:\(held.port): ") })
    #expect(!outcome.errorLines.joined().contains("geheim"))
  }

  @Test("a mountpoint that is not there cannot be published")
  func noMountpoint() async throws {
    let outcome = try await boardsim(
      "caster", "--mount", "BASE=captures/milan-base.rtcm3", "--publish", "OTHER=mqtt://h/t")
    #expect(outcome.status == 2)
    #expect(
      outcome.errorLines[0]
        == "boardsim: --publish names mountpoint OTHER, which there is not; name one of --mount or --source"
    )
  }
}
