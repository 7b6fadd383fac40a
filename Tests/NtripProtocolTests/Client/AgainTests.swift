import NtripProtocol
import Testing

/// A link with a simulated caster, to test its requests and its reactions to answers.
private final class PlayedLink {
  var machine: NtripClientMachine
  var now = Duration.zero
  private(set) var data: [UInt8] = []

  init(
    mountpoint: String = "M", login: String? = nil,
    options: NtripSessionOptions = NtripSessionOptions(), hashing: NtripHashing? = nil
  ) {
    var retry = RetryPolicy()
    retry.jitter = 0
    let url = NtripURL(
      host: "h", mountpoint: mountpoint,
      credentials: login.map { NtripCredentials(user: $0, password: "secret") })
    machine = NtripClientMachine(to: url, options: options, retry: retry, seed: 1, hashing: hashing)
  }

  /// Connects and returns the request; `nil` when the link wants to wait.
  func ask() -> String? {
    while true {
      switch machine.nextAction(at: now) {
      case .connect: machine.connected(at: now)
      case .send(let bytes): return String(decoding: bytes, as: UTF8.self)
      case .close: break
      case .wait: return nil
      }
    }
  }

  func answer(_ text: String) {
    var data: [UInt8] = []
    machine.received(Array(text.utf8).span, at: now) { for i in $0.indices { data.append($0[i]) } }
    self.data += data
  }

  func close() { machine.disconnected(at: now) { _ in } }

  /// Returns the time of the link's next connection; `nil` when there is none.
  func nextAttempt() -> Duration? {
    while true {
      switch machine.nextAction(at: now) {
      case .wait(let until): return until
      case .connect: return now
      case .send, .close: break
      }
    }
  }
}

@Suite("A caster that takes version 1 alone")
struct VersionFallbackTests {
  /// The answers to a version 2 request by a caster that does not accept version 2; `nil` for closing.
  static let refusals: [String?] = [
    nil, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.0 501 Not Implemented\r\n\r\n", "HTTP/1.1 505 No\r\nContent-Length: 0\r\n\r\n",
  ]

  @Test("is asked in version 1 at once, which is no failure and is remembered", arguments: refusals)
  func turns(refusal: String?) throws {
    let link = PlayedLink()
    #expect(try #require(link.ask()).hasPrefix("GET /M HTTP/1.1\r\n"))
    if let refusal { link.answer(refusal) }
    link.close()
    #expect(link.machine.failure == nil)
    #expect(try #require(link.ask()).hasPrefix("GET /M HTTP/1.0\r\n"))
    link.answer("ICY 200 OK\r\n\r\nxyz")
    #expect(link.data == Array("xyz".utf8) && link.machine.version == .one)
    link.close()
    #expect(link.nextAttempt() == .seconds(1))
    link.now = .seconds(1)
    #expect(try #require(link.ask()).hasPrefix("GET /M HTTP/1.0\r\n"))
    #expect(link.machine.connectCount == 3)
  }

  @Test("is asked so too when it resets the connection without a word")
  func turnsAfterReset() throws {
    let link = PlayedLink()
    _ = link.ask()
    link.machine.connectionBroke("reset", at: .zero)
    #expect(try #require(link.ask()).hasPrefix("GET /M HTTP/1.0\r\n"))
  }

  @Test("and refuses that as well has failed once, and is asked in version 2 again later")
  func refusesBoth() throws {
    let link = PlayedLink()
    _ = link.ask()
    link.close()
    _ = link.ask()
    link.close()
    #expect(link.machine.failure?.cause == .closedWithoutAnswer)
    #expect(link.nextAttempt() == .seconds(1))
    link.now = .seconds(1)
    #expect(try #require(link.ask()).hasPrefix("GET /M HTTP/1.1\r\n"))
    #expect(link.machine.connectCount == 3)
  }

  @Test("is told from one that has answered in version 2 before")
  func knowsVersionTwo() throws {
    let link = PlayedLink()
    _ = link.ask()
    link.answer("HTTP/1.1 200 OK\r\n\r\nx")
    link.close()
    link.now = .seconds(1)
    _ = link.ask()
    link.close()
    #expect(link.machine.failure?.cause == .closedWithoutAnswer)
    #expect(link.nextAttempt() == .seconds(3))
  }

