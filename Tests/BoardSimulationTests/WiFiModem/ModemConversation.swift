import BoardSimulation
import Foundation
import TestSupport
import Testing

/// A modem in virtual time, and what its sketch and its network do.
struct ModemConversation {
  var modem: WiFiModem
  var now = Duration.zero
  /// The bytes that the sketch has got and no expectation has taken.
  var heard = ""
  var requests: [ModemRequest] = []

  /// Creates a modem that has booted, without what it said meanwhile.
  init(_ version: ATVersion = .v1_7, baud: Int = 9_600, faults: [String] = []) throws {
    var settings = WiFiModem.Settings()
    (settings.version, settings.baud) = (version, baud)
    settings.faults = try faults.map { try ModemFault(parsing: $0) }
    try self.init(settings)
  }

  /// Creates a modem with settings that has booted.
  init(_ settings: WiFiModem.Settings) throws {
    modem = WiFiModem(settings)
    wait(.seconds(1))
    heard = ""
  }

  /// Lets time pass.
  mutating func wait(_ time: Duration) {
    now += time
    modem.advance(to: now)
    collect()
  }

  /// Lets time pass until the modem does nothing of its own any more within some seconds.
  mutating func settle(within limit: Duration = .seconds(15)) {
    let end = now + limit
    while let next = modem.nextStep, next <= end {
      now = max(now, next)
      modem.advance(to: now)
    }
    collect()
  }

  private mutating func collect() {
    heard += String(decoding: modem.takeOutput(), as: UTF8.self)
    requests += modem.takeRequests()
  }

  /// Sends a text, and returns what the modem says until it is quiet.
  mutating func say(_ text: String) -> String {
    modem.receive(Array(text.utf8), at: now)
    settle()
    defer { heard = "" }
    return heard
  }

  /// Sends a command, and returns the answer behind the echo.
  mutating func ask(_ command: String) -> String {
    let answer = say(command + "\r\n")
    let echo = command + "\r\r\n"
    return answer.hasPrefix(echo) ? String(answer.dropFirst(echo.count)) : answer
  }

  /// Joins the network in the mode of a station with several links, without echo.
  mutating func join() {
    for command in ["ATE0", "AT+CWMODE=1", "AT+CIPMUX=1", #"AT+CWJAP="boardsim","boardsim""#] {
      #expect(say(command + "\r\n").hasSuffix("\r\nOK\r\n"))
    }
    requests = []
  }

  /// Opens a link, whose connection gets a number.
  mutating func open(_ link: Int, connection: Int) {
    modem.receive(Array("AT+CIPSTART=\(link),\"TCP\",\"10.0.0.\(link)\",80\r\n".utf8), at: now)
    wait(.milliseconds(100))
    modem.connected(connection, at: now)
    settle()
    #expect(heard == "\(link),CONNECT\r\n\r\nOK\r\n")
    (heard, requests) = ("", [])
  }
}

extension ModemConversation {
  /// Plays a conversation from a file of Tests/Vectors, and checks each of its lines.
  mutating func play(_ file: String) throws {
    let url = SharedCaptures.packageRoot.appending(path: "Tests/Vectors/\(file)")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    for line in lines where !line.hasPrefix("#") { try play(line: line) }
    settle()
    #expect(heard == "", "at the end of \(file)")
    #expect(requests == [], "at the end of \(file)")
  }

  private mutating func play(line: Substring) throws {
    let rest = String(line.dropFirst(2))
    switch line.first {
    case ">":
      #expect(heard == "", "before '\(line)'")
      modem.receive(Array(Self.text(rest).utf8), at: now)
    case "<": expect(Self.text(rest), line)
    case "~":
      settle()
      #expect(heard.hasSuffix(Self.text(rest + "\\")), "'\(heard)' for '\(line)'")
      heard = ""
    case "?":
      settle(within: .seconds(1))
      let request = requests.isEmpty ? nil : requests.removeFirst()
      #expect(request.map(Self.name) == Self.text(rest + "\\"), "for '\(line)'")
    case "!": try tell(rest)
    default: Issue.record("a line of no kind: '\(line)'")
    }
  }

  private mutating func expect(_ text: String, _ line: Substring) {
    let count = text.utf8.count
    while heard.utf8.count < count, let next = modem.nextStep, next < now + .seconds(30) {
      now = max(now, next)
      modem.advance(to: now)
      collect()
    }
    #expect(heard.hasPrefix(text), "'\(heard)' for '\(line)'")
    heard = String(decoding: heard.utf8.dropFirst(count), as: UTF8.self)
  }

  private mutating func tell(_ news: String) throws {
    let words = news.split(separator: " ", maxSplits: 2).map(String.init)
    let number = Int(words[1]) ?? 0
    settle(within: .seconds(1))
    switch words[0] {
    case "connected": modem.connected(number, at: now)
    case "delivered": modem.delivered(number, at: now)
    case "ended": modem.ended(number, at: now)
    case "data": modem.receive(Array(Self.text(words[2] + "\\").utf8), on: number, at: now)
    case "accept":
      let parts = words[1].split(separator: ":")
      let port = try #require(UInt16(parts[1]))
      let connection = modem.accept(from: String(parts[0]), port: port, at: now)
      #expect(connection != nil)
    default: Issue.record("news of no kind: '\(news)'")
    }
    collect()
  }

  /// Returns the text of a line: with its line end, unless a backslash ends it.
  private static func text(_ line: String) -> String {
    let (line, end) = line.hasSuffix("\\") ? (String(line.dropLast()), "") : (line, "\r\n")
    return line.replacing("\\r", with: "\r").replacing("\\n", with: "\n")
      .replacing("\\0", with: "\0") + end
  }

  /// The name of a request, as conversations write it.
  private static func name(_ request: ModemRequest) -> String {
    switch request {
    case .open(let connection, let host, let port): "open \(connection) \(host):\(port)"
    case .send(let connection, let bytes):
      "send \(connection) \(String(decoding: bytes, as: UTF8.self))"
    case .close(let connection): "close \(connection)"
    case .listen(let port): "listen \(port)"
    case .stopListening(let port): "stop \(port)"
    case .ping(let host): "ping \(host)"
    }
  }
}
