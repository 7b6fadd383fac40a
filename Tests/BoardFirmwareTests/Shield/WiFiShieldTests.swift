import NtripProtocol
import Testing

@testable import BoardFirmware

@Suite("The firmware's side of a Wi-Fi shield")
struct WiFiShieldTests {
  /// A shield, its time, and a modem that says what the test lets it say.
  private struct Bench {
    var shield: WiFiShield
    var now = Duration.seconds(1)

    init() {
      shield = WiFiShield(
        .init(
          ssid: "home", password: "a\"b,c",
          caster: NtripURL(host: "10.0.0.1", mountpoint: "BASE")))
    }

    /// Passes on what the modem says, and returns what the shield sends next, without the line's end.
    mutating func hear(_ text: String, after pause: Duration = .milliseconds(50)) -> String? {
      now += pause
      shield.receive(Array(text.utf8), at: now)
      return next()
    }

    /// Passes on what the modem says 20 ms later, and returns what the shield sends a little after it.
    mutating func hear(_ text: String, thenAfter wait: Duration) -> String? {
      now += .milliseconds(20)
      shield.receive(Array(text.utf8), at: now)
      return next(after: wait)
    }

    /// Returns what the shield sends after a pause.
    mutating func next(after pause: Duration = .milliseconds(50)) -> String? {
      now += pause
      guard let bytes = shield.step(at: now) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.hasSuffix("\r\n\r\n") ? text : text.replacing("\r\n", with: "")
    }

    /// Goes through the set-up and the join, up to the connection to the caster.
    mutating func goOnline() {
      let ok = "\r\nOK\r\n"
      #expect(next() == "AT")
      #expect(hear(ok) == "AT+RST")
      #expect(hear(ok) == nil)
      #expect(hear("#~\r\nready\r\n") == "ATE0")
      #expect(hear(ok) == "AT+CWMODE=1")
      #expect(hear(ok) == "AT+CIPMUX=1")
      #expect(hear(ok) == "AT+CIPSERVER=1,80")
      #expect(hear(ok) == #"AT+CWJAP="home","a\"b\,c""#)
      #expect(!shield.isOnline)
      #expect(hear("WIFI CONNECTED\r\nWIFI GOT IP\r\n") == nil)
      #expect(hear(ok) == #"AT+CIPSTART=4,"TCP","10.0.0.1",2101"#)
      #expect(shield.isOnline)
    }

    /// Opens the caster's stream.
    mutating func stream() {
      let announced = hear("4,CONNECT\r\n\r\nOK\r\n")
      let request = hear("\r\nOK\r\n> ")
      #expect(announced == "AT+CIPSEND=4,\(request?.utf8.count ?? 0)")
      #expect(request?.hasPrefix("GET /BASE HTTP/1.0\r\n") == true)
      #expect(hear("\r\nRecv 99 bytes\r\n\r\nSEND OK\r\n") == nil)
      #expect(hear("\r\n+IPD,4,14:ICY 200 OK\r\n\r\n") == nil)
      #expect(shield.status.state == .streaming)
    }

    mutating func taken() -> String { String(decoding: shield.takeStream(), as: UTF8.self) }
  }

  @Test("it sets the modem up, joins, asks the caster and takes the stream")
  func online() {
    var bench = Bench()
    bench.goOnline()
    bench.stream()
    #expect(bench.hear("\r\n+IPD,4,5:abcde\r\n+IPD,4,3:fgh") == nil)
    #expect(bench.taken() == "abcdefgh")
    #expect(bench.hear("4,CLOSED\r\n") == "AT+CIPCLOSE=4")
    #expect(bench.shield.status.state != .streaming)
  }

  @Test("a modem that is deaf is asked again each second")
  func deaf() {
    var bench = Bench()
    #expect(bench.next() == "AT")
    #expect(bench.next(after: .milliseconds(900)) == nil)
    #expect(bench.next(after: .milliseconds(100)) == "AT")
  }

  @Test("a client's request is taken whole, and answered in pieces before its link is closed")
  func page() {
    var bench = Bench()
    bench.goOnline()
    bench.stream()
    #expect(bench.hear("0,CONNECT\r\n") == nil)
    #expect(bench.hear("\r\n+IPD,0,10:GET /a HTT") == nil)
    #expect(bench.shield.takeRequests().isEmpty)
    #expect(bench.hear("\r\n+IPD,0,22:P/1.1\r\nHost: b\r\n\r\nmore") == nil)
    let requests = bench.shield.takeRequests()
    #expect(requests.map(\.link) == [0])
    #expect(requests.first.flatMap { HTTPRequest(shieldHead: $0.head) }?.path == "/a")

    let answer = [UInt8](repeating: UInt8(ascii: "x"), count: WiFiShield.piece + 7)
    bench.shield.answer(answer, to: 0)
    #expect(bench.next() == "AT+CIPSEND=0,\(WiFiShield.piece)")
    #expect(bench.hear("\r\nOK\r\n> ")?.count == WiFiShield.piece)
    #expect(bench.hear("\r\nRecv 480 bytes\r\n\r\nSEND OK\r\n") == "AT+CIPSEND=0,7")
    #expect(bench.hear("\r\nOK\r\n> ") == "xxxxxxx")
    #expect(bench.hear("\r\nRecv 7 bytes\r\n\r\nSEND OK\r\n") == "AT+CIPCLOSE=0")
    #expect(bench.hear("0,CLOSED\r\n\r\nOK\r\n") == nil)
  }