  @Test("is not looked for where one version is asked for", arguments: [NtripVersion.one, .two])
  func keepsVersion(version: NtripVersion) {
    var options = NtripSessionOptions()
    options.version = .only(version)
    let link = PlayedLink(options: options)
    _ = link.ask()
    link.close()
    #expect(link.machine.failure?.cause == .closedWithoutAnswer)
  }

  @Test("is not looked for after a ban, or a connection that broke inside an answer")
  func leavesOthers() {
    let banned = PlayedLink()
    _ = banned.ask()
    banned.answer("HTTP/1.1 400 No\r\nContent-Length: 6\r\n\r\nbanned")
    #expect(banned.machine.isOver && banned.machine.failure?.cause == .banned)
    let broken = PlayedLink()
    _ = broken.ask()
    broken.answer("HTT")
    broken.machine.connectionBroke("reset", at: .zero)
    #expect(broken.machine.failure?.cause == .transport(.broken("reset")))
  }
}

@Suite("A caster that wants Digest")
struct DigestLoginTests {
  /// A stand-in for a hash function, which returns its input.
  static let hashing: NtripHashing = { hash, bytes in hash == .md5 ? bytes : nil }

  static func challenge(_ nonce: String, _ more: String = "") -> String {
    "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"\(nonce)\", qop=\"auth\"\(more)\r\n"
      + "Content-Length: 0\r\n\r\n"
  }

  static func header(_ request: String?) throws -> String {
    let lines = try #require(request).split(separator: "\r\n")
    return String(try #require(lines.first { $0.hasPrefix("Authorization: ") }))
  }

  @Test("is answered at once, counted, and answered from then on without being asked")
  func answers() throws {
    let link = PlayedLink(login: "u", hashing: Self.hashing)
    #expect(try Self.header(link.ask()) == "Authorization: Basic dTpzZWNyZXQ=")
    link.answer(Self.challenge("abc"))
    let first = try Self.header(link.ask())
    #expect(first.hasPrefix("Authorization: Digest username=\"u\", realm=\"r\", nonce=\"abc\""))
    #expect(first.contains(", uri=\"/M\"") && first.contains(", qop=auth, nc=00000001, cnonce=\""))
    #expect(!first.contains("algorithm") && !first.contains("opaque"))
    #expect(link.machine.failure == nil)
    link.answer("HTTP/1.1 200 OK\r\n\r\nx")
    link.close()
    link.now = .seconds(1)
    let second = try Self.header(link.ask())
    #expect(second.contains("nc=00000002"))
    // The count belongs to the stale nonce; the new nonce is answered at once.
    link.answer(Self.challenge("def", ", stale=true"))
    let third = try Self.header(link.ask())
    #expect(third.contains("nonce=\"def\"") && third.contains("nc=00000001"))
    #expect(link.machine.failure?.cause == .closed)
  }

  @Test("and refuses the answer has refused the login")
  func refuses() throws {
    let link = PlayedLink(login: "u", hashing: Self.hashing)
    _ = link.ask()
    link.answer(Self.challenge("a"))
    _ = link.ask()
    link.answer(Self.challenge("b"))
    #expect(link.machine.failure?.cause == .wrongCredentials)
    #expect(link.machine.connectCount == 2 && link.nextAttempt() == .seconds(60))
  }

  @Test("of RFC 2069, which names no quality, is answered without a count")
  func answersUncounted() throws {
    let link = PlayedLink(login: "u", hashing: Self.hashing)
    _ = link.ask()
    link.answer(Self.challenge("abc").replacing(", qop=\"auth\"", with: ""))
    let answer = try Self.header(link.ask())
    #expect(answer.contains("nonce=\"abc\"") && answer.contains(", response=\""))
    #expect(!answer.contains("qop=") && !answer.contains("nc=") && !answer.contains("cnonce="))
  }

  @Test("of a kind that there is no hash function for is told so, and not asked again")
  func hasNoHash() {
    let link = PlayedLink(login: "u")
    _ = link.ask()
    link.answer(Self.challenge("a"))
    #expect(link.machine.failure?.cause == .unsupportedAuthentication)
    let other = PlayedLink(login: "u", hashing: Self.hashing)
    _ = other.ask()
    other.answer(Self.challenge("a", ", algorithm=SHA-256"))
    #expect(other.machine.failure?.cause == .unsupportedAuthentication)
  }

  @Test("is not answered without a login")
  func hasNoLogin() {
    let link = PlayedLink(hashing: Self.hashing)
    _ = link.ask()
    link.answer(Self.challenge("a"))
    #expect(link.machine.failure?.cause == .credentialsNeeded)
  }

  @Test("is told from one that takes Basic too, and has just refused that")
  func takesBasic() {
    let link = PlayedLink(login: "u", hashing: Self.hashing)
    _ = link.ask()
    link.answer(Self.challenge("a", ", Basic realm=\"r\""))
    #expect(link.machine.failure?.cause == .wrongCredentials)
  }

  @Test("can follow on one that takes version 1 alone: each is learnt once")
  func learnsBoth() throws {
    let link = PlayedLink(login: "u", hashing: Self.hashing)
    _ = link.ask()
    link.close()
    _ = link.ask()
    link.answer(Self.challenge("a"))
    let request = try #require(link.ask())
    #expect(request.hasPrefix("GET /M HTTP/1.0\r\n") && request.contains("Digest"))
    #expect(link.machine.failure == nil && link.machine.connectCount == 3)
  }
}

@Suite("A mountpoint that is not there")
struct MissingMountpointTests {
  static let missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
  static let table =
    "STR;BASE;B;RTCM 3.2;;;;;;45;9\r\nSTR;NEAR;C;RTCM 3.2;;;;;;50;9\r\nSTR;FAR;C;RTCM 3.2;;;;;;0;9\r\nENDSOURCETABLE\r\n"

