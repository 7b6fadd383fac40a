import Locks
import TestSupport
import Testing

@testable import NtripProtocol

@Suite("What a caster tells of requests and streams")
struct AnsweredRequestTests {
  /// The requests and slices that a caster has told.
  private final class Told: Sendable {
    private let requestsTold = Lock<[AnsweredRequest]>([])
    private let slicesTold = Lock<[[UInt8]]>([])

    var requests: [AnsweredRequest] { requestsTold.withLock { $0 } }
    var slices: [[UInt8]] { slicesTold.withLock { $0 } }

    func note(_ request: AnsweredRequest) { requestsTold.withLock { $0.append(request) } }
    func note(_ slice: [UInt8]) { slicesTold.withLock { $0.append(slice) } }
  }

  /// A caster of M, with what it has told.
  private static func harness(
    users: String? = nil, _ fault: String? = nil
  ) throws -> (CasterHarness, Told) {
    let told = Told()
    var mountpoint = Mountpoint(name: "M", capture: try capture(epochs: 20))
    mountpoint.onSlice = { told.note($0) }
    var harness = CasterHarness([mountpoint], users: users)
    harness.caster.onAnswer = { told.note($0) }
    if let fault { harness.caster.setFaults([try CasterFault(parsing: fault)]) }
    return (harness, told)
  }

  @Test("a request is told with its client and its outcome")
  func tells() throws {
    var (harness, told) = try Self.harness()
    let id = harness.connect(from: "192.0.2.7")
    harness.say(
      "GET /M HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP rover/1\r\n"
        + "Authorization: Basic dTpzZWNyZXQ=\r\n\r\n", from: id)
    let request = try #require(told.requests.first)
    #expect(request.address == "192.0.2.7" && request.method == .get && request.mountpoint == "M")
    #expect(request.user == "u" && request.agent == "NTRIP rover/1" && request.version == .two)
    #expect(request.outcome == .stream && request.fault == nil)
    #expect(!"\(request)".contains("secret"))
  }

  @Test(
    "a refusal is told with its reason",
    arguments: [
      ("GET /N HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n", CasterRefusal.unknownMountpoint("N")),
      ("nonsense\u{1}\r\n\r\n", .malformed),
      ("BREW /M HTTP/1.1\r\n\r\n", .unknownMethod),
    ])
  func tellsRefusal(text: String, refusal: CasterRefusal) throws {
    var (harness, told) = try Self.harness()
    _ = harness.connect(saying: text)
    #expect(told.requests.map(\.outcome) == [.refused(refusal)])
  }

  @Test("the only word of a source that names no mountpoint may be its password, and is not told")
  func hidesPassword() throws {
    var (harness, told) = try Self.harness(users: "s:secret:*:write")
    _ = harness.connect(saying: "SOURCE secret\r\n\r\n")
    _ = harness.connect(saying: "SOURCE secret /M\r\n\r\n")
    let all = told.requests
    #expect(all.count == 2 && all[0].mountpoint.isEmpty && all[1].mountpoint == "M")
    #expect(!"\(all)".contains("secret"))
  }

  @Test(
    "a request that a fault answers, or leaves without an answer, is told with the fault",
    arguments: [
      ("401", AnsweredRequest.Outcome.sourcetable, CasterFault.Kind.unauthorized),
      ("icy", .stream, .icy), ("silent", .unanswered, .silent), ("reset", .closed, .reset),
      ("dies", .closed, .dies),
    ])
  func tellsFault(
    text: String, outcome: AnsweredRequest.Outcome, kind: CasterFault.Kind
  ) throws {
    var (harness, told) = try Self.harness(text)
    _ = harness.connect(saying: "GET /M HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n")
    let request = try #require(told.requests.last)
    #expect(request.outcome == outcome && request.fault == kind)
  }

  @Test("long texts of clients are cut")
  func cuts() throws {
    var (harness, told) = try Self.harness()
    let long = String(repeating: "x", count: 3000)
    _ = harness.connect(
      saying: "GET /\(long) HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: \(long)\r\n\r\n")
    let request = try #require(told.requests.first)
    #expect(request.agent.count == 200 && request.mountpoint.count == 200)
  }

  @Test("a slice is told once, however many read it, and as they get it", arguments: [1, 5])
  func tellsSlices(readers: Int) throws {
    var (harness, told) = try Self.harness()
    let ids = (0..<readers).map { _ in harness.connect(saying: "GET /M HTTP/1.0\r\n\r\n") }
    for second in 1...4 { harness.advance(to: .seconds(second)) }
    #expect(told.slices.count == 5)
    #expect(harness.body(for: ids[0]) == Array(told.slices.joined()))
    // The first reader starts the stream, and the others begin with its next slice.
    for id in ids.dropFirst() {
      #expect(harness.body(for: id) == Array(told.slices.dropFirst().joined()))
    }
  }

  @Test("connections are told of a mountpoint, the source first, as many as are asked for")
  func listsConnections() throws {
    var (harness, _) = try Self.harness()
    for _ in 0..<5 { _ = harness.connect(saying: "GET /M HTTP/1.0\r\nUser-Agent: a\r\n\r\n") }
    _ = harness.connect()
    harness.advance(to: .seconds(3))
    #expect(harness.caster.connections(of: "M", atMost: 3).count == 3)
    #expect(harness.caster.connections(of: nil, atMost: 100).count == 5)
    #expect(harness.caster.connections(of: "N", atMost: 100).isEmpty)
    let first = try #require(harness.caster.connections(of: "M", atMost: 1).first)
    #expect(first.age == .seconds(3) && first.agent == "a" && first.mountpoint == "M")
  }
}
