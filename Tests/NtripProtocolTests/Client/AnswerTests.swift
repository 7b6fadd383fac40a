import NtripProtocol
import Testing

/// An answer that a caster in use sends, and the expected result.
struct Answer: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var bytes: [UInt8]
  var stream: [UInt8] = []
  var version: NtripVersion?
  var cause: NtripFailure.Cause

  /// Creates an answer that grants the stream, with its head and the coded bytes of the stream.
  static func grants(
    _ name: String, _ head: String, _ stream: [UInt8] = Answer.twoFrames, coded: [UInt8]? = nil,
    version: NtripVersion = .one, ends cause: NtripFailure.Cause = .closed
  ) -> Answer {
    Answer(
      testDescription: name, bytes: Array(head, coded ?? stream), stream: stream, version: version,
      cause: cause)
  }

  /// Creates an answer that refuses the request.
  static func refuses(_ name: String, _ text: String, _ cause: NtripFailure.Cause) -> Answer {
    Answer(testDescription: name, bytes: Array(text), cause: cause)
  }

  /// A frame that contains carriage returns, line feeds and a colon, which a careless parser takes for text.
  static let frame: [UInt8] =
    [0xD3, 0, 12, 0x3E, 0xD0, 0, 0x0A, 0x0A, 0x0D, 0x0A, 0x0D, 0x0A, 0x3A, 0x20, 0x41, 1, 2, 3]
  static let twoFrames = frame + frame
  static let chunked =
    Array("5\r\n", Array(frame[..<5])) + Array("\r\nd\r\n", Array(frame[5...])) + Array("\r\n")
    + Array("12;x=y\r\n", frame) + Array("\r\n")
  static let v2 =
    "HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nServer: NTRIP x/2\r\n"
    + "Cache-Control: no-store\r\nConnection: close\r\nContent-Type: gnss/data\r\n"
  static let table = "STR;A;B;RTCM 3.2\r\nENDSOURCETABLE\r\n"

  static let streams: [Answer] = [
    .grants("version 1 with a blank line", "ICY 200 OK\r\n\r\n"),
    .grants("version 1 without a blank line", "ICY 200 OK\r\n"),
    .grants("version 1 with header lines", "ICY 200 OK\r\nServer: X\r\nDate: now\r\n\r\n"),
    .grants(
      "Content-Length 0 before an endless stream",
      "ICY 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    .grants(
      "a stream that begins inside a frame", "ICY 200 OK\r\n\r\n", Array(frame[9...]) + frame),
    .grants(
      "a stream that begins inside a frame, without a blank line", "ICY 200 OK\r\n",
      Array(frame[3...]) + frame),
    .grants("bare line feeds", "ICY 200 OK\n\n"),
    .grants("a bare line feed and no blank line", "ICY 200 OK\n"),
    .grants("just OK", "OK\r\n"),
    .grants("OK and a blank line", "OK\r\n\r\n"),
    .grants("HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Type: gnss/data\r\n\r\n"),
    .grants(
      "version 2 in chunks", v2 + "Transfer-Encoding: chunked\r\n\r\n", coded: chunked,
      version: .two,
      ends: .cutOff),
    .grants(
      "version 2 in chunks with an end", v2 + "Transfer-Encoding: Chunked\r\n\r\n",
      coded: chunked + Array("0\r\n\r\n"), version: .two),
    .grants("version 2 without chunks", v2 + "\r\n", version: .two),
    .grants(
      "a line end missing after OK",
      "HTTP/1.1 200 OKNtrip-Version: Ntrip/2.0\r\nContent-Type: gnss/data\r\n\r\n", version: .two),
    .grants(
      "an interim answer first", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
      version: .two),
    Answer(
      testDescription: "a first line without its end", bytes: Array("ICY 200 OK"),
      cause: .closedWithoutData(positionSent: false)),
    Answer(
      testDescription: "no head, but what begins like one", bytes: Array("ICY ", [0xFF]),
      stream: Array("ICY ", [0xFF]), cause: .closed),
    .grants("no head, and a line feed first", "", [0x0A, 0xD3, 1]),
    .grants("no head, and many line feeds first", "", [UInt8](repeating: 0x0A, count: 40) + frame),
    .grants("a blank line before the head", "\r\nICY 200 OK\r\n\r\n"),
    .grants("blank lines before a head of version 2", "\n\r\n" + v2 + "\r\n", version: .two),
    .grants(
      "chunks that were not announced", v2 + "\r\n", coded: chunked, version: .two, ends: .cutOff),
    .grants("chunks behind ICY", "ICY 200 OK\r\n", coded: chunked + Array("0\r\n\r\n")),
    .grants("what begins like a chunk's length", "ICY 200 OK\r\n\r\n", Array("a1b2\r\n") + [1, 2]),
    .grants("digits alone", "ICY 200 OK\r\n\r\n", Array("12")),
    .grants(
      "a relay that begins anew between frames", "ICY 200 OK\r\n\r\n", twoFrames + frame,
      coded: frame + Array("ICY 200 OK\r\n\r\n") + frame + Array("HTTP/1.1 200 OK\r\nA: b\r\n\r\n")
        + frame),
    .grants(
      "a relay that begins anew and ends", "ICY 200 OK\r\n\r\n", frame,
      coded: frame + Array("ICY 200 OK\r\n")),
    .grants(
      "what begins like a head between frames", "ICY 200 OK\r\n\r\n",
      frame + Array("ICY 404 No\r\n\r\n") + frame + [0x49] + frame + [0x48, 0xD3]),
    .grants(
      "a head within a frame", "ICY 200 OK\r\n\r\n",
      [0xD3, 0, 12] + Array("ICY 200 OK\r\n") + [1, 2, 3] + frame),
    .grants("no head at all", ""),
    .grants("no head, from inside a frame", "", Array(frame[3...]) + frame),
    .grants("noise before the first frame", "ICY 200 OK\r\n\r\n", Array(0...255) + frame),
    .grants(
      "no head, and a control character before what could be a line", "",
      [0x01, 0x4B, 0x0D, 0x0A] + frame),
    .grants("NMEA without a head", "", Array("$GNGGA,1\r\n$GNRMC\r\n")),
    .grants("one byte that could begin a header line", "ICY 200 OK\r\n", Array("A")),
    .grants("a carriage return that ends no line", "ICY 200 OK\r\n", [0x0D, 0xD3, 0x0A]),
    .grants(
      "what looks like a header line but holds control characters", "ICY 200 OK\r\n",
      Array("Ab: \u{1}\n")),
    .grants("what would be a header line but for a DEL", "ICY 200 OK\r\n", Array("Ab: \u{7F}\n")),
    .grants(
      "what would be a header line but for a carriage return inside", "ICY 200 OK\r\n",
      Array("Ab: x\ry\n"), ends: .noFrames(bytes: 8, of: .text)),
    .grants(
      "a name longer than any header's", "ICY 200 OK\r\n", Array(repeating: 0x41, count: 65) + frame
    ),
    .grants(
      "a name longer than any header's, and a colon", "ICY 200 OK\r\n",
      Array(repeating: 0x41, count: 65) + Array(": x\r\n") + frame),
    .grants(
      "nothing behind the head", "ICY 200 OK\r\n\r\n", [],
      ends: .closedWithoutData(positionSent: false)),
    .grants(
      "an error behind the head", "ICY 200 OK\r\n", Array("ERROR - Account already in use\r\n"),
      ends: .noFrames(bytes: 32, of: .text)),
    .grants(
      "a page in place of a stream", "ICY 200 OK\r\n\r\n", Array("<html><p>Closed</p></html>"),
      ends: .noFrames(bytes: 26, of: .webPage)),
    .grants(
      "a ban in place of a stream", "ICY 200 OK\r\n\r\n", Array("You are banned.\r\n"),
      ends: .banned),
    .grants(
      "text in chunks", v2 + "Transfer-Encoding: chunked\r\n\r\n", Array("Too many users"),
      coded: Array("e\r\nToo many users\r\n0\r\n\r\n"), version: .two,
      ends: .noFrames(bytes: 14, of: .text)),
  ]

  static let refusals: [Answer] = [
    .refuses(
      "a sourcetable with a length",
      "SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 34\r\n\r\n\(table)XXXX",
      .noSuchMountpoint(offered: 1, nearest: ["A"])),
    .refuses(
      "a sourcetable without", "SOURCETABLE 200 OK\r\n\r\n\(table)",
      .noSuchMountpoint(offered: 1, nearest: ["A"])),
    .refuses(
      "a sourcetable cut off", "SOURCETABLE 200 OK\r\n\r\nSTR;A;B\r\nSTR;C;D\r\nSTR",
      .noSuchMountpoint(offered: 2, nearest: ["A", "C"])),
    .refuses(
      "an empty sourcetable", "SOURCETABLE 200 OK\r\n\r\nENDSOURCETABLE\r\n",
      .noSuchMountpoint(offered: 0)),
    .refuses(
      "a version 2 sourcetable",
      "HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\nContent-Length: 34\r\n\r\n\(table)",
      .noSuchMountpoint(offered: 1, nearest: ["A"])),
    .refuses(
      "a version 2 sourcetable in chunks",
      "HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "22\r\n\(table)\r\n0\r\n\r\n", .noSuchMountpoint(offered: 1, nearest: ["A"])),
    .refuses(
      "a sourcetable behind ICY", "ICY 200 OK\r\nContent-Type: gnss/sourcetable\r\n\r\n\(table)",
      .noSuchMountpoint(offered: 1, nearest: ["A"])),
    .refuses(
      "a sourcetable that lists the mountpoint",
      "SOURCETABLE 200 OK\r\n\r\nSTR;M;x\r\nENDSOURCETABLE\r\n",
      .mountpointNotServed),
    .refuses(
      "401 with a page",
      "HTTP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"/x\"\r\n\r\n<html>401</html>",
      .wrongCredentials),
    .refuses("401 without a blank line", "HTTP/1.0 401 Unauthorized\r\n", .wrongCredentials),
    .refuses("401 without a line end", "HTTP/1.0 401 Unauthorized", .wrongCredentials),
    .refuses("403", "HTTP/1.1 403 Forbidden\r\n\r\n", .denied(status: 403)),
    .refuses(
      "401 with a reason", "HTTP/1.1 401 Unauthorized\r\n\r\nSubscription expired",
      .denied(status: 401)),
    .refuses(
      "401 that blames the password in a page",
      "HTTP/1.1 401 Unauthorized\r\n\r\n<html>Bad <b>Password</b></html>", .wrongCredentials),
    .refuses(
      "a threat of a ban", "HTTP/1.1 401 Unauthorized\r\n\r\nFurther attempts will be banned",
      .denied(status: 401)),
    .refuses("ICY 401", "ICY 401 Unauthorized\r\n\r\n", .wrongCredentials),
    .refuses(
      "Digest authentication",
      "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"abc\"\r\n\r\n",
      .unsupportedAuthentication),
    .refuses(
      "404", "HTTP/1.1 404 Not Found\r\nNtrip-Version: Ntrip/2.0\r\nContent-Length: 0\r\n\r\n",
      .noSuchMountpoint(offered: nil)),
    .refuses("409", "HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n", .busy),
    .refuses(
      "503", "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nContent-Length: 0\r\n\r\n",
      .unavailable(status: 503, retryAfter: .seconds(30))),
    .refuses("500", "HTTP/1.1 500 Oops\r\n\r\n", .unavailable(status: 500, retryAfter: nil)),
    .refuses(
      "501", "HTTP/1.1 501 Not Implemented\r\n\r\n", .unexpectedStatus(501, "Not Implemented")),
    .refuses(
      "a redirect", "HTTP/1.1 302 Found\r\nLocation: x\r\n\r\n", .moved(status: 302, to: "x")),
    .refuses(
      "a redirect to nowhere", "HTTP/1.1 302 Found\r\n\r\n", .unexpectedStatus(302, "Found")),
    .refuses(
      "a version 1 error", "ERROR - Mount Point Taken or Invalid\r\n",
      .refused("ERROR - Mount Point Taken or Invalid")),
    .refuses(
      "a version 1 error without a line end", "ERROR - Bad Mountpoint",
      .refused("ERROR - Bad Mountpoint")),
    .refuses("a version 1 password error", "ERROR - Bad Password\r\n", .wrongCredentials),
    .refuses(
      "a ban in the page", "HTTP/1.0 401 Unauthorized\r\n\r\nYour address is banned", .banned),
    .refuses(
      "a ban with success", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<b>BANNED</b>",
      .banned),
    .refuses("a ban in an error line", "ERROR - IP banned\r\n", .banned),
    .refuses(
      "a web page",
      "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 20\r\n\r\n<html>hello</html>\r\n",
      .notACaster("a web page")),
    .refuses("a web page without a head", "<html>\r\n<body>", .notACaster("<html>")),
    .refuses("a word that begins with OK", "OKAY\r\n", .notACaster("OKAY")),
    .refuses("a line as short as OK", "NO\r\n", .notACaster("NO")),
    .refuses("another protocol", "SSH-2.0-OpenSSH_9.2\r\n", .notACaster("SSH-2.0-OpenSSH_9.2")),
    .refuses("nothing", "", .closedWithoutAnswer),
    .refuses("a blank line alone", "\r\n", .closedWithoutAnswer),
    .refuses("a blank line before a refusal", "\r\nHTTP/1.1 409 Conflict\r\n\r\n", .busy),
    .refuses("a blank line before a page", "\r\n<html>\r\n<body>", .notACaster("<html>")),
  ]
}

