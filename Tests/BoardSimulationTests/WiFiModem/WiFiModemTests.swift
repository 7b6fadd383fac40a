import BoardSimulation
import Mathematics
import Testing

@Suite("Wi-Fi modem")
struct WiFiModemTests {
  @Test("a whole session in the order of SparkFun's library is word for word that of the file")
  func sparkFun() throws {
    var modem = try ModemConversation(.v1_7)
    try modem.play("modem_sparkfun.txt")
  }

  @Test("a whole session in the order of WiFiEsp is word for word that of the file")
  func wifiEsp() throws {
    var modem = try ModemConversation(.v1_4)
    try modem.play("modem_wifiesp.txt")
  }

  @Test("a byte takes ten bits at the rate of the line, in both directions")
  func pace() throws {
    var modem = try ModemConversation(baud: 9_600)
    let start = modem.now
    #expect(modem.say("AT\r\n") == "AT\r\r\n\r\nOK\r\n")
    // Four bytes in, 2 ms of work, six bytes out behind the last one of the echo.
    let time = (modem.now - start).inSeconds
    #expect((time - (4.0 + 6) / 960 - 0.002).magnitude < 0.0001, "\(time)")
  }

  @Test(
    "a command in any pieces has the same answer",
    arguments: ["AT+CWMODE=1\r\n", "AT+CIPMUX?\r\nAT\r\n", "\r\nAT+NONSENSE\r\n"])
  func pieces(text: String) throws {
    var whole = try ModemConversation()
    let answer = whole.say(text)
    for size in [1, 2, 3, 7] {
      var cut = try ModemConversation()
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        cut.modem.receive(Array(rest.prefix(size)), at: cut.now)
        rest = rest.dropFirst(size)
      }
      cut.settle()
      #expect(cut.heard == answer)
    }
  }

  @Test(
    "what is no command is an error, and the next one is answered",
    arguments: [
      "hello", "AT+NONSENSE", "AT+CWMODE=9", "AT+CWMODE=", "AT+CWMODE=1,2", "ATX", "AT+",
      "AT+CWJAP=\"a", "AT+CWJAP=a,b", "AT+CIPSTART=0", "AT+CIPSEND=0,99999999999999999999",
      "AT+CIPSERVER=1,0", "AT+UART=0,8,1,0,0", "AT+UART=9600", "AT+CIPCLOSE=9", "AT+PING=",
      "AT+CIPSTA=\"1.2.3\"", "AT+CIPSTAMAC=\"x\"", "AT+CIPDINFO=2", "AT+CIPMODE=1", "AT+CIPSTO=5",
      "AT+CWSAP=\"a\",\"short\",1,3", "AT+CWDHCP=3,1", "AT+GMR?", "AT=1",
    ])
  func errors(line: String) throws {
    var modem = try ModemConversation()
    #expect(modem.say(line + "\r\n").hasSuffix("ERROR\r\n"), "\(line)")
    #expect(modem.ask("AT") == "\r\nOK\r\n")
  }

  @Test("a line without a carriage return is an error, as on the part")
  func lineFeed() throws {
    var modem = try ModemConversation()
    #expect(modem.say("AT\n") == "AT\r\n\r\nERROR\r\n")
  }

  @Test("a line over the limit is forgotten and counted, also one of a megabyte")
  func longLines() throws {
    var modem = try ModemConversation(baud: 921_600)
    _ = modem.ask("ATE0")
    for _ in 0..<2_100 {
      modem.modem.receive([UInt8](repeating: 0x41, count: 500), at: modem.now)
      modem.settle()
    }
    #expect(modem.heard == "")
    _ = modem.say("AT" + String(repeating: "x", count: 200) + "\r\n")
    #expect(modem.modem.statistics.lost >= 128)
    #expect(modem.say("AT\r\n") == "\r\nOK\r\n")
  }

  @Test("input while a command runs is busy p..., and while data goes out busy s...")
  func busy() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.modem.receive(Array("AT+CWLAP\r\nAT\r\n".utf8), at: modem.now)
    modem.settle()
    #expect(modem.heard.hasPrefix("\r\nbusy p...\r\n+CWLAP:(3,\"boardsim\",-45,"))
    modem.heard = ""
    modem.open(0, connection: 1)
    #expect(modem.say("AT+CIPSEND=0,3\r\n") == "\r\nOK\r\n> ")
    #expect(modem.say("abc\r\nAT\r\n") == "\r\nRecv 3 bytes\r\n\r\nbusy s...\r\n\r\nbusy s...\r\n")
    modem.modem.delivered(1, at: modem.now)
    #expect(modem.say("") == "\r\nSEND OK\r\n")
    #expect(modem.modem.statistics.busy == 3)
  }

  @Test("a payload that is too short takes the next command, as SparkFun's library finds out")
  func shortPayload() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.open(0, connection: 1)
    _ = modem.say("AT+CIPSEND=0,6\r\n")
    #expect(modem.say("ab") == "")
    #expect(modem.say("AT\r\n") == "\r\nRecv 6 bytes\r\n")
    #expect(modem.requests == [.send(connection: 1, Array("abAT\r\n".utf8))])
  }

  @Test("a send of more than 2,048 bytes is refused, and one of 2,048 is sent")
  func longestPayload() throws {
    var modem = try ModemConversation(baud: 115_200)
    modem.join()
    modem.open(4, connection: 1)
    #expect(modem.say("AT+CIPSEND=4,2049\r\n") == "too long\r\n\r\nERROR\r\n")
    #expect(modem.say("AT+CIPSEND=4,2048\r\n") == "\r\nOK\r\n> ")
    for _ in 0..<8 { _ = modem.say(String(repeating: "x", count: 256)) }
    #expect(modem.requests == [.send(connection: 1, [UInt8](repeating: 0x78, count: 2_048))])
  }

  @Test("data comes in segments of at most 1,460 bytes, and no more is taken than the window holds")
  func segments() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.open(2, connection: 1)
    #expect(modem.modem.room(of: 1) == 2_920)
    modem.modem.receive([UInt8](repeating: 0x78, count: 4_000), on: 1, at: modem.now)
    #expect(modem.modem.room(of: 1) == 0)
    let start = modem.now
    modem.settle()
    let segment = "\r\n+IPD,2,1460:" + String(repeating: "x", count: 1_460)
    #expect(modem.heard == segment + segment)
    #expect(((modem.now - start).inSeconds - 2 * 1_474.0 / 960).magnitude < 0.001)
    #expect(modem.modem.room(of: 1) == 2_920)
  }

  @Test("links take turns, and an end is told behind the last data")
  func turns() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.open(0, connection: 1)
    modem.open(1, connection: 2)
    for connection in [1, 2] {
      modem.modem.receive([UInt8](repeating: 0x61, count: 2_000), on: connection, at: modem.now)
      modem.modem.ended(connection, at: modem.now)
    }
    modem.settle()
    let heads = modem.heard.split(separator: "\r\n").map { $0.prefix { $0 != ":" } }
    #expect(
      heads == [
        "+IPD,0,1460", "+IPD,1,1460", "+IPD,0,540", "+IPD,1,540", "1,CLOSED",
      ])
    #expect(modem.heard.hasSuffix("a0,CLOSED\r\n1,CLOSED\r\n"))
    #expect(modem.requests == [.close(connection: 1), .close(connection: 2)])
  }

  @Test("bytes and an end that come with the connection follow its answer")
  func earlyData() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.modem.receive(Array("AT+CIPSTART=0,\"TCP\",\"10.0.0.1\",80\r\n".utf8), at: modem.now)
    modem.wait(.milliseconds(500))
    modem.modem.connected(1, at: modem.now)
    modem.modem.receive(Array("hello".utf8), on: 1, at: modem.now)
    modem.modem.ended(1, at: modem.now)
    #expect(
      modem.say("") == "0,CONNECT\r\n\r\nOK\r\n\r\n+IPD,0,5:hello0,CLOSED\r\n")
  }

  @Test("an answer acknowledges what it answers: SEND OK comes before it")
  func answerAcknowledges() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.open(0, connection: 1)
    _ = modem.say("AT+CIPSEND=0,2\r\n")
    _ = modem.say("hi")
    modem.modem.delivered(1, at: modem.now)
    modem.modem.receive(Array("yo".utf8), on: 1, at: modem.now)
    #expect(modem.say("") == "\r\nSEND OK\r\n\r\n+IPD,0,2:yo")
  }

  @Test("while a payload is read, the data of links waits")
  func dataDuringPayload() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.open(0, connection: 1)
    _ = modem.say("AT+CIPSEND=0,4\r\n")
    modem.modem.receive(Array("data".utf8), on: 1, at: modem.now)
    #expect(modem.say("ab") == "")
    #expect(modem.say("cd") == "\r\nRecv 4 bytes\r\n\r\n+IPD,0,4:data")
  }

  @Test(
    "of twelve clients five get a link, the lowest free ones; a place that is free is used again")
  func twelveClients() throws {
    var modem = try ModemConversation()
    modem.join()
    #expect(modem.modem.accept(from: "192.168.43.2", port: 1, at: modem.now) == nil)
    #expect(modem.ask("AT+CIPSERVER=1,80") == "\r\nOK\r\n")
    let taken = (1...12).map { modem.modem.accept(from: "192.168.43.2", port: $0, at: modem.now) }
    #expect(taken == [1, 2, 3, 4, 5] + [Int?](repeating: nil, count: 7))
    #expect(modem.say("") == (0...4).map { "\($0),CONNECT\r\n" }.joined())
    #expect(modem.modem.statistics.refusedClients == 8)
    modem.modem.ended(3, at: modem.now)
    #expect(modem.say("") == "2,CLOSED\r\n")
    #expect(modem.modem.accept(from: "192.168.43.3", port: 9, at: modem.now) == 6)
    #expect(modem.say("") == "2,CONNECT\r\n")
    #expect(modem.ask("AT+CIPSERVER=1,80") == "no change\r\n\r\nOK\r\n")
    let closed = (0...4).map { "\($0),CLOSED\r\n" }.joined()
    #expect(modem.ask("AT+CIPCLOSE=5") == closed + "\r\nOK\r\n")
  }

  @Test("a client of the server that is silent for 180 s is closed, or for what AT+CIPSTO says")
  func idleClients() throws {
    var modem = try ModemConversation()
    modem.join()
    _ = modem.ask("AT+CIPSERVER=1")
    #expect(modem.requests == [.listen(port: 333)])
    _ = modem.modem.accept(from: "192.168.43.2", port: 1, at: modem.now)
    _ = modem.say("")
    modem.wait(.seconds(140))
    #expect(modem.heard == "")
    modem.wait(.seconds(50))
    #expect(modem.heard == "0,CLOSED\r\n")
    modem.heard = ""
    #expect(modem.ask("AT+CIPSTO=10") == "\r\nOK\r\n")
    #expect(modem.ask("AT+CIPSTO?") == "+CIPSTO:10\r\n\r\nOK\r\n")
    _ = modem.modem.accept(from: "192.168.43.2", port: 1, at: modem.now)
    #expect(modem.say("") == "0,CONNECT\r\n0,CLOSED\r\n")
  }

  @Test(
    "connections that fail are told as the part does",
    arguments: [
      (ModemConnectionFailure.unknownHost, "DNS Fail\r\n\r\nERROR\r\n"),
      (.refused, "\r\nERROR\r\n0,CLOSED\r\n"),
    ])
  func failures(failure: ModemConnectionFailure, answer: String) throws {
    var modem = try ModemConversation()
    #expect(modem.ask(#"AT+CIPSTART="TCP","10.0.0.1",80"#) == "no ip\r\n\r\nERROR\r\n")
    modem.join()
    modem.modem.receive(Array("AT+CIPSTART=0,\"TCP\",\"10.0.0.1\",80\r\n".utf8), at: modem.now)
    modem.wait(.milliseconds(500))
    modem.modem.failed(1, because: failure, at: modem.now)
    #expect(modem.say("") == answer)
    // Nobody answers at all.
    #expect(modem.ask(#"AT+CIPSTART=0,"TCP","10.0.0.1",80"#) == "\r\nERROR\r\n0,CLOSED\r\n")
    modem.open(0, connection: 3)
    #expect(
      modem.ask(#"AT+CIPSTART=0,"TCP","10.0.0.1",80"#) == "ALREADY CONNECTED\r\n\r\nERROR\r\n")
    #expect(modem.ask("AT+CIPMUX=0") == "link is builded\r\n\r\nERROR\r\n")
  }

  @Test("one link without numbers, as a modem has it before AT+CIPMUX=1")
  func oneLink() throws {
    var modem = try ModemConversation()
    modem.join()
    #expect(modem.ask("AT+CIPMUX=0") == "\r\nOK\r\n")
    modem.modem.receive(Array("AT+CIPSTART=\"TCP\",\"10.0.0.1\",80\r\n".utf8), at: modem.now)
    modem.wait(.milliseconds(500))
    modem.modem.connected(1, at: modem.now)
    #expect(modem.say("") == "CONNECT\r\n\r\nOK\r\n")
    #expect(modem.say("AT+CIPSEND=2\r\n") == "\r\nOK\r\n> ")
    #expect(modem.say("hi") == "\r\nRecv 2 bytes\r\n")
    modem.modem.delivered(1, at: modem.now)
    #expect(modem.say("") == "\r\nSEND OK\r\n")
    modem.modem.receive(Array("yo".utf8), on: 1, at: modem.now)
    #expect(modem.say("") == "\r\n+IPD,2:yo")
    #expect(modem.ask("AT+CIPSERVER=1,80") == "\r\nERROR\r\n")
    #expect(modem.ask("AT+CIPCLOSE") == "CLOSED\r\n\r\nOK\r\n")
  }

  @Test("a link that its other side has closed fails a send")
  func sendFail() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.open(0, connection: 1)
    _ = modem.say("AT+CIPSEND=0,2\r\n")
    modem.modem.ended(1, at: modem.now)
    #expect(modem.say("hi") == "\r\nRecv 2 bytes\r\n\r\nSEND FAIL\r\n0,CLOSED\r\n")
    modem.open(0, connection: 2)
    _ = modem.say("AT+CIPSEND=0,2\r\n")
    _ = modem.say("hi")
    modem.modem.ended(2, at: modem.now)
    #expect(modem.say("") == "\r\nSEND FAIL\r\n0,CLOSED\r\n")
  }

  @Test("a payload that the other side does not take is given up after 20 s, with its link")
  func stuckPayload() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.open(0, connection: 1)
    _ = modem.say("AT+CIPSEND=0,2\r\n")
    #expect(modem.say("hi") == "\r\nRecv 2 bytes\r\n")
    modem.wait(.seconds(19))
    #expect(modem.heard == "")
    #expect(modem.say("") == "\r\nSEND FAIL\r\n0,CLOSED\r\n")
    #expect(modem.requests.last == .close(connection: 1))
    #expect(modem.say("AT\r\n") == "\r\nOK\r\n")
  }

  @Test("a phone reaches the server in the joined network or in the modem's own, and not outside")
  func reach() throws {
    var modem = try ModemConversation()
    modem.join()
    _ = modem.say("AT+CIPSERVER=1,80\r\n")
    #expect(modem.modem.accept(from: "192.168.43.2", port: 1, at: modem.now) == 1)
    #expect(
      modem.say("AT+CWQAP\r\n") == "0,CONNECT\r\n\r\nOK\r\nWIFI DISCONNECT\r\n0,CLOSED\r\n")
    #expect(modem.modem.accept(from: "192.168.43.2", port: 1, at: modem.now) == nil)
    _ = modem.say("AT+CWMODE=2\r\n")
    #expect(modem.modem.accept(from: "192.168.4.2", port: 1, at: modem.now) == 2)
  }

  @Test("a network of its own admits its password alone")
  func hotspot() throws {
    var settings = WiFiModem.Settings()
    (settings.ssid, settings.password) = ("home", "secret\"1")
    var modem = try ModemConversation(settings)
    #expect(modem.ask(#"AT+CWJAP="home","x""#) == "\r\nERROR\r\n")
    _ = modem.ask("AT+CWMODE=1")
    #expect(modem.ask(#"AT+CWJAP="work","x""#) == "+CWJAP:3\r\n\r\nFAIL\r\n")
    #expect(modem.ask(#"AT+CWJAP="home","x""#) == "+CWJAP:2\r\n\r\nFAIL\r\n")
    #expect(modem.ask("AT+CWJAP?") == "No AP\r\n\r\nOK\r\n")
    #expect(
      modem.ask(#"AT+CWJAP="home","secret\"1""#)
        == "WIFI CONNECTED\r\nWIFI GOT IP\r\n\r\nOK\r\n")
    #expect(modem.ask("AT+CWLAP=\"work\"") == "\r\nOK\r\n")
    #expect(
      modem.ask("AT+CWLAP")
        == "+CWLAP:(3,\"home\",-45,\"02:00:00:00:43:01\",6,-17,0)\r\n\r\nOK\r\n")
  }

  @Test("after a reset the modem joins its stored network, unless it is told not to")
  func reset() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.open(0, connection: 1)
    let noise = modem.ask("AT+RST")
    #expect(noise.hasPrefix("\r\nOK\r\n"))
    #expect(noise.hasSuffix("\r\nready\r\nWIFI CONNECTED\r\nWIFI GOT IP\r\n"))
    #expect(!noise.contains("rst cause"))
    #expect(modem.requests == [.close(connection: 1)])
    #expect(modem.ask("AT+CIPMUX?") == "+CIPMUX:0\r\n\r\nOK\r\n")
    #expect(modem.ask("AT+CWAUTOCONN=0") == "\r\nOK\r\n")
    #expect(modem.ask("AT+RST").hasSuffix("\r\nready\r\n"))
  }

  @Test("without power the modem is deaf, and with it again has nothing but its flash")
  func power() throws {
    var modem = try ModemConversation()
    modem.join()
    modem.open(0, connection: 1)
    #expect(modem.ask("AT+CIPSERVER=1,80").hasSuffix("OK\r\n"))
    modem.requests = []
    // In the midst of an answer.
    modem.modem.receive(Array("AT+GMR\r\n".utf8), at: modem.now)
    modem.wait(.milliseconds(20))
    modem.modem.cutPower(at: modem.now)
    modem.heard = ""
    #expect(modem.say("AT\r\n") == "")
    modem.modem.connected(1, at: modem.now)
    #expect(modem.modem.accept(from: "10.0.0.9", port: 9, at: modem.now) == nil)
    modem.wait(.seconds(30))
    #expect(modem.requests == [.close(connection: 1), .stopListening(port: 80)])
    #expect(modem.heard == "" && modem.modem.statistics.resets == 0)
    modem.modem.restorePower(at: modem.now)
    modem.settle()
    #expect(modem.heard.hasSuffix("\r\nready\r\nWIFI CONNECTED\r\nWIFI GOT IP\r\n"))
    modem.heard = ""
    #expect(modem.say("AT+CIPMUX?\r\n") == "AT+CIPMUX?\r\r\n+CIPMUX:0\r\n\r\nOK\r\n")
    #expect(modem.modem.statistics.resets == 1)
  }

  @Test("the rate changes behind the answer, for a while or for good; RESTORE brings the factory's")
  func rates() throws {
    var modem = try ModemConversation(baud: 9_600)
    #expect(modem.ask("AT+UART_CUR=57600,8,1,0,0") == "\r\nOK\r\n")
    #expect(modem.modem.baud == 57_600)
    #expect(modem.ask("AT+UART_CUR?") == "+UART_CUR:57600,8,1,0,0\r\n\r\nOK\r\n")
    _ = modem.ask("AT+RST")
    #expect(modem.modem.baud == 9_600)
    _ = modem.ask("AT+UART_DEF=19200,8,1,0,0")
    _ = modem.ask("AT+RST")
    #expect(modem.modem.baud == 19_200)
    _ = modem.ask("AT+RESTORE")
    #expect(modem.modem.baud == 115_200)
  }

  @Test("at another rate than the modem's both sides read garbage")
  func wrongRate() throws {
    var modem = try ModemConversation(baud: 9_600)
    modem.modem.receive(Array("AT\r\n".utf8), at: modem.now, sentAt: 115_200)
    modem.settle()
    #expect(!modem.heard.contains("OK"))
    modem.modem.receive(Array("AT\r\n".utf8), at: modem.now)
    modem.modem.advance(to: modem.now + .seconds(1))
    let read = String(decoding: modem.modem.takeOutput(readAt: 57_600), as: UTF8.self)
    #expect(!read.contains("OK"))
  }

  @Test("what is out of its range is limited, and traps nowhere", arguments: [Int.min, 0, .max])
  func limits(number: Int) throws {
    var settings = WiFiModem.Settings()
    settings.baud = number
    settings.faults = [
      ModemFault(.close, [.bytes: Double(number)]), ModemFault(.garbage, [.rate: .nan]),
    ]
    var modem = try ModemConversation(settings)
    #expect((110...4_608_000).contains(modem.modem.baud))
    modem.modem.receive([0x41], at: modem.now, sentAt: number)
    modem.settle()
    _ = modem.modem.takeOutput(readAt: number)
    modem.modem.receive([0x41], on: number, at: modem.now)
    modem.modem.echoed(after: -5, at: modem.now)
    modem.modem.connected(number, at: modem.now)
    modem.modem.delivered(number, at: modem.now)
    modem.settle()
    #expect(modem.modem.room(of: number) == 0)
  }
}
