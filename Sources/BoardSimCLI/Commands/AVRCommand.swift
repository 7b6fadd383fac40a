internal import BoardFirmware
internal import BoardHost
internal import BoardSimulation
internal import Mathematics
internal import Platform
internal import VirtualBoard

/// The command `boardsim avr`.
struct AVRCommand: Command {
  static let words = ["avr"]
  static let abstract =
    "Run a sketch for an Arduino on an emulated processor, with the board's parts and a Wi-Fi modem."
  static let examples = [
    "boardsim avr sketch.elf",
    "boardsim avr sketch.hex --mcu atmega2560 --serve 80=8080",
    "boardsim avr sketch.elf --modem off --duration 10 --noise off --json",
    "boardsim avr sketch.elf --modem off --duration 60 "
      + "--expect 'within 40 s of 0 gnss.fix == 3d' --expect 'bus.nacks == 0' --junit sketch.xml",
    "boardsim avr sketch.elf --dial 158.102.7.10:2101=127.0.0.1:2101 --strict warn",
  ]
  static var parameters: [Parameter<Self>] {
    processorParameters + cardParameters + resultParameters + modemParameters
      + BoardArguments.worldParameters(in: \.board)
      + PartArguments.parameters(in: \.board.parts)
      + PartArguments.outsideParameters(in: \.board.parts)
      + TraceArguments.parameters(in: \.board.trace)
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(
        ["modem", "serve", "dial", "modem-line", "ssid", "password", "at-version", "modem-fault"],
        says: "the options of the modem need one: leave out --modem off"
      ) { $0.modem == .off && $0.hasModemOptions },
      CommandRule(
        ["password", "ssid"], says: "--password is that of --ssid NAME: give --ssid too"
      ) { $0.password != nil && $0.ssid == nil },
    ] + PartArguments.rules(in: \.board.parts) + [
      CommandRule(
        ["sd-size", "sd-select", "sd"], says: "--sd-size and --sd-select are for a card: give --sd"
      ) { $0.card == nil && ($0.cardSize != nil || $0.cardSelect != nil) },
      .file(of: "sd", \.card, isNot: { $0.file }, "sketch"),
      CommandRule(
        ["expect", "junit", "duration"],
        says: "--expect and --junit need --duration, or the sketch never ends"
      ) { $0.duration == nil && ($0.junit != nil || !$0.expectations.isEmpty) },
      .file(of: "junit", \.junit, isNot: { $0.file }, "sketch"),
      PartArguments.outsideRule(in: \.board.parts),
      NameList.rule(of: "trace-parts", \.board.trace.parts, among: \.board.parts),
    ]
  }

  private static var processorParameters: [Parameter<Self>] {
    [
      .argument("FILE", \.file, help: "the sketch as compiled: ELF or Intel HEX"),
      .option("mcu", \.mcu, "NAME", help: "the processor: atmega328p (default) or atmega2560"),
      .option(
        "duration", \.duration, "S", help: "the board time to run, seconds; default: no end"),
      .option(
        "emulator", \.emulator, "PATH",
        help: "the program that emulates, made by 'make -C Examples/avr'; default:\n"
          + "Examples/avr/build/boardsim-avr where it is, or boardsim-avr on the PATH"),
      .list(
        "pin", \.pins, "PIN=PART.PIN",
        help: "a pin of the processor at one of a part: PD4=ccs811.nwake, or 4 on an Arduino\n"
          + "Uno; A0=light is a photoresistor in the world's light; repeatable"),
      .option(
        "gdb", \.gdb, "PORT",
        help: "wait for avr-gdb on a port before the sketch runs; 0 for a free one"),
      .flag("json", \.isJSON, help: "print each line as JSON"),
      .flag(
        "quiet", short: "q", \.isQuiet, help: "print only the ready line and the sketch's lines"),
    ]
  }

  private static var cardParameters: [Parameter<Self>] {
    [
      .option(
        "sd", \.card, "FILE",
        help: "an SD card on the SPI: an image, which is made with an empty FAT volume where it\n"
          + "is missing"),
      .option(
        "sd-size", \.cardSize, "SIZE",
        help: "the size of a new image, 4M to 32G; default 64M. Beyond 2G it is an SDHC card"),
      .option(
        "sd-select", \.cardSelect, "PIN",
        help: "the pin that selects the card; default 10, on an atmega2560 PB0, its pin 53"),
    ]
  }

  private static var resultParameters: [Parameter<Self>] {
    [
      .list("expect", \.expectations, "WHAT", help: ExpectationArgument.help),
      .option("junit", \.junit, "FILE", help: "write the expectations' outcomes for a CI server"),
    ]
  }

  private static var modemParameters: [Parameter<Self>] {
    [
      .option(
        "modem", \.modem, "on|off",
        help: "on (default): a Wi-Fi modem on the sketch's serial line, in real time;\n"
          + "off: none, and board time goes as fast as it can"),
      .option(
        "modem-line", \.modemLine, "LINE",
        help: "the modem's line, 9600 baud: pins RX,TX or the number of a UART;\n"
          + "default 8,9, on an atmega2560 1"),
      .list(
        "serve", \.serve, "PORT=PORT",
        help: "the real port of a server of the sketch's, 80=8080; default: a free one;\n"
          + "repeatable"),
      .list(
        "dial", \.dial, "ROW",
        help: "where a place of the sketch's really is: HOST:PORT=HOST:PORT, or any for\n"
          + "all others; repeatable"),
      .option(
        "ssid", \.ssid, "NAME",
        help: "the only network there is; default: any, with any password"),
      .option("password", \.password, "WORD", help: "its password; default: an open network"),
      .option(
        "at-version", \.version, "V",
        help: "the modem's firmware: 0.40, 1.4, 1.7 (default) or 2.2"),
      .list(
        "modem-fault", \.modemFaults, "WHAT",
        help: "a fault of the modem; 'boardsim faults --on modem' lists them; repeatable"),
    ]
  }

  var file = ""
  var mcu = MCUName.atmega328p
  var duration: SecondsArgument?
  var emulator: String?
  var pins: [String] = []
  var gdb: UInt16?
  var card: String?
  var cardSize: CardSizeArgument?
  var cardSelect: String?
  var expectations: [ExpectationArgument] = []
  var junit: String?
  var isJSON = false
  var isQuiet = false
  var modem = SwitchName.on
  var modemLine: String?
  var serve: [ServeArgument] = []
  var dial: [DialArgument] = []
  var ssid: String?
  var password: String?
  var version = ATVersion.v1_7
  var modemFaults: [ModemFaultArgument] = []
  var board = BoardArguments()

  private var hasModemOptions: Bool {
    !serve.isEmpty || !dial.isEmpty || !modemFaults.isEmpty || modemLine != nil || ssid != nil
      || password != nil || version != .v1_7
  }

  func run() throws {
    Interruption.install()
    DescriptorLimit.raise()
    let results = ExpectationResults(expectations.map(\.expectation), of: Self.words[0])
    if let junit { try results.write(junit, error: "the sketch did not come to its end") }
    let traces = try board.traceFiles()
    let log = SketchLog(isJSON: isJSON, isQuiet: isQuiet)
    try makeCard()
    let answers = ServedAnswers()
    let (service, line) = try makeModem(log, answers)
    let bus = try makeBus(traces, results, answers, service)
    let program = try FollowedProgram(
      program, arguments(bus: bus.port, modem: line),
      remedy: "make it by 'make -C Examples/avr', which needs libsimavr, or give --emulator PATH")
    var awaitsDebugger = gdb != nil
    let end = try program.follow { (line) throws(Failure) in
      guard awaitsDebugger else { return try log.print(line) }
      awaitsDebugger = false
      try log.tellDebugger(line, of: file)
    }
    service?.stop()
    bus.stop()
    try traces?.finish()
    try conclude(results) { () throws(Failure) in try judge(end, bus, log) }
  }

  /// Writes the results, then throws the run's first failure.
  private func conclude(
    _ results: ExpectationResults, judging judge: () throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) {
      try judge()
    } catch {
      if let junit { try results.write(junit, error: error.message) }
      throw error
    }
    if let junit { try results.write(junit) }
    try results.check()
  }

  private func judge(
    _ end: (status: Int32, errors: [String]), _ bus: BusServer, _ log: SketchLog
  ) throws(Failure) {
    let words = end.errors.last.map { $0.replacing("boardsim-avr: ", with: "", maxReplacements: 1) }
    guard end.status == 0 else {
      throw Failure(message: words ?? "the emulator has ended with status \(end.status)")
    }
    if let words { try log.finish(words) }
    if bus.hasOffender {
      throw Failure(message: "the sketch did what silicon punishes (--strict fail)")
    }
  }
}

