internal import BoardFirmware
internal import BoardHost
internal import Platform
internal import Locks
internal import TextOutput
internal import VirtualBoard

/// The command `boardsim bus`.
struct BusCommand: Command {
  static let words = ["bus"]
  static let abstract = "Serve the board's parts to drivers in any language, over a local socket."
  static let examples = [
    "boardsim bus",
    "boardsim bus --port 7070 --parts bme280,sps30 --noise off",
    "boardsim bus --strict fail --once",
    "boardsim bus --part 'name=lm75 address=0x48 command=Examples/part/python/lm75.py'",
    "boardsim bus --fault 'nack part=sps30 from=60 to=70' --trace -",
  ]
  static var parameters: [Parameter<Self>] {
    ownParameters + BoardArguments.worldParameters(in: \.board)
      + PartArguments.parameters(in: \.board.parts)
      + PartArguments.outsideParameters(in: \.board.parts)
      + TraceArguments.parameters(in: \.board.trace)
  }

  static var rules: [CommandRule<Self>] {
    PartArguments.rules(in: \.board.parts) + [
      PartArguments.outsideRule(in: \.board.parts) { command, name in
        command.parts.names.isEmpty || command.parts.names.contains(name)
      },
      NameList.rule(of: "parts", \.parts, among: \.board.parts),
      NameList.rule(of: "trace-parts", \.board.trace.parts, among: \.board.parts),
    ]
  }

  private static var ownParameters: [Parameter<Self>] {
    [
      .option(
        "port", short: "p", \.port, "N", help: "the port to listen on; default 0, a free one"),
      .option("host", \.host, "ADDRESS", help: "the address to listen on; default 127.0.0.1"),
      .option("parts", \.parts, "NAMES", help: "only these parts, 'bme280,sps30'; default: all"),
      .option(
        "boot", \.boot, "HOW",
        help: "warm (default): the parts have started, 200 ms after power-on, as a sketch's\n"
          + "setup() finds them; or cold: at power-on"),
      .flag("once", \.isOnce, help: "end when the last client has left"),
      .flag("json", \.isJSON, help: "print the ready line as JSON"),
      .flag("quiet", short: "q", \.isQuiet, help: "print only the ready line and errors"),
    ]
  }

  var port: UInt16 = 0
  var host = "127.0.0.1"
  var parts = NameList()
  var boot = BootName.warm
  var isOnce = false
  var board = BoardArguments()
  var isJSON = false
  var isQuiet = false

  func run() throws {
    Interruption.install()
    DescriptorLimit.raise()
    let traces = try board.traceFiles()
    var configuration = BusServer.Configuration()
    configuration.boards.board = try board.options
    configuration.boards.parts = Set(parts.names)
    configuration.boards.isWarm = boot == .warm
    configuration.boards.failsOnMisuse = board.parts.strict == .fail
    (configuration.host, configuration.port, configuration.isOnce) = (host, port, isOnce)
    // Boards come and go with clients; only the first board is traced.
    let unused = Lock(traces)
    configuration.instrument = { board in
      unused.withLock { $0.take() }?.follow(board.simulation)
      board.onFinding { Console.note("\($0.kind.rawValue): \($0)") }
    }
    let server = try BusServer(configuration)
    try announce(server)
    while !Interruption.isRequested, !server.waitForEnd(atMost: .milliseconds(200)) {}
    server.stop()
    try traces?.finish()
    if server.hasOffender {
      throw Failure(message: "a driver did what silicon punishes (--strict fail)")
    }
  }

  private func announce(_ server: BusServer) throws(Failure) {
    let places = ListenAddress(host).hosts.map { ListenAddress.authority($0, port: server.port) }
    guard isJSON else {
      for place in places { try Console.print("bus ready: \(place)") }
      if !isQuiet { Console.note("  stop with Ctrl-C") }
      return
    }
    var json = JSONWriter()
    json.object { json in
      json.member("event", "ready")
      json.member("bus", places[0])
    }
    try Console.print(json.text)
  }
}