@Suite("A caster's answer")
struct AnswerTests {
  static let url = NtripURL(
    host: "example.org", mountpoint: "M", credentials: .init(user: "u", password: "pw"))

  @Test("is read whole, for every kind of stream", arguments: Answer.streams)
  func readsStreams(answer: Answer) {
    let whole = Conversation(with: answer.bytes, cutAt: [], url: Self.url)
    #expect(whole.data == answer.stream)
    #expect(whole.streamBytes == answer.stream.count)
    #expect(whole.cause == answer.cause)
  }

  @Test("is read whole, for every kind of refusal", arguments: Answer.refusals)
  func readsRefusals(answer: Answer) {
    let whole = Conversation(with: answer.bytes, cutAt: [], url: Self.url)
    #expect(whole.data.isEmpty)
    #expect(whole.cause == answer.cause)
  }

  @Test("means the same byte by byte", arguments: Answer.streams + Answer.refusals)
  func byteByByte(answer: Answer) {
    let bytes = answer.bytes
    let single = Conversation(with: bytes, cutAt: Array(0..<bytes.count), url: Self.url)
    #expect(single.data == answer.stream)
    #expect(single.streamBytes == answer.stream.count)
    #expect(single.cause == answer.cause)
    if answer.version != nil { #expect(single.version == answer.version) }
  }

  @Test("means the same cut anywhere in two", arguments: Answer.streams + Answer.refusals)
  func cutAnywhere(answer: Answer) {
    for cut in answer.bytes.indices {
      let halves = Conversation(with: answer.bytes, cutAt: [cut], url: Self.url)
      #expect(halves.data == answer.stream && halves.cause == answer.cause, "cut at \(cut)")
    }
  }

  /// The limits: 64 bytes for a header line's name, and 4096 bytes for the line with its end.
  static let data: [(String, [UInt8], isHandedOn: Bool)] = [
    ("", [0xD3], true), ("", Array("\u{1}ICY"), true), ("", Array("$GNGGA"), true),
    ("", Array("ICY"), false), ("", Array("some text"), false),
    ("ICY 200 OK\r\n", Array(":"), true), ("ICY 200 OK\r\n", Array("A b"), true),
    ("ICY 200 OK\r\n", Array("A"), false), ("ICY 200 OK\r\n", Array("A:\u{1}"), true),
    ("ICY 200 OK\r\n", Array("A:\u{1F}"), true), ("ICY 200 OK\r\n", Array("A:\t \r"), false),
    ("ICY 200 OK\r\n", Array(repeating: 0x41, count: 64), false),
    ("ICY 200 OK\r\n", Array(repeating: 0x41, count: 65), true),
    ("ICY 200 OK\r\n", Array("A:", Array(repeating: 0x41, count: 4094)), false),
    ("ICY 200 OK\r\n", Array("A:", Array(repeating: 0x41, count: 4095)), true),
    ("ICY 200 OK\r\n", [0x0D], false), ("ICY 200 OK\r\n", [0x0D, 0x41], true),
    ("", Array("ICY 2", Array(repeating: 0xFF, count: 4090)), false),
    ("", Array("ICY 2", Array(repeating: 0xFF, count: 4091)), true),
  ]

  @Test("is handed on as soon as it can be no line of the head any more", arguments: data)
  func handsOnAtOnce(head: String, stream: [UInt8], isHandedOn: Bool) {
    var session = NtripClientSession(to: Self.url, at: .zero)
    var data: [UInt8] = []
    session.receive(Array(head, stream).span, at: .zero) {
      for i in $0.indices { data.append($0[i]) }
    }
    #expect(data == (isHandedOn ? stream : []))
  }

  @Test("has a first line of at most 4096 bytes", arguments: [4095, 4096, 4097])
  func limitsFirstLine(count: Int) {
    let head = "HTTP/1.1 404 " + String(repeating: "x", count: count - 15) + "\r\n\r\n"
    let cause = Conversation(with: Array(head.utf8), cutAt: [], url: Self.url).cause
    #expect((cause == .noSuchMountpoint(offered: nil)) == (count <= 4096))
  }

  @Test("has a head of at most 64 KiB", arguments: [65_535, 65_536, 65_537])
  func limitsHead(count: Int) {
    let line = "X: " + String(repeating: "x", count: 1019) + "\r\n"  // 1024 bytes
    var head = Array(("HTTP/1.1 401 No\r\n" + String(repeating: line, count: 63)).utf8)
    head += Array("Y: ") + [UInt8](repeating: 0x78, count: count - head.count - 3)
    var session = NtripClientSession(to: Self.url, at: .zero)
    session.receive(head.span, at: .zero) { _ in }
    #expect((session.state == .awaitingAnswer) == (count <= 65_536))
  }

  @Test("has no longer head when it comes at once", arguments: [64, 65])
  func limitsWholeHead(lines: Int) {
    let line = "X: " + String(repeating: "x", count: 1019) + "\r\n"  // 1024 bytes
    let first = "HTTP/1.1 200 OK\r\n" + "Y: " + String(repeating: "y", count: 1000) + "\r\n"
    let head = Array((first + String(repeating: line, count: lines - 1) + "\r\n").utf8)
    for cuts in [[], [head.count / 2]] {
      let conversation = Conversation(
        with: head + [UInt8](repeating: 0xD3, count: 70_000), cutAt: cuts, url: Self.url)
      #expect(conversation.data.isEmpty == (head.count > 65_536))
    }
  }

  @Test(
    "says by its status whether to come back soon",
    arguments: [
      (428, false), (429, true), (430, false), (499, false), (500, true), (501, false),
      (502, true), (504, true), (505, false), (506, true), (599, true), (600, false),
    ])
  func tellsUnavailable(status: Int, isUnavailable: Bool) {
    let answer = "HTTP/1.1 \(status) No\r\nRetry-After: 86401\r\nContent-Length: 0\r\n\r\n"
    let cause = Conversation(with: Array(answer.utf8), cutAt: [], url: Self.url).cause
    #expect(
      cause
        == (isUnavailable
          ? .unavailable(status: status, retryAfter: .seconds(86_400))
          : .unexpectedStatus(status, "No")))
  }

