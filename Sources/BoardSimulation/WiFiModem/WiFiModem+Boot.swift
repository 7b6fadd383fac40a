/// The settings in a modem's flash.
struct ModemFlash: Hashable, Sendable {
  /// The modes of `AT+CWMODE`.
  enum RadioMode: Int, Sendable {
    case station = 1, accessPoint, both
  }

  var baud: Int
  var mode = RadioMode.accessPoint
  var ssid: String?
  var password = ""
  /// Whether the station joins at a boot.
  var joinsAtBoot = true
  /// The bits of `+CWDHCP`: 1 the access point, 2 the station.
  var dhcp = 3
  var stationMAC = "5c:cf:7f:00:00:01"

  /// The rates that the UART has, bits per second.
  static let rates = 110...4_608_000
  /// The rate as delivered, bits per second.
  static let factoryBaud = 115_200
}

extension WiFiModem {
  /// Begins a boot.
  ///
  /// - Parameter cause: The reason that the boot loader tells: 1 for power-on, 2 for a command, 4 for the watchdog.
  mutating func boot(cause: Int) {
    mode = .booting
    line = ModemLine()
    agenda.add(.noise(cause: cause), at: now + ModemTimes.noise)
    agenda.add(.ready, at: now + ModemTimes.boot)
  }

  /// Resets the modem: links, server and settings outside its flash are gone, and what has not left is cut.
  mutating func reset(cause: Int) {
    statistics.resets += 1
    loseMemory()
    boot(cause: cause)
  }

  private mutating func loseMemory() {
    dropLinks()
    stopServer()
    agenda.forget { $0 != .faultChange }
    output.cut()
    output.format.baud = flash.baud
    (station, server) = (ModemStation(), ModemServer())
    (echoes, hasManyLinks, tellsPeers) = (true, false, false)
  }

  /// Switches the modem off: links, server and settings outside its flash are gone, and it neither hears nor answers.
  public mutating func cutPower(at now: Duration) {
    advance(to: now)
    loseMemory()
    mode = .booting
    _ = takeOutput()
  }

  /// Switches the modem on again after a time without power: all but the settings in its flash is gone.
  public mutating func restorePower(at now: Duration) {
    advance(to: now)
    reset(cause: 1)
    _ = takeOutput()
  }

  /// Resets the modem once the answer has left.
  mutating func resetSoon() {
    mode = .booting
    agenda.add(.reset(cause: 2), at: output.idleTime + ModemTimes.reset)
  }

  /// Sends what the boot loader says at 74,880 baud, as a line of another rate shows it.
  mutating func sayNoise(cause: Int) {
    let text = "\r\n ets Jan  8 2013,rst cause:\(cause), boot mode:(3,6)\r\n\r\n"
    say(UARTFormat.received(Array(text.utf8), sentAt: Self.loaderBaud, readAt: baud))
  }

  /// The rate of the boot loader: that of 115,200 baud with the crystal's 26 MHz for 40.
  private static let loaderBaud = 74_880

  mutating func beReady() {
    say(settings.version.greeting)
    mode = .ready
    guard flash.joinsAtBoot, let ssid = flash.ssid, flash.mode != .accessPoint else { return }
    beginJoin(ssid, flash.password, isCommanded: false)
  }
}

// MARK: Commands

extension WiFiModem {
  mutating func identify() { answer(settings.version.identity + "OK\r\n") }

  mutating func restart() {
    ok()
    resetSoon()
  }

  mutating func restoreFactory() {
    flash = ModemFlash(baud: ModemFlash.factoryBaud)
    restart()
  }

  mutating func setEcho(_ isOn: Bool) {
    echoes = isOn
    ok()
  }

  /// Sets the rate of the line, which changes once the answer has left.
  mutating func setUART(_ command: ATCommand) {
    if command.form == .query {
      let baud = command.scope == .current ? baud : flash.baud
      return ok("\(command.shown):\(baud),8,1,0,0\r\n")
    }
    let values = command.arguments.compactMap(\.number)
    let ranges = [ModemFlash.rates, 5...8, 1...3, 0...2, 0...3]
    guard values.count == ranges.count, command.arguments.count == ranges.count,
      zip(ranges, values).allSatisfy({ $0.contains($1) })
    else { return error() }
    if command.scope != .current { flash.baud = values[0] }
    ok()
    guard mode == .ready else { return }
    mode = .busy
    agenda.add(.changeRate(values[0]), at: output.idleTime)
  }
}
