/// The commands of a modem.
enum ATTable {
  /// A command: its name, its forms, and the function that carries it out.
  struct Row: Sendable {
    let name: String
    /// The forms without values that the command has; `set` is for any number of values.
    var isPlain = false
    var isQuery = false
    var isTest = false
    var isSet = false
    /// Whether `_CUR` and `_DEF` may follow the name.
    var isStored = false
    let run: @Sendable (inout WiFiModem, ATCommand) -> Void

    /// Whether the command has a form in a version.
    fileprivate func takes(_ command: ATCommand, in version: ATVersion) -> Bool {
      guard command.scope == .usual || isStored && (version.hasStorageForms || name == "+UART")
      else { return false }
      switch command.form {
      case .plain: return isPlain
      case .query: return isQuery
      case .test: return isTest
      case .set: return isSet
      }
    }
  }

  /// Returns the row of a command; `nil` for one that the version does not have.
  static func row(of command: ATCommand, in version: ATVersion) -> Row? {
    rows.first { $0.name == command.name && $0.takes(command, in: version) }
  }

  /// All commands, in the order of Espressif's "ESP8266 AT Instruction Set".
  static let rows: [Row] = basic + wireless + addresses + network

  private static let basic: [Row] = [
    Row(name: "", isPlain: true) { modem, _ in modem.ok() },
    Row(name: "E0", isPlain: true) { modem, _ in modem.setEcho(false) },
    Row(name: "E1", isPlain: true) { modem, _ in modem.setEcho(true) },
    Row(name: "+RST", isPlain: true) { modem, _ in modem.restart() },
    Row(name: "+GMR", isPlain: true) { modem, _ in modem.identify() },
    Row(name: "+RESTORE", isPlain: true) { modem, _ in modem.restoreFactory() },
    Row(name: "+UART", isQuery: true, isSet: true, isStored: true) { $0.setUART($1) },
  ]

  private static let wireless: [Row] = [
    Row(name: "+CWMODE", isQuery: true, isTest: true, isSet: true, isStored: true) {
      $0.setMode($1)
    },
    Row(name: "+CWJAP", isQuery: true, isSet: true, isStored: true) { $0.join($1) },
    Row(name: "+CWLAP", isPlain: true, isSet: true) { $0.scan($1) },
    Row(name: "+CWQAP", isPlain: true) { modem, _ in modem.quit() },
    Row(name: "+CWSAP", isQuery: true, isSet: true, isStored: true) { $0.setAccessPoint($1) },
    Row(name: "+CWDHCP", isQuery: true, isSet: true, isStored: true) { $0.setDHCP($1) },
    Row(name: "+CWAUTOCONN", isQuery: true, isSet: true) { $0.setJoinAtBoot($1) },
  ]

  private static let addresses: [Row] = [
    Row(name: "+CIPSTAMAC", isQuery: true, isSet: true, isStored: true) { $0.setStationMAC($1) },
    Row(name: "+CIPSTA", isQuery: true, isSet: true, isStored: true) { $0.setStationAddress($1) },
    Row(name: "+CIFSR", isPlain: true) { modem, _ in modem.tellAddresses() },
  ]

  private static let network: [Row] = [
    Row(name: "+CIPSTATUS", isPlain: true) { modem, _ in modem.tellStatus() },
    Row(name: "+CIPSTART", isSet: true) { $0.startLink($1) },
    Row(name: "+CIPSEND", isSet: true) { $0.sendOnLink($1) },
    Row(name: "+CIPCLOSE", isPlain: true, isSet: true) { $0.closeLink($1) },
    Row(name: "+CIPMUX", isQuery: true, isSet: true) { $0.setManyLinks($1) },
    Row(name: "+CIPSERVER", isSet: true) { $0.setServer($1) },
    Row(name: "+CIPMODE", isQuery: true, isSet: true) { $0.setTransfer($1) },
    Row(name: "+CIPSTO", isQuery: true, isSet: true) { $0.setIdleLimit($1) },
    Row(name: "+CIPDINFO", isQuery: true, isSet: true) { $0.setPeers($1) },
    Row(name: "+PING", isSet: true) { $0.ping($1) },
  ]
}

extension WiFiModem {
  /// The commands that a modem knows, as they are typed: `AT`, `ATE0`, `AT+CWMODE`.
  public static var commandNames: [String] { ATTable.rows.map { "AT" + $0.name } }
}