  @Test(
    "is of the version that its first line or its header tells",
    arguments: [
      ("HTTP/1.1 200 OK\r\n\r\n", NtripVersion.two), ("HTTP/1.2 200 OK\r\n\r\n", .two),
      ("HTTP/1. 200 OK\r\n\r\n", .two), ("HTTP/1.0 200 OK\r\n\r\n", .one),
      ("HTTP/1.0 200 OK\r\nNtrip-Version: Ntrip/2.0\r\n\r\n", .two),
      ("HTTP/1.0 200 OK\r\nNtrip-Version: Ntrip/1.0\r\n\r\n", .one),
      ("ICY 200 OK\r\n\r\n", .one),
    ])
  func tellsVersion(head: String, version: NtripVersion) {
    #expect(Conversation(with: Array(head.utf8), cutAt: [], url: Self.url).version == version)
  }

  @Test(
    "with a status of less than three digits is none", arguments: ["ICY 99", "ICY 099 x", "ICY x"])
  func refusesShortStatus(line: String) {
    let cause = Conversation(with: Array("\(line)\r\n\r\n".utf8), cutAt: [], url: Self.url).cause
    #expect(cause == .notACaster(line))
  }

  @Test("with an error status is no sourcetable, whatever its type")
  func refusesErrorTable() {
    let answer = "HTTP/1.1 409 No\r\nContent-Type: gnss/sourcetable\r\n\r\n\(Answer.table)"
    #expect(Conversation(with: Array(answer.utf8), cutAt: [], url: Self.url).cause == .busy)
  }

