internal import AppHost
internal import RTCMStreams
internal import BoardFirmware
internal import BoardHost
internal import NtripProtocol
internal import Platform
internal import TextOutput
internal import VirtualBoard

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
  var token: String?
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
    try checkOptions()
    Interruption.install()
    DescriptorLimit.raise()
    var configuration = try configuration()
    let traces = try board.traceFiles()
    // The scenario's expectations do not apply to a run without a duration, which is ended by hand at any
    // time.
    let claims =
      duration == nil
      ? [] : try board.scenario.scenario().expectations.map { try Expectation($0) }
    let results = ExpectationResults(claims + expectations.map(\.expectation))
    configuration.instrument = { _, board in
      traces?.follow(board.simulation)
      board.expect(results.expectations)
    }
    configuration.whenEnded = { _, board in results.conclude(board) }
    if let junit { try results.write(junit, error: "the run did not end") }
    let desk = AnnexDesk()
    if hasServer { configuration.annex = desk.annex }
    let service: BoardService
    do {
      service = try start(configuration)
    } catch is StartInterruption {
      return
    }
    let appService: AppService?
    do {
      appService = try await startServer(beside: service, from: configuration.board.bootDate)
    } catch {
      service.stop()
      throw error
    }
    desk.open(appService?.admin)
    try announce(service, appService, configuration.card)
    var log = FleetLog(of: numbers, isQuiet: isQuiet)
    while !Interruption.isRequested, !service.waitForEnd(atMost: .milliseconds(200)) {
      log.update(service.snapshots)
      if board.parts.strict == .fail, !allFindings(service.snapshots).isEmpty { break }
    }
    await appService?.stop()
    service.stop()
    log.update(service.snapshots)
    try traces?.finish()
    try report?.write(service.snapshots, service.orders, of: numbers, results.outcomes)
    if let junit { try results.write(junit) }
    try results.check()
    try checkCards(service.snapshots)
    try checkFindings(service.snapshots)
  }

  private func start(_ configuration: BoardService.Configuration) throws -> BoardService {
    var progress = Progress("starting \(numbers.count) boards", isQuiet: isQuiet)
    return try BoardService(configuration) { ready in
      progress.update(Double(ready) / Double(numbers.count))
      return !Interruption.isRequested
    }
  }

  /// The numbers of the boards that run.
  private var numbers: Range<Int> {
    only.map { Int(clamping: $0)..<Int(clamping: $0) + 1 } ?? 0..<boards.value
  }

  private func checkCards(_ snapshots: [BoardSnapshot]) throws(Failure) {
    for (number, snapshot) in zip(numbers, snapshots) {
      guard let loss = CardLoss(snapshot.card) else { continue }
      throw Failure(
        message: numbers.count > 1 ? "board \(number): \(loss.message)" : loss.message)
    }
  }

  private func allFindings(_ snapshots: [BoardSnapshot]) -> [DriverFinding] {
    snapshots.flatMap(\.findings)
  }

  private func checkFindings(_ snapshots: [BoardSnapshot]) throws(Failure) {
    guard board.parts.strict == .fail, let first = allFindings(snapshots).first else { return }
    throw Failure(message: "a driver did what silicon punishes (--strict fail): \(first)")
  }

  private func checkOptions() throws(UsageError) {
    if let only, only >= boards.value {
      throw UsageError(
        message: "--only must be a board from 0 to \(boards.value - 1), not \(only)"
          + (boards.value == 1 ? "; --boards N says how many there are" : ""))
    }
    if advance == .perRequest, speed.pace != .times(1) {
      throw UsageError(message: "--advance per-request moves the clock itself: leave out --speed")
    }
    if hasLaps, dialect != .legacyHTML || advance == .perRequest {
      throw UsageError(
        message: "--laps are the original's: use --dialect legacy-html, without --advance")
    }
    if speed.pace == .unlimited && duration == nil {
      throw UsageError(message: "--speed max needs --duration, or it would never end")
    }
    if case .caster = ntrip, speed.pace != .times(1) {
      throw UsageError(message: "a caster on the network runs in real time: leave out --speed")
    }
    if capture != nil, ntrip != .internal {
      throw UsageError(message: "--capture is for the internal caster: leave out --ntrip")
    }
    if let controlPort, controlPort == port, port != 0 {
      throw UsageError(message: "--control-port must be another than --port, not \(port) as well")
    }
    if let fault = board.parts.casterFaults.first, ntrip != .internal {
      throw UsageError(
        message: "fault \(CasterFault.prefix)\(fault.kind.rawValue) is for the internal caster: "
          + "leave out --ntrip")
    }
    if casterPort != nil, ntrip != .internal {
      throw UsageError(message: "--caster-port is the internal caster's: leave out --ntrip")
    }
    if !expectations.isEmpty || junit != nil {
      guard numbers.count == 1 else {
        throw UsageError(message: "expectations are of one board: --only I says which")
      }
      guard duration != nil else {
        throw UsageError(message: "--expect and --junit need --duration, or the run never ends")
      }
    }
    if !board.trace.files.isEmpty, numbers.count > 1 {
      throw UsageError(message: "a trace is of one board: --only I says which")
    }
    try board.card.check()
    if !hasServer { try board.checkFaults() }
    if !hasServer, server != ServerArguments() || serverPort != nil {
      throw UsageError(message: "the server's options need --with-server")
    }
    try listening.check()
    try server.check(listening)
  }

  private func configuration() throws -> BoardService.Configuration {
    var configuration = BoardService.Configuration()
    configuration.board = try board.options
    if hasServer, board.start == nil, configuration.board.scenario.start == nil {
      // A warm board has been running before, and shows the current time.
      let now = DateArgument.now
      configuration.board.bootDate = now.advanced(by: boot == .warm ? .seconds(-120) : .zero)
    }
    configuration.boardCount = boards.value
    configuration.only = only.map(Int.init(clamping:))
    configuration.card = try board.card.source()
    configuration.corrections = try corrections()
    configuration.casterTransport = try transport.options()
    configuration.pace = advance == .perRequest ? .perRequest : speed.pace
    configuration.hasLegacyLaps = hasLaps
    configuration.duration = duration?.duration
    configuration.isWarm = boot == .warm
    configuration.host = listening.address.host
    configuration.port = port
    configuration.controlPort = controlPort
    configuration.controlToken = try controlToken()
    configuration.casterPort = casterPort ?? 0
    configuration.dataServer = dataServer
    return configuration
  }

  /// Returns the token of the control port; `nil` when the port is reachable from this machine only.
  private func controlToken() throws(UsageError) -> String? {
    guard isControlLAN else {
      guard token == nil else {
        throw UsageError(message: "--token is for --control-lan; give both, or neither")
      }
      return nil
    }
    let text =
      try token.map { text throws(UsageError) in
        text.hasPrefix("@")
          ? try SecretFile.line(of: String(text.dropFirst()), for: "--token") : text
      } ?? ProcessEnvironment.value("BOARDSIM_CONTROL_TOKEN")
    guard let text, text.utf8.count >= 8, text.utf8.allSatisfy({ (33...126).contains($0) }) else {
      throw UsageError(
        message: "--control-lan needs --token, 8 printable characters at least, @FILE or "
          + "BOARDSIM_CONTROL_TOKEN")
    }
    return text
  }

  private func corrections() throws -> BoardService.Corrections {
    switch ntrip {
    case .none: return .none
    case .caster(let url): return .caster(url)
    case .internal:
      if let capture { return .capture(try CaptureInput.capture(capture), name: capture) }
      return .builtInBase
    }
  }
}

