internal import BoardHost
internal import BoardSimulation
internal import Platform
internal import TextOutput
internal import VirtualBoard

/// The command `boardsim receiver`.
struct ReceiverCommand: Command {
  static let words = ["receiver"]
  static let abstract =
    "Serve the board's GNSS receiver, a ZED-F9P, on a serial line: a pseudoterminal or a TCP port."
  static let examples = [
    "boardsim receiver",
    "boardsim receiver --pty /tmp/ttyF9P --baud 115200",
    "boardsim receiver --port 7000 --origin base",
    "boardsim receiver --port 7000 --heading-baseline 1 --base-port 7001",
    "boardsim receiver --port 0 --boot warm --scenario urban-canyon --fault 'gnss.jam from=60 to=90'",
  ]
  static var parameters: [Parameter<Self>] {
    lineParameters
      + BoardArguments.worldParameters(in: \.board).filter { $0.name != "receiver-log" }
      + PartArguments.parameters(in: \.board.parts)
      .filter { ["noise", "sky", "receiver", "heading-baseline", "fault"].contains($0.name) }
      + runningParameters
  }

  static var rules: [CommandRule<Self>] {
    PartArguments.rules(in: \.board.parts) + [
      SerialPlace.oneLine({ $0.pty }, { $0.port }),
      CommandRule(
        ["host", "port", "base-port"],
        says: "--host is the address of --port and --base-port: give one of them too"
      ) {
        $0.host != ListenAddress.loopback.host && $0.port == nil && $0.basePort == nil
      },
      CommandRule(
        ["base-pty", "base-port", "heading-baseline"],
        says:
          "--base-pty and --base-port are lines of the second antenna: give --heading-baseline too"
      ) {
        $0.hasBaseLine && $0.board.parts.headingBaseline == nil
      },
      CommandRule(
        ["base-pty", "base-port"],
        says: "--base-pty and --base-port are two lines: give one of them"
      ) { $0.basePTY != nil && $0.basePort != nil },
      .speedNeedsEnd(\.speed, \.duration),
    ]
  }

  private static var lineParameters: [Parameter<Self>] {
    SerialPlace.parameters(\.pty, \.port) + [
      .option(
        "base-pty", \.basePTY, "PATH",
        help: "with --heading-baseline: a link to a pseudoterminal of the second\n"
          + "antenna's receiver, a base that moves"),
      .option("base-port", \.basePort, "N", help: "or a TCP port of it; 0 for a free one"),
      .option(
        "host", \.host, "ADDRESS",
        help: "the address of --port and --base-port; default 127.0.0.1"),
      .option(
        "baud", \.baud, "N",
        help: "the rate that the receiver begins at: 38400 (default), or 9600 to 921600.\n"
          + "A pseudoterminal has the rate that its program sets; at another one than\n"
          + "the receiver's it reads and writes garbage"),
    ]
  }

  private static var runningParameters: [Parameter<Self>] {
    [
      .option(
        "control-port", \.controlPort, "N",
        help: "the control port, with truth, faults and clock; default: a free one"),
      .option("speed", \.speed, "N", help: "board seconds per second, max or manual; default 1"),
      .option("duration", \.duration, "S", help: "seconds of board time; default: no end"),
      .option(
        "boot", \.boot, "HOW",
        help: "cold (default): at power-on; or warm: two minutes later, with its satellites"),
      .flag("json", \.isJSON, help: "print the ready line as JSON"),
      .flag("quiet", short: "q", \.isQuiet, help: "print only the ready line and errors"),
    ]
  }

  var pty: String?
  var port: UInt16?
  var basePTY: String?
  var basePort: UInt16?
  var host = ListenAddress.loopback.host
  var baud = BaudArgument(value: 38_400)
  var board = BoardArguments()
  var controlPort: UInt16 = 0
  var speed = SpeedArgument(pace: .times(1))
  var duration: SecondsArgument?
  var boot = BootName.cold
  var isJSON = false
  var isQuiet = false

  init() {}

  /// Whether the second antenna's receiver has a line.
  private var hasBaseLine: Bool { basePTY != nil || basePort != nil }

  func run() throws {
    Interruption.install()
    let place = try SerialPlace(pty: pty, host: host, port: port, baud: baud.value)
    let base =
      hasBaseLine
      ? try SerialPlace(pty: basePTY, host: host, port: basePort, baud: baud.value) : nil
    var configuration = BoardService.Configuration()
    configuration.board = try board.options
    configuration.board.isReceiverAlone = true
    configuration.serial = [place, base].compactMap(\.self).map { ($0.line, baud.value) }
    configuration.corrections = .serialLine
    configuration.pace = speed.pace
    configuration.duration = duration?.duration
    configuration.isWarm = boot == .warm
    (configuration.port, configuration.controlPort) = (0, controlPort)
    let service: BoardService
    do {
      service = try BoardService(configuration) { _ in !Interruption.isRequested }
    } catch is StartInterruption {
      return
    }
    try announce(place, base, service)
    var log = FleetLog(of: 0..<1, isQuiet: isQuiet)
    while !Interruption.isRequested, !service.waitForEnd(atMost: .milliseconds(200)) {
      log.update(service.snapshots)
    }
    service.stop()
    log.update(service.snapshots)
  }

  private func announce(
    _ place: SerialPlace, _ base: SerialPlace?, _ service: BoardService
  ) throws {
    let control = ListenAddress(service.controlHost).urls("http", port: service.controlPort)[0]
    guard isJSON else {
      try Console.print("receiver ready: \(place.name)")
      if isQuiet { return }
      if let base { Console.note("  base         \(base.name)") }
      Console.note("  page         \(control)")
      Console.note("  truth        \(control)api/v1/truth")
      Console.note(
        "  status       \(ListenAddress.loopback.urls("http", port: service.port)[0])api/v1/status")
      Console.note("  stop with Ctrl-C")
      return
    }
    var json = JSONWriter()
    json.object { json in
      json.member("event", "ready")
      json.member("receiver", place.name)
      if let base { json.member("base", base.name) }
      json.member("control", control)
      json.member("url", ListenAddress.loopback.urls("http", port: service.port)[0])
    }
    try Console.print(json.text)
  }
}
