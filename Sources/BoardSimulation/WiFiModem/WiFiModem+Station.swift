/// A modem's station: the access point that it has joined, or is about to join.
struct ModemStation: Hashable, Sendable {
  /// The network that the station looks for; `nil` for none.
  var ssid: String?
  var password = ""
  var isJoined = false
  /// Whether a command waits for the join.
  var isCommanded = false
  /// The address by `AT+CIPSTA`; `nil` for that of DHCP.
  var ownAddress: String?
  /// Whether there was a link since the join, which makes `STATUS:4` of a station without one.
  var hasHadLink = false

  /// The address that the hotspot gives, and its own.
  static let (address, gateway, netmask) = ("192.168.43.17", "192.168.43.1", "255.255.255.0")
  /// The hotspot's address on the radio, its channel and its signal, dBm.
  static let (accessPoint, channel, signal) = ("02:00:00:00:43:01", 6, -45)
}

/// The network of a modem that is an access point itself.
struct ModemAccessPoint: Hashable, Sendable {
  var ssid = "ESP_000001"
  var password = ""
  var channel = 1
  var encryption = 0

  /// The address of the modem in its own network, and on the radio.
  static let (address, mac) = ("192.168.4.1", "5e:cf:7f:00:00:01")
}

// MARK: The join

extension WiFiModem {
  /// The address of the station; `0.0.0.0` outside a network.
  var address: String {
    station.isJoined ? station.ownAddress ?? ModemStation.address : "0.0.0.0"
  }

  private var hasHotspot: Bool { !troubles.isOn(.lost, at: now) }

  /// Whether the hotspot has the name, if it is there.
  private func isHotspot(_ ssid: String) -> Bool { hasHotspot && settings.ssid ?? ssid == ssid }

  mutating func beginJoin(_ ssid: String, _ password: String, isCommanded: Bool) {
    forgetJoin()
    if station.isJoined { leave() }
    (station.ssid, station.password, station.isCommanded) = (ssid, password, isCommanded)
    guard let code = refusal(of: ssid, password) else {
      return agenda.add(.associate, at: now + ModemTimes.association)
    }
    agenda.add(.joinFailed(code), at: now + ModemTimes.failedJoin)
  }

  /// Returns the code of the reason why the hotspot does not admit the station: 2 for the password, 3 for a name that
  /// nobody has; `nil` when it does.
  private func refusal(of ssid: String, _ password: String) -> Int? {
    guard isHotspot(ssid) else { return 3 }
    let isWrong = settings.ssid != nil && settings.password ?? "" != password
    return isWrong || troubles.isOn(.join, at: now) ? 2 : nil
  }

  private mutating func forgetJoin() {
    agenda.forget { act in
      switch act {
      case .associate, .address, .joinFailed: true
      default: false
      }
    }
  }

  mutating func takeJoinStep(_ step: ModemAgenda.Act) {
    switch step {
    case .associate where hasHotspot:
      say("WIFI CONNECTED\r\n")
      agenda.add(.address, at: now + ModemTimes.address)
    case .address where hasHotspot: join()
    case .joinFailed(let code): failJoin(code)
    default: failJoin(3)
    }
  }

  private mutating func join() {
    station.isJoined = true
    station.hasHadLink = false
    say("WIFI GOT IP\r\n")
    guard station.isCommanded else { return }
    station.isCommanded = false
    answer("\r\nOK\r\n", after: ModemTimes.joined)
  }

  private mutating func failJoin(_ code: Int) {
    guard station.isCommanded else { return rejoin() }
    station.isCommanded = false
    answer("+CWJAP:\(code)\r\n\r\n\(settings.version.joinFailure)\r\n")
  }

  /// Looks again for the network after a while.
  private mutating func rejoin() {
    guard let ssid = station.ssid else { return }
    guard let code = refusal(of: ssid, station.password) else {
      return agenda.add(.associate, at: now + ModemTimes.association)
    }
    agenda.add(.joinFailed(code), at: now + ModemTimes.rejoin)
  }

  /// Leaves the network: its links are gone.
  mutating func leave() {
    guard station.isJoined else { return }
    station.isJoined = false
    say("WIFI DISCONNECT\r\n")
    closeLinks { _ in true }
  }

  /// Leaves a hotspot that has gone, and looks for it again.
  mutating func meetHotspot() {
    guard !hasHotspot, station.isJoined, mode != .booting else { return }
    failSending()
    leave()
    rejoin()
  }
}

// MARK: Commands

extension WiFiModem {
  mutating func setMode(_ command: ATCommand) {
    switch command.form {
    case .test: return ok("\(command.shown):(1-3)\r\n")
    case .query: return ok("\(command.shown):\(flash.mode.rawValue)\r\n")
    default: break
    }
    guard command.arguments.count == 1, let number = command.arguments[0].number,
      let mode = ModemFlash.RadioMode(rawValue: number)
    else { return error() }
    if mode == flash.mode, settings.version.refusesRepetition { return answer("no change\r\n") }
    flash.mode = mode
    if mode == .accessPoint { leave() }
    ok()
  }

