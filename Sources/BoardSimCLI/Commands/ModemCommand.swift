internal import BoardHost
internal import BoardSimulation
internal import EventLoop
internal import Platform
internal import TextOutput

/// The command `boardsim modem`.
struct ModemCommand: Command {
  static let words = ["modem"]
  static let abstract =
    "Serve a Wi-Fi modem, an ESP8266 with AT firmware, on a serial line, with real sockets behind it."
  static let examples = [
    "boardsim modem",
    "boardsim modem --pty /tmp/ttyESP --dial 158.102.7.10:2101=127.0.0.1:2101 --serve 80=8080",
    "boardsim modem --port 7000 --baud 115200 --at-version 1.4 --ssid home --password secret123",
    "boardsim modem --port 0 --dial any --fault 'modem.reset from=60' --json",
  ]
  static var parameters: [Parameter<Self>] {
    lineParameters + networkParameters + runningParameters
  }

  static var rules: [CommandRule<Self>] {
    [
      SerialPlace.oneLine({ $0.pty }, { $0.port }),
      CommandRule(
        ["host", "port"], says: "--host is the address of --port: give --port too"
      ) { $0.host != ListenAddress.loopback.host && $0.port == nil },
      CommandRule(
        ["password", "ssid"], says: "--password is that of --ssid NAME: give --ssid too"
      ) { $0.password != nil && $0.ssid == nil },
      CommandRule(
        ["ssid", "password"],
        says: "a network's name has 1 to 32 bytes, its password at most 64"
      ) { command in
        command.ssid.map { !(1...32).contains($0.utf8.count) } ?? false
          || command.password.map { $0.utf8.count > 64 } ?? false
      },
    ]
  }

  private static var lineParameters: [Parameter<Self>] {
    SerialPlace.parameters(\.pty, \.port) + [
      .option(
        "host", \.host, "ADDRESS", help: "the address of --port; default 127.0.0.1"),
      .option(
        "baud", \.baud, "N",
        help: "the rate in the modem's flash: 9600 (default, that of shields) to 921600;\n"
          + "115200 is the factory's. At another one a pseudoterminal's program reads\n"
          + "garbage, as on a real line"),
      .option(
        "at-version", \.version, "V",
        help: "the firmware: 0.40, 1.4, 1.7 (default) or 2.2"),
    ]
  }

  private static var networkParameters: [Parameter<Self>] {
    [
      .option(
        "ssid", \.ssid, "NAME",
        help: "the only network there is; default: the sketch can join any, with any\n"
          + "password"),
      .option("password", \.password, "WORD", help: "its password; default: an open network"),
      .list(
        "dial", \.dial, "ROW",
        help: "where a place of the sketch's really is: HOST:PORT=HOST:PORT; repeatable.\n"
          + "Other names do not exist and other addresses refuse, so that a sketch\n"
          + "reaches nothing by accident; any lets them be those of the real network"),
      .list(
        "serve", \.serve, "PORT=PORT",
        help: "the real port of a server of the sketch's, 80=8080, which refuses until\n"
          + "the sketch serves; default: a free one, told when it does; repeatable.\n"
          + "Only this machine reaches it: 80=0.0.0.0:8080 opens it to the network"),
    ]
  }

  private static var runningParameters: [Parameter<Self>] {
    [
      .list(
        "fault", \.faults, "WHAT",
        help: "a fault: 'wifi.busy from=60 for=10'; 'boardsim faults --on modem' lists\n"
          + "them; repeatable"),
      .option("seed", \.seed, "N", help: "the seed of the faults' chance; default 1"),
      .option("duration", \.duration, "S", help: "the time to serve, seconds; default: no end"),
      .flag("json", \.isJSON, help: "print the ready line and events as JSON"),
      .flag("quiet", short: "q", \.isQuiet, help: "print only the ready line and servers"),
    ]
  }

  var pty: String?
  var port: UInt16?
  var host = ListenAddress.loopback.host
  var baud = BaudArgument(value: 9_600)
  var version = ATVersion.v1_7
  var ssid: String?
  var password: String?
  var dial: [DialArgument] = []
  var serve: [ServeArgument] = []
  var faults: [ModemFaultArgument] = []
  var seed: UInt64 = 1
  var duration: SecondsArgument?
  var isJSON = false
  var isQuiet = false

  init() {}

