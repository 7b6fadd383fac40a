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
    "boardsim run --boards 10000 --shard 2/4 --port 21000",
    "boardsim run --scenario kitchen --speed 10",
    "boardsim run --with-server --lan",
    "boardsim run --mqtt mqtt://127.0.0.1/air --home-assistant",
    "boardsim run --speed max --duration 90 --fault 'nack part=sps30 from=60 to=70' "
      + "--expect 'within 10 s of fault-end:nack sensors.sps30.state == ok' --junit run.xml",
  ]
  static var parameters: [Parameter<Self>] {
    fleetParameters + servingParameters
      + BoardArguments.parameters(in: \.board, defaultOrigin: "scenario")
      + PartArguments.outsideParameters(in: \.board.parts)
      + correctionParameters + TransportArguments.parameters(in: \.transport, prefix: "ntrip-")
      + MQTTArguments.parameters(in: \.mqtt) + runningParameters + serverParameters
  }

  private static var fleetParameters: [Parameter<Self>] {
    [
      .option(
        "boards", \.boards, "N",
        help: "the number of boards in one world, 50 m apart; default 1. The first 200\n"
          + "have a port each; the first port serves all below /boards/I/"),
      .option(
        "only", \.only, "I",
        help: "run board number I of --boards alone; its output is the same"),
    ] + ShardArguments.parameters(in: \.shard, of: "--boards", "Its first board has --port")
  }

  private static var servingParameters: [Parameter<Self>] {
    [
      .option(
        "port", short: "p", \.port, "N",
        help: "the data port of the first board here; default 3000, 0 for a free one"),
      .option("host", \.host, "ADDRESS", help: "the address to listen on; default 127.0.0.1"),
      .flag("lan", \.isLAN, help: "listen on every interface, so that a phone can connect"),
      .option(
        "control-port", \.controlPort, "N",
        help: "the control port, with truth and clock; default: the next after the data ports"),
      .flag(
        "control-lan", \.isControlLAN,
        help: "open the control port to the network, for clients that send the token"),
      .option(
        "token", \.token, "T",
        help: "the control port's token, at least 8 characters, or @FILE with it in the first\n"
          + "line; default: BOARDSIM_CONTROL_TOKEN of the environment"),
      .option(
        "caster-port", \.casterPort, "N",
        help: "the internal caster's port, for other clients too; default: a free one"),
      .option(
        "dialect", \.dialect, "NAME", help: "moqa (default), air-quality or legacy-html"),
      .option(
        "pm05", \.pm05, "WHAT",
        help: "the content of the field PM0.5: mass (default, derived) or number"),
    ]
  }

  private static var correctionParameters: [Parameter<Self>] {
    [
      .option(
        "ntrip", \.ntrip, "SOURCE",
        help: "the corrections' source: internal (default), none, or\n"
          + "ntrip[s]://user:password@host:port/MOUNT"),
      .option(
        "capture", \.capture, "FILE",
        help: "a capture that the internal caster plays again and again; default: a live base\n"
          + "near Milan"),
    ]
  }

  private static var runningParameters: [Parameter<Self>] {
    [
      .option(
        "history-memory", \.historyMemory, "on|off",
        help: "keep 14 days of each board's values for the control port's history,\n"
          + "4 MB a board; default on for one board, off for several"),
      .option("speed", \.speed, "N", help: "board seconds per second, max or manual; default 1"),
      .option(
        "advance", \.advance, "WHAT",
        help:
          "the board's clock: clock (default) runs at --speed; per-request advances one sample\n"
          + "for each request at the data port, as the apps' simulator does"),
      .flag(
        "laps", \.hasLaps,
        help:
          "with legacy-html: answer at the pace of the original's loop, one client in 4.5 to\n"
          + "10 s, without length and date, and close 2 s later"),
      .option("duration", \.duration, "S", help: "seconds of board time; default: no end"),
      .option("boot", \.boot, "HOW", help: "warm (default: two minutes after boot) or cold"),
      .list("expect", \.expectations, "WHAT", help: ExpectationArgument.help),
      .option("junit", \.junit, "FILE", help: "write the expectations' outcomes for a CI server"),
      .option(
        "report", \.report, "FILE",
        help: "at the end, write the last status, the bus's counts and the orders as JSON;\n"
          + "'boardsim scenario export' makes a scenario of it; FILE.html is a page with\n"
          + "chart, fix, sky, faults and expectations in one file"),
      .option("record", \.record, "FILE", help: RunRecording.help),
      .flag("json", \.isJSON, help: "print the ready line as JSON"),
      .flag("quiet", short: "q", \.isQuiet, help: "print only the ready line and errors"),
    ]
  }

  var boards = CountArgument(1)
  var only: UInt64?
  var shard = ShardArguments()
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
  var mqtt = MQTTArguments()
  var historyMemory: SwitchName?
  var speed = SpeedArgument(pace: .times(1))
  var advance = AdvanceName.clock
  var hasLaps = false
  var duration: SecondsArgument?
  var boot = BootName.warm
  var expectations: [ExpectationArgument] = []
  var junit: String?
  var report: ReportArgument?
  var record: String?
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

  /// The boards that run.
  var selection: BoardSelection {
    if let only { return .only(Int(clamping: only)) }
    return shard.shard.map { .shard($0) } ?? .all
  }

  /// The numbers of the boards that run.
  var numbers: Range<Int> { selection.numbers(of: boards.value) }

  var listening: ListeningHost { ListeningHost(host: host, isLAN: isLAN) }
}