  @Test("is explained by the sourcetable, which is asked for at once and once")
  func explains() throws {
    let link = PlayedLink(mountpoint: "BASS")
    _ = link.ask()
    link.answer(Self.missing)
    #expect(link.machine.failure == nil)
    #expect(try #require(link.ask()).hasPrefix("GET / HTTP/1.1\r\n"))
    link.answer("SOURCETABLE 200 OK\r\n\r\n\(Self.table)")
    guard case .noSuchMountpoint(3, let nearest) = link.machine.failure?.cause else {
      Issue.record("unexpected \(String(describing: link.machine.failure))")
      return
    }
    #expect(nearest.first == "BASE")
    #expect(link.nextAttempt() == .seconds(60))
    link.now = .seconds(60)
    _ = link.ask()
    link.answer(Self.missing)
    #expect(link.nextAttempt() == .seconds(180))
    #expect(link.machine.sourcetable == nil && link.machine.connectCount == 3)
  }

  @Test("stays what it was where there is no table", arguments: [nil, "HTTP/1.1 500 No\r\n\r\n"])
  func stays(answer: String?) {
    let link = PlayedLink()
    _ = link.ask()
    link.answer(Self.missing)
    _ = link.ask()
    if let answer { link.answer(answer) }
    link.close()
    #expect(link.machine.failure?.cause == .noSuchMountpoint(offered: nil))
  }

  @Test("has neighbours: by name first, then by place, then by name again")
  func neighbours() {
    let table = Sourcetable(decoding: Array(Self.table.utf8).span)
    let place = GeodeticPosition(latitude: 51, longitude: 9, height: 0)
    #expect(table.nearest(to: "base", from: place) == ["BASE", "NEAR", "FAR"])
    #expect(table.nearest(to: "XXXXXXXX", from: place) == ["NEAR", "BASE", "FAR"])
    #expect(table.nearest(to: "FARR", count: 1) == ["FAR"])
    // A name with two wrong letters counts as mistyped, whatever the place.
    #expect(table.nearest(to: "FARXX", from: place).first == "FAR")
    #expect(table.nearest(to: "XXBASE", from: place).first == "BASE")
    #expect(table.nearest(to: "FARR", count: 0) == [])
    let long = StreamRecord(mountpoint: String(repeating: "x", count: 101))
    #expect(
      Sourcetable([.stream(long), .stream(StreamRecord(mountpoint: ""))]).nearest(to: "x") == [])
  }
}

