import BoardSimulation

/// The work of a Wi-Fi modem in bytes of its line, payloads out and data in, at its fastest rate.
enum ModemBench {
  /// Passes payloads to a link that sends them back; returns the bytes that have passed the line.
  static func exchange(payloads: Int) -> Int {
    var settings = WiFiModem.Settings()
    settings.baud = 4_608_000
    var modem = WiFiModem(settings)
    var now = Duration.seconds(1)
    func say(_ bytes: [UInt8], for time: Duration) {
      var rest = bytes[...]
      while !rest.isEmpty {
        modem.receive(Array(rest.prefix(512)), at: now)
        rest = rest.dropFirst(512)
        now += .milliseconds(2)
        modem.advance(to: now)
      }
      now += time
      modem.advance(to: now)
      _ = modem.takeOutput()
    }
    for command in ["ATE0", "AT+CWMODE=1", "AT+CWJAP=\"a\",\"b\""] {
      say(Array("\(command)\r\n".utf8), for: .seconds(5))
    }
    say(Array("AT+CIPSTART=\"TCP\",\"host\",80\r\n".utf8), for: .seconds(1))
    modem.connected(1, at: now)
    let payload = [UInt8](repeating: 0x78, count: 2_048)
    for _ in 0..<payloads {
      say(Array("AT+CIPSEND=2048\r\n".utf8), for: .milliseconds(10))
      say(payload, for: .zero)
      modem.delivered(1, at: now)
      modem.receive(payload, on: 1, at: now)
      say([], for: .milliseconds(30))
    }
    return modem.statistics.received + modem.statistics.sent
  }
}
