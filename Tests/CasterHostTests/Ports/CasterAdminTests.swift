import GNSSBasics
import NtripProtocol
import Platform
import RTCMStreams
import TestSupport
import Testing

@testable import CasterHost

@Suite("The admin port of a caster", .timeLimit(.minutes(5)))
struct CasterAdminTests {
  private typealias Mount = CasterConfiguration.Mount

  /// A caster with a capture BASE, a mountpoint FIELD for sources, and one with a slash in its name.
  fileprivate struct Served {
    let service: CasterService
    let port: UInt16

    init(faults: [CasterFault] = []) throws {
      var configuration = CasterConfiguration()
      (configuration.port, configuration.adminPort) = (0, 0)
      var playing = Mount.Playing()
      playing.speed = 20
      configuration.mounts = [
        Mount("BASE", .capture(path: "", playing)), Mount("FIELD", .source), Mount("A/B", .source),
        Mount("NEAR", .nearest),
      ]
      configuration.users = try CasterUsers(decoding: Array("*:*:*:read\ns:s3same:*:write".utf8))
      configuration.faults = faults
      service = try CasterService(configuration, now: UnixTime(seconds: 1_780_315_200)) { _ in
        Capture(Array(try MilanBase.epochs.prefix(120).joined()))
      }
      port = try #require(service.adminPort)
    }

    func stop() { service.stop() }

    func get(_ path: String) throws -> HTTPAnswer { try HTTPAnswer.get(path, port: port) }

    func json(_ path: String) throws -> JSONDocument { try JSONDocument(try get(path).body) }

    /// The members of a mountpoint.
    func mountpoint(_ name: String) throws -> [String: Any] {
      let all = try json("/api/v1/mountpoints")["mountpoints"] as? [[String: Any]] ?? []
      return try #require(all.first { $0["name"] as? String == name })
    }

    func order(_ method: String, _ path: String, _ body: String = "") throws -> HTTPAnswer {
      try HTTPAnswer.to(method, path, port: port, body: body)
    }

    /// A connection with a request, whose answer has begun.
    func said(_ request: String) throws -> TCPConnection {
      let connection = try TCPConnection(port: service.port)
      try connection.send(request)
      _ = try connection.read(12)
      return connection
    }
  }

  private static func source(_ name: String) -> String {
    "SOURCE s3same /\(name)\r\nSource-Agent: NTRIP field/1\r\n\r\n"
  }

