import Foundation
import Locks
import TestSupport
import Testing

@testable import BoardSimCLI

/// The modem with real sockets, in the order of the two libraries that most sketches use.
@Suite("The command modem", .timeLimit(.minutes(10)))
struct ModemCommandTests {
  /// A caster that answers a request with a head and a message of some bytes, and then waits for the end.
  private static func caster(_ message: [UInt8]) throws -> LocalListener {
    try LocalListener { connection in
      let request = connection.receiveRequest()
      guard request.hasPrefix("GET /BASE") else { return connection.close() }
      connection.send(Array("ICY 200 OK\r\n\r\n".utf8) + message)
      connection.waitForEnd()
    }
  }

  private static let message = (0..<200).map { UInt8($0) }
  fileprivate static let page = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nCO2: 400.00\n"

  /// The ends that SparkFun's library looks for.
  private static let sparkFunEnds = ["OK\r\n", "ERROR\r\n", "FAIL"]

  @Test("a sketch in the order of SparkFun's library reads a caster and serves a page")
  func sparkFun() async throws {
    let caster = try Self.caster(Self.message)
    let modem = try await RunningModem(
      "--baud", "115200", "--ssid", "home", "--password", "secret12",
      "--dial", "158.102.7.10:2101=127.0.0.1:\(caster.port)")
    let port = modem.port
    let sketch = try await onThread { Result { try Self.beginAsSparkFun(port) } }.get()
    let place = try await modem.event("serve")
    #expect(place.number("port") == 80)
    let served = RunningModem.port(of: place.text("address"))
    let answer = try await onThread { Result { try sketch.serveAsSparkFun(at: served) } }.get()
    #expect(answer == Self.page)
    let counts = try await modem.end()
    #expect(counts.number("busy") == 0)
    #expect(counts.number("uploaded") == Double(Self.page.utf8.count + 22))
  }

