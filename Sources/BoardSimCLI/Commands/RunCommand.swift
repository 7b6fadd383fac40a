internal import BoardHost
internal import Platform

/// The command `boardsim run`.
struct RunCommand: Command {
  static let words = ["run"]
  static let abstract = "Start a simulated board and serve it to the phone apps."
  static let examples = [
    "boardsim run",
    "boardsim run --lan --dialect air-quality",
    "boardsim run --ntrip ntrip://user:password@caster.example.org:2101/MOUNT --origin base",
    "boardsim run --speed max --duration 600 --card card",
    "boardsim run --card-image card.img --card-chain --card-key card.key",
    "boardsim run --boards 300 --port 21000",
    "boardsim run --scenario kitchen --speed 10",
    "boardsim run --with-server --lan",
    "boardsim run --speed max --duration 90 --fault 'nack part=sps30 from=60 to=70' "
      + "--expect 'within 10 s of fault-end:nack sensors.sps30.state == ok' --junit run.xml",
  ]
  static var parameters: [Parameter<Self>] {
    fleetParameters + servingParameters
      + BoardArguments.parameters(in: \.board, defaultOrigin: "scenario")
      + correctionParameters + TransportArguments.parameters(in: \.transport, prefix: "ntrip-")
      + runningParameters + serverParameters
  }

  private static var fleetParameters: [Parameter<Self>] {
    [
      .option(
        "boards", \.boards, "N",
        help: "so many boards in one world, each 50 m after the one before; default 1.\n"
          + "The first 200 have a port each; all are below /boards/I/ on the first"),
      .option(
        "only", \.only, "I", help: "of these boards run number I alone, with the same bytes"),
    ]
  }

  private static var servingParameters: [Parameter<Self>] {
    [
      .option(
        "port", short: "p", \.port, "N",
        help: "the data port, of board 0; default 3000, 0 for a free one"),
      .option("host", \.host, "ADDRESS", help: "the address to listen on; default 127.0.0.1"),
      .flag("lan", \.isLAN, help: "listen on every interface, so that a phone can connect"),
      .option(
        "control-port", \.controlPort, "N",
        help: "the port of the truth and the clock; default: the one after the data ports"),
      .flag(
        "control-lan", \.isControlLAN,
        help: "open that port to the network, for whoever sends the token"),
      .option(
        "token", \.token, "T",
        help: "the token, 8 characters at least; @FILE reads it, or BOARDSIM_CONTROL_TOKEN"),
      .option(
        "caster-port", \.casterPort, "N",
        help: "the port on which others read the board's corrections; default: a free one"),
      .option(
        "dialect", \.dialect, "NAME", help: "moqa (default), air-quality or legacy-html"),
      .option(
        "pm05", \.pm05, "WHAT", help: "the field PM0.5: mass (default, derived) or number"),
    ]
  }

  private static var correctionParameters: [Parameter<Self>] {
    [
      .option(
        "ntrip", \.ntrip, "SOURCE",
        help: "corrections: internal (default), none, or ntrip[s]://user:password@host:port/MOUNT"),
      .option(
        "capture", \.capture, "FILE",
        help: "what the internal caster repeats; default: a base near Milan, live"),
    ]
  }

  private static var runningParameters: [Parameter<Self>] {
    [
      .option("speed", \.speed, "N", help: "board seconds per second, max or manual; default 1"),
      .option(
        "advance", \.advance, "WHAT",
        help:
          "what moves the clock: clock (default), or per-request: each request of the data port\n"
          + "moves it on by a sample, as the apps' simulator does"),
      .flag(
        "laps", \.hasLaps,
        help:
          "with legacy-html: answer when the original's loop would, one client in 4.5 to 10 s,\n"
          + "without length and date, and close 2 s later"),
      .option("duration", \.duration, "S", help: "end at this board time; default: never"),
      .option("boot", \.boot, "HOW", help: "warm (default: two minutes have passed) or cold"),
      .list("expect", \.expectations, "WHAT", help: ExpectationArgument.help),
      .option("junit", \.junit, "FILE", help: "write the expectations' outcomes for a CI server"),
      .option(
        "report", \.report, "FILE",
        help: "write the last status, with what the bus carried and what was ordered, as JSON\n"
          + "at the end; 'boardsim scenario export' makes a scenario of it"),
      .flag("json", \.isJSON, help: "print the ready line as JSON"),
      .flag("quiet", short: "q", \.isQuiet, help: "only the ready line and errors"),
    ]
  }

  var boards = CountArgument(1)
  var only: UInt64?
  var port: UInt16 = 3000
  var host = "127.0.0.1"
  var isLAN = false
  var controlPort: UInt16?
  var isControlLAN = false
  var token: TokenArgument?
  var casterPort: UInt16?
  var dialect = DialectName.moqa
  var pm05 = PM05Name.mass
  var board = BoardArguments()
  var ntrip = CorrectionSource.internal
  var transport = TransportArguments()
  var capture: String?
  var speed = SpeedArgument(pace: .times(1))
  var advance = AdvanceName.clock
  var hasLaps = false
  var duration: SecondsArgument?
  var boot = BootName.warm
  var expectations: [ExpectationArgument] = []
  var junit: String?
  var report: ReportArgument?
  var hasServer = false
  var serverPort: UInt16?
  var server = ServerArguments()
  var isJSON = false
  var isQuiet = false

  func run() async throws {
    Interruption.install()
    DescriptorLimit.raise()
    try await RunSession(self).run()
  }

  /// The numbers of the boards that run.
  var numbers: Range<Int> {
    only.map { Int(clamping: $0)..<Int(clamping: $0) + 1 } ?? 0..<boards.value
  }

  var listening: ListeningHost { ListeningHost(host: host, isLAN: isLAN) }
}