  func run() throws {
    Interruption.install()
    DescriptorLimit.raise()
    let place = try SerialPlace(pty: pty, host: host, port: port, baud: baud.value)
    let start = ContinuousClock.now
    let log = ModemLog(isJSON: isJSON, isQuiet: isQuiet)
    try log.announce(place.name, serve)
    let service = try ModemService(configuration, on: place.line) { log.tell($0) }
    while !Interruption.isRequested, duration.map({ start + $0.duration > .now }) ?? true {
      Interruption.pause()
    }
    service.stop()
    log.finish(service.statistics)
  }

  private var configuration: ModemService.Configuration {
    var configuration = ModemService.Configuration()
    configuration.modem.version = version
    configuration.modem.baud = baud.value
    (configuration.modem.ssid, configuration.modem.password) = (ssid, password)
    configuration.modem.faults = faults.map(\.fault)
    configuration.modem.seed = seed
    configuration.directory = DialArgument.directory(of: dial)
    for server in serve { configuration.servers[server.port] = server.place }
    return configuration
  }
}

/// The lines that `boardsim modem` prints.
private struct ModemLog {
  let isJSON: Bool
  let isQuiet: Bool

  func announce(_ name: String, _ servers: [ServeArgument]) throws(Failure) {
    guard isJSON else {
      try Console.print("modem ready: \(name)")
      if isQuiet { return }
      for server in servers {
        Console.note("  port \(server.port) will be at \(server.place), once the sketch serves it")
      }
      return Console.note("  stop with Ctrl-C")
    }
    try write { json in
      json.member("event", "ready")
      json.member("modem", name)
      json.object("serve") { json in
        for server in servers { json.member("\(server.port)", "\(server.place)") }
      }
    }
  }

  /// Prints an event; a reader that has gone does not end the modem.
  func tell(_ event: ModemService.Event) {
    if isJSON { return tellJSON(event) }
    if case .serves(let port, let place) = event {
      try? Console.print("modem serves \(port): \(place)")
    } else if !isQuiet {
      Console.note("  " + Self.sentence(event))
    }
  }

  private static func sentence(_ event: ModemService.Event) -> String {
    switch event {
    case .serves(let port, let place): "the sketch's port \(port) is at \(place)"
    case .cannotServe(let port, let error): "the sketch's port \(port) cannot be served: \(error)"
    case .connects(let named, let place):
      "the sketch connects to \(named)" + (named == place ? "" : ", which is \(place)")
    case .refuses(let named):
      "the sketch wants \(named), which its network does not have: "
        + "--dial \(named)=HOST:PORT or --dial any"
    case .failed(let place, let error): "no connection to \(place): \(error)"
    }
  }

  private func tellJSON(_ event: ModemService.Event) {
    try? write { json in
      switch event {
      case .serves(let port, let place):
        json.member("event", "serve")
        json.member("port", Int(port))
        json.member("address", "\(place)")
      case .cannotServe(let port, let error):
        json.member("event", "serve-failed")
        json.member("port", Int(port))
        json.member("error", "\(error)")
      case .connects(let named, let place):
        json.member("event", "connect")
        json.member("to", "\(named)")
        json.member("address", "\(place)")
      case .refuses(let named):
        json.member("event", "refuse")
        json.member("to", "\(named)")
      case .failed(let place, let error):
        json.member("event", "connect-failed")
        json.member("address", "\(place)")
        json.member("error", "\(error)")
      }
    }
  }

  /// Prints the counts at the end.
  func finish(_ counts: ModemStatistics) {
    let members = [
      ("received", counts.received), ("sent", counts.sent), ("commands", counts.commands),
      ("busy", counts.busy), ("lost", counts.lost), ("downloaded", counts.downloaded),
      ("uploaded", counts.uploaded), ("refused_clients", counts.refusedClients),
      ("resets", counts.resets),
    ]
    guard isJSON else {
      if isQuiet { return }
      return Console.note(
        "  " + members.map { "\($0.1) \($0.0.replacing("_", with: " "))" }.joined(separator: ", "))
    }
    try? write { json in
      json.member("event", "end")
      for (name, count) in members { json.member(name, count) }
    }
  }

  private func write(_ members: (inout JSONWriter) -> Void) throws(Failure) {
    var json = JSONWriter()
    json.object { members(&$0) }
    try Console.print(json.text)
  }
}