  fileprivate static func beginAsSparkFun(_ port: UInt16) throws -> Sketch {
    let library = try SketchLibrary(port: port, ring: 128)
    for command in ["AT+CIPMUX=1", "AT+CWMODE?", "AT+CWMODE=1"] {
      #expect(try library.ask("\(command)\r\n", sparkFunEnds) == "OK\r\n", "\(command)")
    }
    // The status is the byte behind "STATUS:".
    #expect(try library.ask("AT+CIPSTATUS\r\n", ["STATUS:5"]) != nil)
    try library.find(sparkFunEnds)
    #expect(try library.ask("AT+CWJAP=\"home\",\"wrong\"\r\n", sparkFunEnds) == "FAIL")
    #expect(library.heard.contains("+CWJAP:2"))
    try library.find(["\r\n"])
    #expect(try library.ask("AT+CWJAP=\"home\",\"secret12\"\r\n", sparkFunEnds) == "OK\r\n")
    #expect(try library.ask("AT+CIFSR\r\n", sparkFunEnds) == "OK\r\n")
    #expect(library.heard.contains("+CIFSR:STAIP,\"192.168.43.17\"\r\n"))
    #expect(try library.ask("AT+CIPSERVER=1,80\r\n", sparkFunEnds) == "OK\r\n")
    #expect(
      try library.ask("AT+CIPSTART=0,\"TCP\",\"158.102.7.10\",2101\r\n", sparkFunEnds) == "OK\r\n")
    #expect(library.heard.contains("0,CONNECT\r\n"))
    try send("GET /BASE HTTP/1.1\r\n\r\n", on: 0, of: library)
    // The frame is no head of its own for this library: the sketch reads it as text.
    try library.find(["+IPD,0,214:"])
    #expect(try library.read(214) == Array("ICY 200 OK\r\n\r\n".utf8) + message)
    #expect(try library.ask("AT+CIPCLOSE=0\r\n", sparkFunEnds) == "OK\r\n")
    #expect(library.heard.contains("0,CLOSED\r\n"))
    return Sketch(library: library)
  }

  /// Sends as SparkFun's library does, which writes once it has `OK` and does not wait for the prompt.
  private static func send(_ text: String, on link: Int, of library: SketchLibrary) throws {
    let count = text.utf8.count
    #expect(try library.ask("AT+CIPSEND=\(link),\(count)\r\n", ["OK\r\n"]) != nil)
    #expect(try library.ask(text, ["SEND OK\r\n"]) != nil)
    #expect(library.heard.contains("Recv \(count) bytes"))
  }

  /// A sketch that has begun, for the thread that holds it.
  fileprivate struct Sketch: @unchecked Sendable {
    let library: SketchLibrary

    /// Serves one phone, and returns what it got.
    func serveAsSparkFun(at port: UInt16) throws -> String {
      let phone = try TCPConnection(port: port)
      try phone.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      try library.find([",CONNECT\r\n"])
      try library.find(["\r\n\r\n"])
      try ModemCommandTests.send(ModemCommandTests.page, on: 0, of: library)
      #expect(try library.ask("AT+CIPCLOSE=0\r\n", ["OK\r\n"]) != nil)
      return String(decoding: try phone.readToEnd(), as: UTF8.self)
    }
  }

  /// The ends that WiFiEsp waits for.
  fileprivate static let wifiEspEnds = [
    "\r\nOK\r\n", "\r\nERROR\r\n", "\r\nFAIL\r\n", "\r\nSEND OK\r\n", " CONNECT\r\n",
  ]

  @Test("a sketch in the order of WiFiEsp joins, reads a caster and answers a phone")
  func wifiEsp() async throws {
    let caster = try Self.caster(Self.message)
    let held = try HeldPort()
    let modem = try await RunningModem(
      "--baud", "115200", "--at-version", "1.4", "--serve", "80=\(held.port)",
      "--dial", "caster.example:2101=127.0.0.1:\(caster.port)")
    let (port, served) = (modem.port, held.port)
    #expect(throws: TCPError.self) { try TCPConnection(port: served) }
    let sketch = try await onThread { Result { try Self.beginAsWiFiEsp(port) } }.get()
    #expect(try await modem.event("serve").text("address") == "127.0.0.1:\(served)")
    let answer = try await onThread { Result { try sketch.serveAsWiFiEsp(at: served) } }.get()
    #expect(answer == Self.page)
    #expect(try await modem.end().number("resets") == 1)
  }

  fileprivate static func beginAsWiFiEsp(_ port: UInt16) throws -> Sketch {
    let library = try SketchLibrary(port: port, ring: 32)
    #expect(try library.ask("AT+RST\r\n", wifiEspEnds) == "\r\nOK\r\n")
    // The library waits for three seconds; what it does not look at meanwhile is lost.
    try library.find(["\r\nready\r\n"])
    for command in [
      "ATE0", "AT+CWMODE=1", "AT+CIPMUX=1", "AT+CIPDINFO=1", "AT+CWAUTOCONN=0", "AT+CWDHCP=1,1",
    ] {
      #expect(try library.ask("\(command)\r\n", wifiEspEnds) == "\r\nOK\r\n", "\(command)")
    }
    #expect(try library.ask("AT+GMR\r\n", wifiEspEnds) == "\r\nOK\r\n")
    #expect(library.heard.contains("SDK version:2."))
    #expect(
      try library.ask("AT+CWJAP_CUR=\"any\",\"password\"\r\n", wifiEspEnds) == "\r\nOK\r\n")
    #expect(try library.ask("AT+CIFSR\r\n", wifiEspEnds) == "\r\nOK\r\n")
    #expect(library.heard.contains(":STAIP,\"192.168.43.17\""))
    #expect(
      try library.ask("AT+CIPSTART=3,\"TCP\",\"caster.example\",2101\r\n", wifiEspEnds)
        == "\r\nOK\r\n")
    for piece in ["GET /BASE", " HTTP/1.1\r\n\r\n"] {
      // Each print() is one CIPSEND.
      #expect(try library.ask("AT+CIPSEND=3,\(piece.utf8.count)\r\n", [">"]) != nil)
      #expect(try library.ask(piece, wifiEspEnds) == "\r\nSEND OK\r\n")
    }
    // Behind the address, of which two signs are left out, the port ends at the colon.
    try library.find(["+IPD,3,214,198.51.100.1,2101:"])
    #expect(try library.read(214) == Array("ICY 200 OK\r\n\r\n".utf8) + message)
    #expect(try library.ask("AT+CIPSERVER=1,80\r\n", wifiEspEnds) == "\r\nOK\r\n")
    return Sketch(library: library)
  }

  @Test("nothing is reached by accident: what no row names is refused as the part refuses it")
  func refusals() async throws {
    let listener = try LocalListener { $0.waitForEnd() }
    let nobody = try HeldPort()
    let modem = try await RunningModem(
      "--baud", "921600", "--dial", "10.0.0.1:80=127.0.0.1:\(nobody.port)")
    let port = modem.port
    let answers = try await onThread {
      Result {
        let library = try SketchLibrary(port: port, ring: 128)
        for command in ["ATE0", "AT+CWMODE=1", "AT+CIPMUX=1", "AT+CWJAP=\"a\",\"b\""] {
          #expect(try library.ask("\(command)\r\n", ["\r\nOK\r\n"]) != nil)
        }
        return try [
          ("127.0.0.1", listener.port, "CLOSED\r\n"), ("localhost", listener.port, "ERROR\r\n"),
          ("10.0.0.1", 80, "CLOSED\r\n"),
        ].map { host, port, end in
          _ = try library.ask("AT+CIPSTART=0,\"TCP\",\"\(host)\",\(port)\r\n", [end])
          return library.heard
        }
      }
    }.get()
    #expect(
      answers == [
        "\r\nERROR\r\n0,CLOSED\r\n", "DNS Fail\r\n\r\nERROR\r\n", "\r\nERROR\r\n0,CLOSED\r\n",
      ])
    #expect(try await modem.event("refuse").text("to") == "127.0.0.1:\(listener.port)")
    #expect(
      try await modem.event("connect-failed").text("address") == "127.0.0.1:\(nobody.port)")
    _ = try await modem.end()
  }

  @Test("with --dial any a sketch reaches the real network")
  func dialAny() async throws {
    let caster = try Self.caster([])
    let modem = try await RunningModem("--baud", "921600", "--dial", "any")
    let port = modem.port
    try await onThread {
      Result {
        let library = try SketchLibrary(port: port, ring: 128)
        for command in [
          "AT+CWMODE=1", "AT+CWJAP=\"a\",\"b\"",
          "AT+CIPSTART=\"TCP\",\"localhost\",\(caster.port)",
        ] {
          #expect(try library.ask("\(command)\r\n", Self.sparkFunEnds) == "OK\r\n", "\(command)")
        }
        #expect(library.heard.contains("CONNECT\r\n"))
      }
    }.get()
    _ = try await modem.end()
  }

  @Test("a caster that floods a slow line is held back, and the sketch loses nothing")
  func flood() async throws {
    let isSent = Lock(false)
    let flooder = try LocalListener { connection in
      // Far more than the system's buffers hold.
      for _ in 0..<256 where !connection.send([UInt8](repeating: 0x78, count: 1 << 20)) { return }
      isSent.withLock { $0 = true }
    }
    let modem = try await RunningModem("--dial", "10.0.0.1:80=127.0.0.1:\(flooder.port)")
    let port = modem.port
    try await onThread {
      Result {
        let library = try SketchLibrary(port: port, ring: 128)
        for command in [
          "AT+CWMODE=1", "AT+CWJAP=\"a\",\"b\"", "AT+CIPSTART=\"TCP\",\"10.0.0.1\",80",
        ] {
          #expect(try library.ask("\(command)\r\n", ["OK\r\n"]) != nil)
        }
        for _ in 0..<2 {
          try library.find(["+IPD,1460:"])
          #expect(try library.read(1_460) == [UInt8](repeating: 0x78, count: 1_460))
        }
      }
    }.get()
    #expect(isSent.withLock { $0 } == false)
    let counts = try await modem.end()
    #expect(counts.number("downloaded") ?? 0 < 20_000)
    flooder.close()
  }

  @Test(
    "of twelve phones five get a link, the others are turned away, and a phone that drips is read")
  func phones() async throws {
    let modem = try await RunningModem("--baud", "921600")
    let port = modem.port
    let sketch = try await onThread {
      Result {
        let library = try SketchLibrary(port: port, ring: 128)
        for command in ["AT+CWMODE=1", "AT+CWJAP=\"a\",\"b\"", "AT+CIPMUX=1", "AT+CIPSERVER=1,80"] {
          #expect(try library.ask("\(command)\r\n", ["OK\r\n"]) != nil)
        }
        return Sketch(library: library)
      }
    }.get()
    let served = RunningModem.port(of: try await modem.event("serve").text("address"))
    try await onThread {
      Result {
        let phones = try (0..<12).map { _ in try TCPConnection(port: served) }
        for link in 0..<5 { try sketch.library.find(["\(link),CONNECT\r\n"]) }
        // They are taken in their order.
        for phone in phones.dropFirst(5) { #expect(try phone.readToEnd().isEmpty) }
        let phone = phones[0]
        for sign in "drip" {
          try phone.send("\(sign)")
          try sketch.library.find([",1:\(sign)"])
        }
      }
    }.get()
    #expect(try await modem.end().number("refused_clients") == 7)
  }

  @Test("a pseudoterminal has a name while the modem runs, and garbage at another rate")
  func pseudoterminal() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "ttyESP").path
    let modem = try await RunningModem(on: ["--pty", path], ["--baud", "9600"])
    #expect(modem.line == path)
    let answers = try await onThread {
      Result { try [B9600, B57600].map { try Self.answer(of: path, at: speed_t($0)) } }
    }.get()
    #expect(answers[0])
    #expect(!answers[1])
    _ = try await modem.end()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// Asks a modem at a device, at a rate, until it answers; returns whether it does.
  private static func answer(of path: String, at rate: speed_t) throws -> Bool {
    let device = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    try #require(device >= 0)
    defer { close(device) }
    var settings = termios()
    tcgetattr(device, &settings)
    cfmakeraw(&settings)
    cfsetspeed(&settings, rate)
    tcsetattr(device, TCSANOW, &settings)
    var (heard, block) = ([UInt8](), [UInt8](repeating: 0, count: 256))
    for _ in 0..<(rate == speed_t(B9600) ? 600 : 5) {
      try #require(write(device, "AT\r\n", 4) == 4)
      var entry = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
      while poll(&entry, 1, 100) > 0 {
        let count = read(device, &block, block.count)
        guard count > 0 else { break }
        heard += block.prefix(count)
        if String(decoding: heard, as: UTF8.self).contains("OK\r\n") { return true }
      }
    }
    return false
  }

  @Test("a duration ends the modem, and what is no row, port or fault is refused in a sentence")
  func usage() async throws {
    let ended = await (try BoardSimProcess(["modem", "--duration", "0.2"])).end()
    #expect(ended.status == 0)
    #expect(ended.text.hasPrefix("modem ready: /dev/"))
    for (words, part) in [
      (["--dial", "host"], "--dial must be HOST:PORT=HOST:PORT"),
      (["--dial", "a:0=b:1"], "--dial must be HOST:PORT=HOST:PORT"),
      (["--serve", "80"], "--serve must be PORT=PORT"),
      (["--serve", "0=80"], "--serve must be PORT=PORT"),
      (["--at-version", "3"], "--at-version must be one of 0.40, 1.4, 1.7, 2.2, not '3'"),
      (["--fault", "modem.rest"], "did you mean 'modem.reset'?"),
    ] {
      let refused = await boardsimHere(["modem"] + words)
      #expect(refused.status == 2)
      #expect(refused.errorLines.first?.contains(part) == true, "\(refused.errorLines)")
    }
    let holder = try LocalListener { $0.close() }
    let taken = await
      (try BoardSimProcess(["modem", "--port", "0", "--serve", "80=\(holder.port)"])).end()
    #expect(taken.status == 1)
    #expect(taken.errorLines.first?.contains("\(holder.port)") == true, "\(taken.errorLines)")
    holder.close()
  }

  @Test("a free port is told in words too, and a fault strikes at its time")
  func words() async throws {
    let process = try BoardSimProcess([
      "modem", "--port", "0", "--baud", "921600", "--fault", "wifi.busy",
    ])
    let ready = try #require(await process.nextLine())
    #expect(ready.hasPrefix("modem ready: 127.0.0.1:"))
    let port = RunningModem.port(of: ready)
    let isBusy = try await onThread {
      Result {
        let line = try TCPConnection(port: port, patience: 1)
        var heard: [UInt8] = []
        for _ in 0..<600 {
          try line.send("AT\r\n")
          do { while true { heard += try line.read(1) } } catch let error as TCPError
            where error.code == EAGAIN
          {}
          if String(decoding: heard, as: UTF8.self).contains("busy p...") { return true }
        }
        return false
      }
    }.get()
    #expect(isBusy)
    process.terminate()
    #expect(await process.end().status == 0)
  }
}

extension ModemCommandTests.Sketch {
  /// Serves one phone as WiFiEsp does, which closes the link itself; returns what the phone got.
  fileprivate func serveAsWiFiEsp(at port: UInt16) throws -> String {
    let phone = try TCPConnection(port: port)
    try phone.send("GET / HTTP/1.1\r\n\r\n")
    try library.find(["+IPD,0,18,127.0.0.1,"])
    try library.find(["\r\n\r\n"])
    let page = ModemCommandTests.page
    #expect(try library.ask("AT+CIPSEND=0,\(page.utf8.count)\r\n", [">"]) != nil)
    #expect(try library.ask(page, ModemCommandTests.wifiEspEnds) == "\r\nSEND OK\r\n")
    #expect(try library.ask("AT+CIPCLOSE=0\r\n", ModemCommandTests.wifiEspEnds) == "\r\nOK\r\n")
    return String(decoding: try phone.readToEnd(), as: UTF8.self)
  }
}