@Suite("A refusal outlives its link")
struct RefusalTests {
  @Test("which another link keeps to: until its time, and after a ban for ever")
  func keeps() {
    let link = PlayedLink()
    _ = link.ask()
    link.answer("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")
    link.machine.stop()
    #expect(link.machine.refusal?.end == .seconds(60))
    var next = NtripClientMachine(to: link.machine.url, seed: 1, after: link.machine.refusal)
    let first = next.nextAction(at: .seconds(59))
    #expect(first == .wait(until: .seconds(60)))
    #expect(next.status.state == .refused && next.failure?.cause == .credentialsNeeded)
    let second = next.nextAction(at: .seconds(60))
    #expect(second == .connect(next.url))
    let banned = PlayedLink()
    _ = banned.ask()
    banned.answer("ERROR - banned\r\n")
    #expect(banned.machine.refusal?.end == nil && banned.machine.refusal != nil)
    let over = NtripClientMachine(to: banned.machine.url, seed: 1, after: banned.machine.refusal)
    #expect(over.isOver && over.status.state == .refused)
  }

  @Test("a stream ends it, and failures that pass are counted apart from it")
  func countsApart() {
    let link = PlayedLink()
    var delays: [Duration?] = []
    for answer in ["", "401 No", "", "401 No", "200 OK"] {
      _ = link.ask()
      if !answer.isEmpty {
        link.answer(
          "HTTP/1.1 \(answer)\r\n\(answer == "200 OK" ? "" : "Content-Length: 0\r\n")\r\n")
        if answer == "200 OK" { #expect(link.machine.refusal == nil) }
      } else {
        link.machine.connectionBroke("reset", at: link.now)
        _ = link.ask()  // the request in version 1, if the link tries it
        link.machine.connectionBroke("reset", at: link.now)
      }
      if case .streaming = link.machine.status.state { break }
      let next = link.nextAttempt()
      delays.append(next.map { $0 - link.now })
      link.now = next ?? link.now
    }
    #expect(delays == [.seconds(1), .seconds(60), .seconds(2), .seconds(120)])
  }
}

@Suite("A mountpoint of which nothing comes")
struct SilentMountpointTests {
  static let granted = "ICY 200 OK\r\n\r\n"

  /// Returns a link without a position whose stream ended before its first byte.
  ///
  /// The request for the table is answered with the record, or by closing the connection.
  private func link(table record: String?) -> PlayedLink {
    let link = PlayedLink()
    _ = link.ask()
    link.answer(Self.granted)
    link.close()
    guard link.ask()?.hasPrefix("GET / ") == true else { return link }
    if let record {
      link.answer("SOURCETABLE 200 OK\r\n\r\n\(record)\r\nENDSOURCETABLE\r\n")
    } else {
      link.close()
    }
    return link
  }

  @Test("wants a position where its table says so, and is left alone until there is one")
  func tableSaysSo() {
    let link = link(table: "STR;M;x;RTCM 3.2;;;;;;45;9;1;1;;;B;N;;")
    #expect(link.machine.failure?.cause == .positionNeeded)
    #expect("\(link.machine.failure!)".contains("--gga"))
    #expect(link.nextAttempt() == .seconds(60))
    link.now = .seconds(60)
    _ = link.ask()
    link.answer(Self.granted)
    link.close()
    #expect(link.machine.failure?.cause == .positionNeeded)
  }

  @Test(
    "may want one where its table does not say so, or is not to be had",
    arguments: ["STR;M;x;RTCM 3.2;;;;;;45;9;0;0;;;B;N;;", "STR;N;x", nil])
  func tableDoesNot(record: String?) {
    let link = link(table: record)
    #expect(link.machine.failure?.cause == .closedWithoutData(positionSent: false))
    #expect("\(link.machine.failure!)".contains("--gga"))
    // The table is requested only once.
    link.now = link.nextAttempt() ?? .zero
    _ = link.ask()
    link.answer(Self.granted)
    link.close()
    #expect(link.machine.failure?.cause == .closedWithoutData(positionSent: false))
    #expect(link.machine.connectCount == 3)
  }