// MARK: What is started

extension AVRCommand {
  private func makeBus(
    _ traces: TraceFiles?, _ results: ExpectationResults, _ answers: ServedAnswers,
    _ modem: ModemService?
  ) throws -> BusServer {
    var configuration = BusServer.Configuration()
    configuration.boards.board = try board.options
    configuration.boards.isWarm = true
    configuration.boards.failsOnMisuse = board.parts.strict == .fail
    configuration.instrument = { board in
      traces?.follow(board.simulation)
      board.onFinding { Console.note("\($0.kind.rawValue): \($0)") }
      board.served = { answers.described }
      board.powerSwitched = { modem?.setPower(isOn: $0) }
      board.expect(results.expectations)
    }
    configuration.whenLeft = { results.conclude($0) }
    return try BusServer(configuration)
  }

  /// Makes the card's image where it is missing; an image that is there may hold anything, unless a size is asked for.
  private func makeCard() throws {
    guard let card, cardSize != nil || !isThere(card) else { return }
    _ = try CardImage(path: card, size: cardSize?.byteCount)
  }

  /// Starts the modem, and returns it with its line's port; none where there is none.
  private func makeModem(
    _ log: SketchLog, _ answers: ServedAnswers
  ) throws -> (service: ModemService?, line: UInt16?) {
    guard modem == .on else { return (nil, nil) }
    let socket = try ListeningSocket(host: ListenAddress.loopback.host, port: 0)
    let port = socket.port
    let line = SerialServer(on: socket)
    var configuration = modemConfiguration
    configuration.onAnswer = { answers.take($0) }
    return (try ModemService(configuration, on: line) { log.tell($0) }, port)
  }