  @Test("that refuses is read for a second and for 4096 bytes of its text, no longer")
  func limitsRefusals() {
    let head = Array("HTTP/1.1 409 No\r\n\r\n".utf8)
    var session = NtripClientSession(to: Self.url, at: .zero)
    session.receive(head.span, at: .seconds(3)) { _ in }
    #expect(session.deadline == .seconds(4))
    session.advance(to: .milliseconds(3999))
    #expect(session.state == .awaitingAnswer)
    var other = session
    other.advance(to: .seconds(4))
    #expect(other.state != .awaitingAnswer)
    session.receive([UInt8](repeating: 0x78, count: 4095).span, at: .seconds(3)) { _ in }
    #expect(session.state == .awaitingAnswer)
    session.receive([0x78].span, at: .seconds(3)) { _ in }
    #expect(session.state != .awaitingAnswer)
  }

  @Test("that is a sourcetable is waited for a minute, then judged by what came")
  func waitsForTable() {
    let table = Array("SOURCETABLE 200 OK\r\n\r\nSTR;A;B\r\nSTR;M".utf8)
    var session = NtripClientSession(to: Self.url, at: .seconds(5))
    session.receive(table.span, at: .seconds(6)) { _ in }
    #expect(session.deadline == .seconds(65))
    session.advance(to: .milliseconds(64_999))
    #expect(session.state == .awaitingAnswer)
    session.advance(to: .seconds(65))
    let listed = NtripFailure(
      .mountpointNotServed, caster: "example.org:2101", mountpoint: "M")
    #expect(session.state == .ended(.failure(listed)))
    let url = NtripURL(host: "example.org")
    session = NtripClientSession(to: url, at: .seconds(5))
    session.receive(table.span, at: .seconds(6)) { _ in }
    session.advance(to: .seconds(65))
    let stalled = NtripFailure(
      .stalled(after: .seconds(60)), caster: "example.org:2101", mountpoint: "")
    #expect(session.state == .ended(.failure(stalled)))
  }