  @Test("is told as such where it had a position, and no table is asked for")
  func hadPosition() {
    var options = NtripSessionOptions()
    options.positionInterval = .seconds(10)
    let link = PlayedLink(options: options)
    link.machine.report(NtripRequestTests.position, at: .zero)
    _ = link.ask()
    link.answer(Self.granted)
    link.close()
    #expect(link.machine.failure?.cause == .closedWithoutData(positionSent: true))
    #expect(link.nextAttempt() == .seconds(1))
  }

  @Test("is asked after in the table too when it stays silent for a minute")
  func silence() {
    let link = PlayedLink()
    _ = link.ask()
    link.answer(Self.granted)
    link.now = .seconds(60)
    #expect(link.ask()?.hasPrefix("GET / ") == true)
    link.answer("SOURCETABLE 200 OK\r\n\r\nSTR;M;x;RTCM 3.2;;;;;;45;9;1;1\r\nENDSOURCETABLE\r\n")
    #expect(link.machine.failure?.cause == .positionNeeded)
  }
}

@Suite("A stream of something else")
struct ForeignStreamEndTests {
  /// Returns the cause of the failure after this stream ends, for a link that may require frames.
  private func cause(_ stream: [UInt8], frame: Bool = false, waits: Bool = true) -> NtripFailure
    .Cause?
  {
    var options = NtripSessionOptions()
    options.frameTimeout = waits ? .seconds(30) : nil
    var machine = NtripClientMachineTests.machine(options: options)
    guard NtripClientMachineTests.stream(&machine, at: .zero) else { return nil }
    _ = NtripClientMachineTests.send(stream, to: &machine, at: .seconds(1))
    if frame { machine.noteFrame(at: .seconds(1)) }
    machine.disconnected(at: .seconds(2)) { _ in }
    return machine.failure?.cause
  }

  static let ubx: [UInt8] = [0xB5, 0x62, 0x02, 0x15, 0, 0, 1, 2]

  @Test("is named when it ends, where frames are waited for")
  func names() {
    #expect(cause(Self.ubx) == .noFrames(bytes: 8, of: .ubx))
    #expect(cause(Array("$GNGGA,1\r\n".utf8)) == .noFrames(bytes: 10, of: .nmea))
    #expect(cause(Array(0x40..<0x80)) == .noFrames(bytes: 64, of: .rtcm2))
    #expect(cause([UInt8](repeating: 0xAA, count: 2059)) == .noFrames(bytes: 2059))
  }

  @Test("is none where a frame came, nothing is waited for, or it may be a frame's beginning")
  func passes() {
    #expect(cause(Self.ubx, frame: true) == .closed)
    #expect(cause(Self.ubx, waits: false) == .closed)
    #expect(cause([UInt8](repeating: 0xAA, count: 2058)) == .closed)
    #expect(cause([0xD3, 0, 0x13, 0x3E]) == .closed)
  }

  @Test("is named by its first 1024 bytes, in however many pieces the others come")
  func namesByBeginning() {
    var options = NtripSessionOptions()
    options.frameTimeout = .seconds(30)
    var machine = NtripClientMachineTests.machine(options: options)
    let began = NtripClientMachineTests.stream(&machine, at: .zero)
    let words = [UInt8](repeating: UInt8(ascii: "x"), count: 1024)
    for piece in [words, [0], [1, 2]] {
      _ = NtripClientMachineTests.send(piece, to: &machine, at: .seconds(1))
    }
    // A stream that only stops keeps nothing more.
    _ = machine.nextAction(at: .seconds(40))
    #expect(began && machine.failure?.cause == .noFrames(bytes: 1027, of: .text))
  }

  @Test("of words is told to those too who wait for no frames")
  func words() {
    #expect(cause(Array("ERROR - gone\r\n".utf8), waits: false) == .noFrames(bytes: 14, of: .text))
  }
}