  @Test("tells of a pushed stream its frames, wrong checksums, gaps, and who pushes it")
  func tellsSource() async throws {
    let served = try Served()
    defer { served.stop() }
    let source = try served.said(Self.source("FIELD"))
    var bytes: [UInt8] = []
    for second in [0, 1, 2, 4] { bytes += try ObservationFrames.frame(1077, time: 1000 * second) }
    var damaged = try ObservationFrames.frame(1077, time: 5000)
    damaged[9] ^= 1
    try source.send(bytes + damaged)
    while try served.mountpoint("FIELD")["bad_crc"] as? Int != 1 { try await rest() }
    let told = try served.mountpoint("FIELD")
    #expect(told["frames"] as? Int == 4 && told["missing_epochs"] as? Int == 1)
    #expect(told["origin"] as? String == "source")
    #expect(told["source_agent"] as? String == "NTRIP field/1")
    #expect(told["source_address"] as? String == "127.0.0.1")
    let brief = try served.get("/api/v1/mountpoints/FIELD/frames.txt?last=2&brief=true")
    #expect(brief.text.split(separator: "\n").count == 2)
    #expect(brief.text.split(separator: "\n").allSatisfy { $0.contains("  1077  1234  GPS MSM7") })
    let frames = try served.json("/api/v1/mountpoints/FIELD/frames?last=3")
    #expect(
      (frames["frames"] as? [[String: Any]])?.map { $0["type"] as? Int } == [1077, 1077, 1077])
  }

  @Test("decodes frames as the command for files does, at their places in the stream")
  func decodes() async throws {
    let served = try Served()
    defer { served.stop() }
    let source = try served.said(Self.source("A/B"))
    let frame = StandardExample.frame
    try source.send(frame + frame)
    while try served.mountpoint("A/B")["frames"] as? Int != 2 { try await rest() }
    let text = try served.get("/api/v1/mountpoints/A%2FB/frames.txt?last=1").text
    #expect(text.hasPrefix("1005 Station position: 25 bytes at 25\n"))
    #expect(text.contains("1114104.5999"))
    // The position of the standard's example.
    let sky = try served.json("/api/v1/mountpoints/A%2FB/sky")
    #expect(abs(try #require(sky.number("latitude")) - 38.8) < 0.1)
  }

  @Test("tells readers, and how their requests were answered, without a password")
  func tellsClients() async throws {
    let served = try Served()
    defer { served.stop() }
    let reader = try served.said(
      "GET /BASE HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP rover/2\r\n\r\n")
    let lost = try served.said("GET /NO HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n")
    let wordless = try served.said("SOURCE s3same\r\n\r\n")
    let connections = try served.get("/api/v1/connections?mount=BASE").text
    #expect(
      connections.contains("\"agent\":\"NTRIP rover/2\"") && connections.contains("\"total\":1"))
    let requests = try served.get("/api/v1/requests").text
    #expect(requests.contains("\"total\":3"))
    #expect(requests.contains("\"outcome\":\"stream\""))
    #expect(requests.contains("no mountpoint \\\"NO\\\""))
    #expect(!requests.contains("s3same") && !connections.contains("s3same"))
    _ = (reader, lost, wordless)
  }

  @Test("begins and ends faults as a board's control port does, and readers feel them")
  func misbehaves() async throws {
    let served = try Served()
    defer { served.stop() }
    let taken = try served.order("POST", "/api/v1/faults", #"{"fault":"401","mount":"BASE"}"#)
    #expect(taken.status == 201)
    let id = try #require(try JSONDocument(taken.body).number("id"))
    #expect(id == 1)
    let request = "GET /BASE HTTP/1.0\r\nUser-Agent: NTRIP a/1\r\n\r\n"
    func answer() throws -> String {
      String(decoding: try served.said12(request), as: UTF8.self)
    }
    while try answer() != "HTTP/1.0 401" { try await rest() }
    let listed = try served.get("/api/v1/faults").text
    #expect(
      listed.contains("\"fault\":\"401\",\"mount\":\"BASE\"") && listed.contains("\"active\":true"))
    #expect(try served.get("/api/v1/requests").text.contains("\"fault\":\"401\""))
    #expect(try served.order("DELETE", "/api/v1/faults/1").status == 200)
    #expect(try answer() == "ICY 200 OK\r\n")
    #expect(try served.get("/api/v1/faults").text.contains("\"active\":false"))
  }

  @Test(
    "says what is wrong with an order, and what to do",
    arguments: [
      ("POST", "", #"{"fault":"flop"}"#, 400, "did you mean 'flip'?"),
      ("POST", "", #"{"fault":"flip","rate":2}"#, 400, "'rate' must be 0 to 1, not '2.0'"),
      ("POST", "", #"{"fault":"stall","mount":"NO"}"#, 400, "there is no mountpoint \\\"NO\\\""),
      ("POST", "", "[]", 400, "the body must be a fault"),
      ("POST", "", #"{"fault":"stall","for":true}"#, 400, "the body must be a fault"),
      ("DELETE", "/9", "", 404, "there is no fault 9"),
      ("DELETE", "/x", "", 400, "'x' is no fault's number"),
    ])
  func refuses(method: String, leaf: String, body: String, status: Int, words: String) throws {
    let served = try Served()
    defer { served.stop() }
    let answer = try served.order(method, "/api/v1/faults" + leaf, body)
    #expect(answer.status == status && answer.text.contains(words), "\(answer.text)")
    #expect(try served.json("/api/v1/faults")["faults"] as? [Int] == [])
  }

  @Test(
    "says of a wrong question what is there",
    arguments: [
      ("mountpoints/NO/sky", 404, "there is no mountpoint"),
      ("mountpoints/NEAR/frames", 404, "has no stream of its own"),
      ("mountpoints/BASE/frames?last=0", 400, "'last' must be a whole number from 1 to 1000"),
      ("mountpoints/BASE/frames?last=9999999999999999999", 400, "not '9999999999999999999'"),
      ("connections?limit=x", 400, "'limit' must be a whole number from 1 to 1000"),
      ("connections?mount=NO", 404, "there is no mountpoint"),
      ("mountpoints/BASE", 404, "there is nothing at"),
    ])
  func says(path: String, status: Int, words: String) throws {
    let served = try Served()
    defer { served.stop() }
    let answer = try served.get("/api/v1/" + path)
    #expect(answer.status == status && answer.text.contains(words), "\(answer.text)")
  }

  @Test("serves its page, and tells a page of another site nothing")
  func servesPage() throws {
    let served = try Served()
    defer { served.stop() }
    let page = try served.get("/")
    #expect(page.status == 200 && page.text.contains("/page/caster.js"))
    #expect(page.headers["content-security-policy"]?.hasPrefix("default-src 'self'") == true)
    #expect(try served.get("/page/caster.js").status == 200)
    let foreign = try TCPConnection(port: served.port)
    try foreign.send("GET /api/v1/requests HTTP/1.0\r\nHost: evil.example\r\n\r\n")
    #expect(try foreign.readAnswer().status == 421)
  }

  @Test("a configuration read again replaces faults only where its own have changed")
  func follows() throws {
    let stall = CasterFault(.stall, of: "BASE", from: .seconds(1000))
    let served = try Served(faults: [stall])
    defer { served.stop() }
    #expect(
      try served.order("POST", "/api/v1/faults", #"{"fault":"ok","from":5000}"#).status == 201)
    func numbers() throws -> [Int?] {
      let faults = try served.json("/api/v1/faults")["faults"] as? [[String: Any]] ?? []
      return faults.map { $0["id"] as? Int }
    }
    #expect(try numbers() == [1, 2])
    var configuration = CasterConfiguration()
    configuration.faults = [stall]
    try served.service.reload(configuration, now: UnixTime(seconds: 0)) { _ in Capture([]) }
    #expect(try numbers() == [1, 2])
    configuration.faults = []
    try served.service.reload(configuration, now: UnixTime(seconds: 0)) { _ in Capture([]) }
    #expect(try numbers() == [])
  }
}

extension CasterAdminTests.Served {
  /// The first twelve bytes of the answer to a request.
  fileprivate func said12(_ request: String) throws -> [UInt8] {
    let connection = try TCPConnection(port: service.port)
    try connection.send(request)
    return try connection.read(12)
  }
}