  mutating func join(_ command: ATCommand) {
    if command.form == .query { return tellJoin(command) }
    let values = command.arguments
    guard flash.mode != .accessPoint, (2...3).contains(values.count),
      values.allSatisfy(\.isQuoted), (1...32).contains(values[0].text.utf8.count),
      values[1].text.utf8.count <= 64
    else { return error() }
    if command.scope != .current { (flash.ssid, flash.password) = (values[0].text, values[1].text) }
    beginJoin(values[0].text, values[1].text, isCommanded: true)
  }

  private mutating func tellJoin(_ command: ATCommand) {
    guard station.isJoined, let ssid = station.ssid else { return ok("No AP\r\n") }
    ok(
      "\(command.shown):\"\(ssid)\",\"\(ModemStation.accessPoint)\",\(ModemStation.channel),"
        + "\(ModemStation.signal)\(settings.version.joinTail)\r\n")
  }

  /// Lists the access points: the hotspot, where it is there and has the name that is looked for.
  mutating func scan(_ command: ATCommand) {
    guard flash.mode != .accessPoint else { return error() }
    let ssid = settings.ssid ?? station.ssid ?? Self.usualHotspot
    let wanted = command.arguments.first?.text ?? ssid
    let encryption = settings.ssid != nil && settings.password == nil ? 0 : 3
    let found =
      "+CWLAP:(\(encryption),\"\(ssid)\",\(ModemStation.signal),\"\(ModemStation.accessPoint)\","
      + "\(ModemStation.channel)\(settings.version.scanTail))\r\n"
    let text = isHotspot(ssid) && wanted == ssid ? found : ""
    answer(text + "\r\nOK\r\n", after: ModemTimes.scan)
  }

  /// The name of the hotspot before a sketch has named one, that of a board's hotspot.
  private static let usualHotspot = "boardsim"

  mutating func quit() {
    ok()
    guard mode == .ready else { return }
    forgetJoin()
    leave()
    (station.ssid, station.isCommanded) = (nil, false)
  }

  mutating func setJoinAtBoot(_ command: ATCommand) {
    if command.form == .query { return ok("\(command.shown):\(flash.joinsAtBoot ? 1 : 0)\r\n") }
    guard let isOn = command.onlySwitch else { return error() }
    flash.joinsAtBoot = isOn
    ok()
  }

  /// Switches DHCP of the access point (0), the station (1) or both (2).
  mutating func setDHCP(_ command: ATCommand) {
    // The part has no line end before the OK's.
    if command.form == .query { return ok("\(command.shown):\(flash.dhcp)") }
    let values = command.arguments.compactMap(\.number)
    guard values.count == 2, command.arguments.count == 2, (0...2).contains(values[0]),
      (0...1).contains(values[1])
    else { return error() }
    let bits = values[0] + 1
    flash.dhcp = values[1] == 1 ? flash.dhcp | bits : flash.dhcp & ~bits
    if bits & 2 != 0, values[1] == 1 { station.ownAddress = nil }
    ok()
  }

  mutating func setAccessPoint(_ command: ATCommand) {
    guard flash.mode != .station else { return error() }
    if command.form == .query {
      let point = accessPoint
      return ok(
        "\(command.shown):\"\(point.ssid)\",\"\(point.password)\",\(point.channel),"
          + "\(point.encryption)\r\n")
    }
    let values = command.arguments
    guard (4...6).contains(values.count), let channel = values[2].number,
      let encryption = values[3].number, (1...13).contains(channel),
      [0, 2, 3, 4].contains(encryption), (1...32).contains(values[0].text.utf8.count),
      encryption == 0 || (8...64).contains(values[1].text.utf8.count)
    else { return error() }
    accessPoint = ModemAccessPoint(
      ssid: values[0].text, password: values[1].text, channel: channel, encryption: encryption)
    ok()
  }

  mutating func tellAddresses() {
    var text = ""
    if flash.mode != .station {
      text +=
        "+CIFSR:APIP,\"\(ModemAccessPoint.address)\"\r\n+CIFSR:APMAC,\"\(ModemAccessPoint.mac)\"\r\n"
    }
    if flash.mode != .accessPoint {
      text += "+CIFSR:STAIP,\"\(address)\"\r\n+CIFSR:STAMAC,\"\(flash.stationMAC)\"\r\n"
    }
    ok(text)
  }

  mutating func setStationAddress(_ command: ATCommand) {
    let shown = command.shown
    if command.form == .query {
      let isThere = station.isJoined
      return ok(
        "\(shown):ip:\"\(address)\"\r\n"
          + "\(shown):gateway:\"\(isThere ? ModemStation.gateway : "0.0.0.0")\"\r\n"
          + "\(shown):netmask:\"\(isThere ? ModemStation.netmask : "0.0.0.0")\"\r\n")
    }
    guard let text = command.arguments.first?.text, ModemAddress.isAddress(text),
      command.arguments.count <= 3
    else { return error() }
    station.ownAddress = text
    flash.dhcp &= ~2
    ok()
  }

  mutating func setStationMAC(_ command: ATCommand) {
    if command.form == .query { return ok("\(command.shown):\"\(flash.stationMAC)\"\r\n") }
    guard command.arguments.count == 1, ModemAddress.isMAC(command.arguments[0].text) else {
      return error()
    }
    flash.stationMAC = command.arguments[0].text
    ok()
  }
}