  @Test("a client that never ends its request is sent away after ten seconds")
  func silentClient() {
    var bench = Bench()
    bench.goOnline()
    bench.stream()
    #expect(bench.hear("0,CONNECT\r\n\r\n+IPD,0,5:GET /") == nil)
    #expect(bench.next(after: .seconds(9)) == nil)
    #expect(bench.next(after: .seconds(1)) == "AT+CIPCLOSE=0")
  }

  @Test("a command that finds the modem busy is sent again")
  func busy() {
    var bench = Bench()
    bench.goOnline()
    #expect(bench.hear("busy p...\r\n") == nil)
    #expect(bench.next(after: .milliseconds(100)) == #"AT+CIPSTART=4,"TCP","10.0.0.1",2101"#)
  }

  @Test("a payload goes out even if its prompt is lost, since the modem waits for it")
  func lostPrompt() {
    var bench = Bench()
    bench.goOnline()
    #expect(bench.hear("4,CONNECT\r\n\r\nOK\r\n")?.hasPrefix("AT+CIPSEND=4,") == true)
    #expect(bench.next(after: .seconds(2)) == nil)
    #expect(bench.next(after: .seconds(1))?.hasPrefix("GET /BASE ") == true)
  }

  @Test("a command waits for a quiet line, but not for ever")
  func quiet() {
    var bench = Bench()
    bench.goOnline()
    bench.stream()
    #expect(bench.hear("1,CONNECT\r\n\r\n+IPD,1,18:GET / HTTP/1.1\r\n\r\n") == nil)
    #expect(bench.shield.takeRequests().count == 1)
    #expect(bench.hear("\r\n+IPD,4,1460:ab") == nil)
    bench.shield.answer([1, 2, 3], to: 1)
    for _ in 0..<40 { #expect(bench.hear("cdefgh", thenAfter: .milliseconds(5)) == nil) }
    #expect(bench.hear("cdefgh", thenAfter: .milliseconds(5)) == "AT+CIPSEND=1,3")
  }

  @Test("a payload that stops in its midst costs no more than itself")
  func tornPayload() {
    var bench = Bench()
    bench.goOnline()
    bench.stream()
    #expect(bench.hear("\r\n+IPD,4,10:abc") == nil)
    #expect(bench.hear("\r\n+IPD,4,3:xyz", after: .milliseconds(60)) == nil)
    #expect(bench.taken() == "abcxyz")
  }

  @Test("a modem that resets itself is set up again, and the caster is asked again")
  func reset() {
    var bench = Bench()
    bench.goOnline()
    bench.stream()
    #expect(bench.hear("\r\nready\r\n") == "ATE0")
    #expect(bench.shield.status.state != .streaming)
  }

  @Test("a modem that answers nothing is set up again after three commands")
  func silence() {
    var bench = Bench()
    bench.goOnline()
    bench.stream()
    #expect(bench.hear("0,CONNECT\r\n\r\n+IPD,0,18:GET / HTTP/1.1\r\n\r\n") == nil)
    _ = bench.shield.takeRequests()
    bench.shield.answer([1], to: 0)
    var sent: [String] = []
    for _ in 0..<120 where sent.last != "AT" {
      if let text = bench.next(after: .milliseconds(200)) { sent.append(text) }
    }
    #expect(sent.last == "AT")
    #expect(bench.shield.restarts == 1)
  }

  @Test("messages are the same whole and byte by byte")
  func pieces() {
    let bytes = Array(
      "\r\nOK\r\n> \r\n+IPD,4,6:a:b\r\nc0,CLOSED\r\n+IPD,9999999,3:x\r\nbusy p...\r\n".utf8)
    func messages(by size: Int) -> (lines: [String], data: [UInt8], prompts: Int) {
      var reader = ATReader()
      var (lines, data, prompts) = ([String](), [UInt8](), 0)
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.consume(Array(bytes[start..<min(start + size, bytes.count)])) { message in
          switch message {
          case .line(let line): lines.append(line)
          case .data(_, let bytes): data += bytes
          case .prompt: prompts += 1
          }
        }
      }
      return (lines, data, prompts)
    }
    for size in [1, 3, 7, bytes.count] {
      let found = messages(by: size)
      #expect(found.lines == ["OK", "0,CLOSED", "+IPD,9999999,3:x", "busy p..."])
      #expect(found.data == Array("a:b\r\nc".utf8))
      #expect(found.prompts == 1)
    }
  }

  @Test("the status says what the line carries of what is wanted")
  func shortage() {
    var status = LineStatus(baud: 9_600, bytesPerSecond: 960)
    status.wanted = 960
    #expect(status.shortage == nil)
    status.wanted = 1_433
    #expect(
      status.shortage?.hasPrefix("your line carries 960 of 1,433 bytes a second; ") == true)
    status.wanted = 12_005
    #expect(status.shortage?.contains(" of 12,005 bytes") == true)
  }
}