  @Test(
    "ends the wait for a refusal's text without the connection's end",
    arguments: ["401 with a page", "401 without a blank line", "a ban in the page"])
  func refusalTimeout(name: String) throws {
    let answer = try #require(Answer.refusals.first { $0.testDescription == name })
    var session = NtripClientSession(to: Self.url, at: .zero)
    session.receive(answer.bytes.span, at: .seconds(1)) { _ in }
    #expect(session.state == .awaitingAnswer)
    while let deadline = session.deadline { session.advance(to: deadline) }
    guard case .ended(.failure(let failure)) = session.state else {
      Issue.record("the session never ended")
      return
    }
    #expect(failure.cause == answer.cause)
  }

  @Test("a sourcetable is over at its last line, though the connection stays open")
  func sourcetableKeptOpen() {
    let answer = Array("SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n\r\n\(Answer.table)")
    let conversation = Conversation(with: answer, cutAt: [], url: Self.url)
    #expect(conversation.stateBeforeClose == conversation.state)
  }

  @Test("a caster's words are shown where the password is empty, unless they quote the login")
  func emptyPassword() {
    let url = NtripURL(
      host: "example.org", mountpoint: "M", credentials: .init(user: "u", password: ""))
    func cause(_ words: String) -> NtripFailure.Cause? {
      Conversation(with: Array("\(words)\r\n".utf8), cutAt: [], url: url).cause
    }
    #expect(cause("ERROR - no such thing") == .refused("ERROR - no such thing"))
    #expect(cause("ERROR - no dTo= here") == .refused("…"))
  }