// MARK: The ready line

extension RunCommand {
  private func announce(
    _ service: BoardService, _ appService: AppService?, _ card: CardSource?
  ) throws(Failure) {
    let control = ListenAddress(service.controlHost).urls("http", port: service.controlPort)[0]
    let caster = service.casterPort.map { port in
      NtripURL(
        host: ListenAddress.loopback.host, port: Int(port),
        mountpoint: BoardService.mountpointName
      ).description
    }
    let urls = listening.address.urls("http", port: service.port)
    guard !isJSON else {
      var json = JSONWriter()
      json.object { json in
        json.member("event", "ready")
        json.member("url", urls[0])
        json.member("control", control)
        json.member("caster", caster)
        if let appService { json.member("server", serverURLs(appService)[0]) }
        if boards.value > 1 { json.member("boards", boards.value) }
        if let key = card?.key { json.member("card_key", key.publicDigits) }
      }
      return try Console.print(json.text)
    }
    for url in urls { try Console.print("board ready: \(url)") }
    for url in appService.map(serverURLs) ?? [] { try Console.print("server ready: \(url)") }
    if isQuiet { return }
    if numbers.count > 1 { noteBoards(service, firstURL: urls[0]) }
    Console.note("  measurement  \(urls[0])api/v1/measurement")
    Console.note("  status       \(urls[0])api/v1/status")
    Console.note("  truth        \(control)api/v1/truth")
    if let caster { Console.note("  corrections  \(caster)") }
    card?.announce(isQuiet: false)
    if let appService {
      ServerNotes.tell(
        server, url: serverURLs(appService)[0], admin: control,
        isBeyondLoopback: listening.address.isBeyondLoopback)
      Console.note(AppChanges(port: appService.port).text)
    }
    for step in nextSteps(urls[0], control: control) { Console.note(step) }
    Console.note("  stop with Ctrl-C")
  }

  /// The lines that say what to try next: to poll the board, to wait for its fix, to change the weather.
  private func nextSteps(_ url: String, control: String) -> [String] {
    let token = isControlLAN ? "-H 'Authorization: Bearer TOKEN' " : ""
    return [
      "  try          curl -s \(url)",
      "               boardsim wait \(url) --fix rtk-fixed",
      "               curl -s -X PATCH \(token)-H 'Content-Type: application/json' "
        + "-d '{\"temperature\": -10}' \(control)api/v1/world",
    ]
  }

  func serverURLs(_ appService: AppService) -> [String] {
    listening.address.urls(server.scheme, port: appService.port)
  }

  private func noteBoards(_ service: BoardService, firstURL: String) {
    let ports = service.ports
    let text =
      port == 0
      ? "\(ports.count) ports" : "ports \(ports[0]) to \(ports[ports.count - 1])"
    Console.note("  boards       \(text); all below \(firstURL)boards/0/")
  }

  var listening: ListeningHost { ListeningHost(host: host, isLAN: isLAN) }
}
