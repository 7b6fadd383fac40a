import BoardSimulation
import Testing

@Suite("Versions and faults of the Wi-Fi modem")
struct ModemVersionTests {
  @Test("each version tells itself, and is found out by its SDK", arguments: ATVersion.allCases)
  func identity(version: ATVersion) throws {
    var modem = try ModemConversation(version)
    let text = modem.ask("AT+GMR")
    #expect(text.hasPrefix("AT version:\(version.rawValue)"))
    #expect(text.hasSuffix("OK\r\n"))
    // WiFiEsp knows SDK 1 and 2 alone.
    let isKnown = text.contains("SDK version:1.") || text.contains("SDK version:2.")
    #expect(isKnown == [.v0_40, .v1_4].contains(version))
  }

  @Test("0.40 says no change alone, without OK, where a mode stays")
  func noChange() throws {
    var old = try ModemConversation(.v0_40)
    #expect(old.ask("AT+CWMODE=1") == "\r\nOK\r\n")
    #expect(old.ask("AT+CWMODE=1") == "no change\r\n")
    #expect(old.ask("AT+CIPMUX=0") == "no change\r\n")
    var new = try ModemConversation(.v1_7)
    _ = new.ask("AT+CWMODE=1")
    #expect(new.ask("AT+CWMODE=1") == "\r\nOK\r\n")
  }