  private var modemConfiguration: ModemService.Configuration {
    var configuration = ModemService.Configuration()
    configuration.modem.version = version
    (configuration.modem.ssid, configuration.modem.password) = (ssid, password)
    configuration.modem.faults = modemFaults.map(\.fault)
    configuration.directory = DialArgument.directory(of: dial)
    for server in serve { configuration.servers[server.port] = server.place }
    return configuration
  }

  /// The emulator: that of the option, of this folder's examples, or of the search path.
  private var program: String {
    emulator ?? (isExecutable(Self.builtEmulator) ? Self.builtEmulator : "boardsim-avr")
  }

  private static let builtEmulator = "Examples/avr/build/boardsim-avr"

  private func arguments(bus: UInt16, modem: UInt16?) -> [String] {
    var words = ["--mcu", mcu.rawValue, "--bus", "127.0.0.1:\(bus)"]
    if let modem {
      words += ["--modem", "127.0.0.1:\(modem)", "--modem-line", modemLine ?? mcu.modemLine]
    }
    if let duration { words += ["--duration", "\(duration.duration.inSeconds)"] }
    for pin in pins { words += ["--pin", pin] }
    if let card { words += ["--sd", card] }
    if let cardSelect { words += ["--sd-select", cardSelect] }
    if let gdb { words += ["--gdb", "\(gdb)"] }
    // A file whose name begins with a hyphen is no option.
    return words + [file.hasPrefix("-") ? "./\(file)" : file]
  }
}

/// A processor that a sketch is emulated on.
enum MCUName: String, OptionChoice {
  case atmega328p, atmega2560

  /// The modem's line where none is given: SoftwareSerial's pins of the shield, or UART1.
  var modemLine: String { self == .atmega328p ? "8,9" : "1" }
}