  @Test("401 and 403 ask for a login where none was given", arguments: [401, 403])
  func asksForLogin(status: Int) {
    let url = NtripURL(host: "example.org", mountpoint: "M")
    let answer = Array("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n".utf8)
    #expect(Conversation(with: answer, cutAt: [], url: url).cause == .credentialsNeeded)
  }

  @Test(
    "that breaks the rules of chunks is an error",
    arguments: [1, 1000])
  func badChunks(pieceSize: Int) {
    let answer = Array(Answer.v2 + "Transfer-Encoding: chunked\r\n\r\n", Answer.frame)
    let cuts = Array(stride(from: pieceSize, to: answer.count, by: pieceSize))
    let conversation = Conversation(with: answer, cutAt: cuts, url: Self.url)
    guard case .malformed = conversation.cause else {
      Issue.record("unexpected \(String(describing: conversation.cause))")
      return
    }
    #expect(conversation.data.isEmpty)
  }

  @Test("that never ends its head is an error, not a full memory")
  func endlessHead() {
    let lines = String(repeating: "X-Filler: 0123456789\r\n", count: 4000)
    let answer = Array("HTTP/1.1 401 No\r\n" + lines)
    let cuts = Array(stride(from: 1000, to: answer.count, by: 1000))
    let conversation = Conversation(with: answer, cutAt: cuts, url: Self.url)
    #expect(conversation.cause == .malformed("the answer's head is longer than 64 KiB"))
  }
}