  @Test("the local port is in the status from 0.50 on", arguments: ATVersion.allCases)
  func localPort(version: ATVersion) throws {
    var modem = try ModemConversation(version)
    modem.join()
    modem.open(0, connection: 1)
    let port = version == .v0_40 ? "" : "49153,"
    #expect(
      modem.ask("AT+CIPSTATUS")
        == "STATUS:3\r\n+CIPSTATUS:0,\"TCP\",\"10.0.0.0\",80,\(port)0\r\n\r\nOK\r\n")
  }

  @Test("the address of a sender has quotes in 2.x alone", arguments: ATVersion.allCases)
  func peers(version: ATVersion) throws {
    var modem = try ModemConversation(version)
    modem.join()
    #expect(modem.ask("AT+CIPDINFO=1") == "\r\nOK\r\n")
    #expect(modem.ask("AT+CIPDINFO?") == "+CIPDINFO:TRUE\r\nOK\r\n")
    modem.open(0, connection: 1)
    modem.modem.receive([0x61], on: 1, at: modem.now)
    let address = version == .v2_2 ? "\"10.0.0.0\"" : "10.0.0.0"
    #expect(modem.say("") == "\r\n+IPD,0,1,\(address),80:a")
  }

  @Test(
    "a link to a name leads to an address, the same one each time; a sketch's library counts on it")
  func names() throws {
    var modem = try ModemConversation()
    modem.join()
    let hosts = ["example.org", "caster.example", "EXAMPLE.org", "158.102.7.10", "1.2.3.456"]
    for (link, host) in hosts.enumerated() {
      modem.modem.receive(
        Array("AT+CIPSTART=\(link),\"TCP\",\"\(host)\",80\r\n".utf8), at: modem.now)
      modem.wait(.milliseconds(100))
      #expect(modem.requests.last == .open(connection: link + 1, host: host, port: 80))
      modem.modem.connected(link + 1, at: modem.now)
      modem.settle()
    }
    modem.heard = ""
    let addresses = modem.ask("AT+CIPSTATUS").split(separator: "\r\n").compactMap {
      $0.hasPrefix("+CIPSTATUS:") ? $0.split(separator: "\"")[3] : nil
    }
    #expect(
      addresses == ["198.51.100.1", "198.51.100.2", "198.51.100.1", "158.102.7.10", "198.51.100.3"])
    #expect(modem.ask("AT+CIPDINFO=1") == "\r\nOK\r\n")
    modem.modem.receive([0x61], on: 2, at: modem.now)
    #expect(modem.say("") == "\r\n+IPD,1,1,198.51.100.2,80:a")
  }

  @Test("_CUR and _DEF are of 0.x and 1.x; 2.x has them for the rate alone")
  func storageForms() throws {
    var new = try ModemConversation(.v2_2)
    #expect(new.ask("AT+CWMODE_CUR=1") == "\r\nERROR\r\n")
    #expect(new.ask("AT+UART_CUR?") == "+UART_CUR:9600,8,1,0,0\r\n\r\nOK\r\n")
    #expect(new.ask("AT+CWMODE=1") == "\r\nOK\r\n")
    var old = try ModemConversation(.v1_4)
    #expect(old.ask("AT+CWMODE_DEF=3") == "\r\nOK\r\n")
    #expect(old.ask("AT+CWMODE_DEF?") == "+CWMODE_DEF:3\r\n\r\nOK\r\n")
    #expect(old.ask("AT+CIPMUX_CUR=1") == "\r\nERROR\r\n")
    #expect(old.ask(#"AT+CWJAP_CUR="a","b""#).hasSuffix("\r\nOK\r\n"))
    // A network that is joined for now is not stored.
    #expect(old.ask("AT+RST").hasSuffix("\r\nready\r\n"))
  }

  @Test("addresses, the access point and a ping are answered")
  func settings() throws {
    var modem = try ModemConversation()
    #expect(modem.ask("AT+CWMODE=?") == "+CWMODE:(1-3)\r\n\r\nOK\r\n")
    #expect(modem.ask("AT+CWMODE=3") == "\r\nOK\r\n")
    #expect(
      modem.ask("AT+CIFSR")
        == "+CIFSR:APIP,\"192.168.4.1\"\r\n+CIFSR:APMAC,\"5e:cf:7f:00:00:01\"\r\n"
        + "+CIFSR:STAIP,\"0.0.0.0\"\r\n+CIFSR:STAMAC,\"5c:cf:7f:00:00:01\"\r\n\r\nOK\r\n")
    #expect(modem.ask("AT+CWSAP=\"a,b\",\"12345678\",5,3") == "\r\nOK\r\n")
    #expect(modem.ask("AT+CWSAP?") == "+CWSAP:\"a,b\",\"12345678\",5,3\r\n\r\nOK\r\n")
    #expect(modem.ask("AT+CIPSTAMAC=\"5c:cf:7f:11:22:33\"") == "\r\nOK\r\n")
    #expect(modem.ask("AT+CIPSTAMAC?") == "+CIPSTAMAC:\"5c:cf:7f:11:22:33\"\r\n\r\nOK\r\n")
    #expect(modem.ask("AT+PING=\"host\"") == "+timeout\r\n\r\nERROR\r\n")
    modem.join()
    #expect(modem.ask("AT+CIPSTA=\"10.1.2.3\"") == "\r\nOK\r\n")
    #expect(modem.ask("AT+CIPSTA?").hasPrefix("+CIPSTA:ip:\"10.1.2.3\"\r\n+CIPSTA:gateway:"))
    #expect(modem.ask("AT+CWDHCP?") == "+CWDHCP:1\r\nOK\r\n")
    #expect(modem.ask("AT+CWDHCP=1,1") == "\r\nOK\r\n")
    #expect(modem.ask("AT+CIPSTA?").hasPrefix("+CIPSTA:ip:\"192.168.43.17\"\r\n"))
    modem.modem.receive(Array("AT+PING=\"host\"\r\n".utf8), at: modem.now)
    modem.wait(.milliseconds(100))
    #expect(modem.requests.last == .ping(host: "host"))
    modem.modem.echoed(after: 23, at: modem.now)
    #expect(modem.say("") == "+23\r\n\r\nOK\r\n")
    #expect(modem.ask("AT+CWQAP") == "\r\nOK\r\nWIFI DISCONNECT\r\n")
    #expect(modem.ask("AT+CIPSTATUS") == "STATUS:5\r\n\r\nOK\r\n")
  }

  // MARK: Faults

  @Test("while the modem is busy each line is, and data waits")
  func busyFault() throws {
    var modem = try ModemConversation(faults: ["wifi.busy from=100 to=110"])
    modem.join()
    modem.open(0, connection: 1)
    modem.wait(.seconds(101) - modem.now)
    modem.modem.receive([0x61], on: 1, at: modem.now)
    modem.modem.receive(Array("AT\r\n".utf8), at: modem.now)
    modem.wait(.seconds(1))
    #expect(modem.heard == "\r\nbusy p...\r\n")
    modem.heard = ""
    #expect(modem.say("") == "\r\n+IPD,0,1:a")
    #expect(modem.now > .seconds(110))
    #expect(modem.ask("AT") == "\r\nOK\r\n")
  }

  @Test("a hotspot that goes takes the links with it, and is joined again when it comes back")
  func lostFault() throws {
    var modem = try ModemConversation(faults: ["wifi.lost from=100 to=130"])
    modem.join()
    modem.open(1, connection: 1)
    modem.wait(.seconds(101) - modem.now)
    #expect(modem.heard == "WIFI DISCONNECT\r\n1,CLOSED\r\n")
    modem.heard = ""
    modem.wait(.seconds(1))
    #expect(modem.heard == "")
    modem.wait(.seconds(40))
    #expect(modem.heard == "WIFI CONNECTED\r\nWIFI GOT IP\r\n")
  }

  @Test("a join that the hotspot refuses, or that is not there, fails with its code")
  func joinFault() throws {
    var modem = try ModemConversation(faults: ["wifi.join to=200", "wifi.lost from=200 to=240"])
    _ = modem.ask("AT+CWMODE=1")
    #expect(modem.ask(#"AT+CWJAP="a","b""#) == "+CWJAP:2\r\n\r\nFAIL\r\n")
    modem.wait(.seconds(205) - modem.now)
    modem.modem.receive(Array("AT+CWJAP=\"a\",\"b\"\r\n".utf8), at: modem.now)
    modem.wait(.seconds(6))
    #expect(modem.heard.hasSuffix("+CWJAP:3\r\n\r\nFAIL\r\n"))
  }

  @Test("links close in the midst of their data")
  func closeFault() throws {
    var modem = try ModemConversation(faults: ["wifi.close bytes=3 from=50"])
    modem.join()
    modem.open(0, connection: 1)
    modem.open(1, connection: 2)
    modem.wait(.seconds(51) - modem.now)
    modem.modem.receive(Array("abcdef".utf8), on: 1, at: modem.now)
    #expect(modem.say("") == "\r\n+IPD,0,3:abc0,CLOSED\r\n")
    _ = modem.say("AT+CIPSEND=1,6\r\n")
    #expect(modem.say("abcdef") == "\r\nRecv 6 bytes\r\n\r\nSEND FAIL\r\n1,CLOSED\r\n")
    #expect(
      modem.requests == [
        .close(connection: 1), .send(connection: 2, Array("abc".utf8)), .close(connection: 2),
      ])
  }

  @Test("the watchdog cuts one answer, and the links are gone")
  func resetFault() throws {
    var modem = try ModemConversation(faults: ["modem.reset from=50"])
    modem.join()
    modem.open(0, connection: 1)
    modem.wait(.seconds(51) - modem.now)
    let heard = modem.say("AT+GMR\r\n")
    #expect(heard.hasPrefix("AT version:1.7.0.0"))
    #expect(!heard.contains("compile time"))
    #expect(heard.contains("\r\nready\r\n"))
    #expect(modem.requests == [.close(connection: 1)])
    #expect(modem.ask("AT") == "\r\nOK\r\n")
    #expect(modem.modem.statistics.resets == 1)
  }

  @Test("SEND OK may be lost, or come behind SEND FAIL")
  func sendFaults() throws {
    var modem = try ModemConversation(faults: ["modem.send-lost to=60", "modem.send-fail from=60"])
    modem.join()
    modem.open(0, connection: 1)
    for answer in ["", "\r\nSEND FAIL\r\n\r\nSEND OK\r\n"] {
      _ = modem.say("AT+CIPSEND=0,1\r\n")
      #expect(modem.say("a") == "\r\nRecv 1 bytes\r\n")
      modem.modem.delivered(1, at: modem.now)
      #expect(modem.say("") == answer)
      modem.wait(.seconds(60))
      #expect(modem.ask("AT") == "\r\nOK\r\n")
    }
  }

  @Test("a modem that hangs is silent, and hears again afterwards")
  func silentFault() throws {
    var modem = try ModemConversation(faults: ["modem.silent from=10 to=20"])
    modem.wait(.seconds(11) - modem.now)
    modem.modem.receive(Array("AT\r\n".utf8), at: modem.now)
    modem.wait(.seconds(1))
    #expect(modem.heard == "")
    modem.wait(.seconds(10))
    #expect(modem.ask("AT") == "\r\nOK\r\n")
  }

  @Test("garbage has the length of the answer, loss has less, and a seed repeats both")
  func spoilt() throws {
    for (fault, isShorter) in [("modem.garbage rate=0.2", false), ("modem.drop rate=0.2", true)] {
      var one = try ModemConversation(faults: [fault])
      var other = try ModemConversation(faults: [fault])
      var whole = try ModemConversation()
      let (first, second) = (one.say("AT+GMR\r\n"), other.say("AT+GMR\r\n"))
      let right = whole.say("AT+GMR\r\n")
      #expect(first == second)
      #expect(first != right)
      #expect((first.utf8.count < right.utf8.count) == isShorter)
    }
  }

  @Test("faults of the board's Wi-Fi have the same names, and a fault is told by its text")
  func faultTexts() throws {
    let board = BoardFault.Kind.allCases.map(\.rawValue).filter { $0.hasPrefix("wifi.") }
    let modem = ModemFault.Kind.allCases.map(\.rawValue).filter { $0.hasPrefix("wifi.") }
    #expect(Set(board) == Set(modem))
    #expect(
      try ModemFault(parsing: "wifi.close from=5 for=2 bytes=7")
        == ModemFault(.close, from: .seconds(5), to: .seconds(7), [.bytes: 7]))
    #expect(throws: ModemFaultError.self) { try ModemFault(parsing: "modem.rest") }
    #expect(throws: ModemFaultError.self) { try ModemFault(parsing: "modem.reset part=x") }
  }
}
