internal import RTCMStreams
/// The command `boardsim rtcm mavlink`.
struct RTCMMAVLink: Command {
  static let words = ["rtcm", "mavlink"]
  static let abstract = "Send an RTCM 3 stream as MAVLink's GPS_RTCM_DATA, or read it back."
  static let examples = [
    "boardsim rtcm mavlink captures/milan-base.rtcm3 -o base.tlog",
    "boardsim rtcm mavlink captures/milan-base.rtcm3 -o udp:127.0.0.1:14550 --speed max",
    "boardsim rtcm mavlink --extract base.tlog -o back.rtcm3",
    "boardsim rtcm mavlink --extract udp:127.0.0.1:14550 --duration 60 -o heard.rtcm3",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.file,
        help: """
          a capture, - for standard input, or ntrip[s]://…/MOUNTPOINT to follow until Ctrl-C;
          with --extract MAVLink 1 or 2: a file, a telemetry log, - or udp:HOST:PORT, the
          own address to receive at
          """),
      .option(
        "output", short: "o", \.output, "OUT",
        help: """
          FILE.tlog for a telemetry log, udp:HOST:PORT for a ground station or autopilot,
          any other FILE or - for packets alone; with --extract the file of RTCM 3
          """),
      .flag("extract", \.isExtracting, help: "write the RTCM 3 of a stream of MAVLink"),
      .option(
        "sender", \.sender, "SYS/COMP",
        help:
          "the numbers of system and component, each 1 to 255; default\n255/190, a ground station"),
      .option(
        "speed", \.speed, "N|max",
        help: "the speed of a capture over UDP, times that of the recording; default 1"),
      .option(
        "date", \.date, "DATE",
        help: """
          the first time in a telemetry log of a capture, as 2026-06-01T12:00:00Z;
          default: now
          """),
      .option(
        "duration", \.duration, "S",
        help: "end the stream of a caster or a UDP port after S seconds;\ndefault: never"),
      .flag("json", \.isJSON, help: "the summary as one JSON object on stdout"),
      .flag("quiet", short: "q", \.isQuiet, help: "show neither progress nor summary"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      .output(\.output),
      CommandRule(
        ["extract", "sender", "speed", "date"],
        says: "--sender, --speed and --date are for packets that are made, not read by --extract"
      ) { $0.isExtracting && ($0.sender != nil || $0.speed != nil || $0.date != nil) },
      CommandRule(
        ["json", "output"],
        says: "--json needs an output other than -, since standard output has the stream"
      ) { $0.isJSON && $0.output == "-" },
      CommandRule(
        ["speed", "output"], says: "--speed goes with -o udp:HOST:PORT; files are written at once"
      ) { $0.speed != nil && !$0.output.hasPrefix("udp:") },
      CommandRule(
        ["date", "output"], says: "--date goes with -o FILE.tlog; nothing else has times"
      ) { $0.date != nil && !$0.output.hasSuffix(".tlog") },
      CommandRule(
        ["duration"], says: "--duration goes with the stream of a caster or a UDP port"
      ) { $0.duration != nil && !$0.isEndless },
      CommandRule(["output"]) { command in
        guard isSameFile(command.file, command.output) else { return nil }
        return "'\(command.output)' is the input as well; name another file for -o"
      },
    ]
  }

  var file = ""
  var output = ""
  var isExtracting = false
  var sender: MAVLinkSenderArgument?
  var speed: PushSpeed?
  var date: DateArgument?
  var duration: SecondsArgument?
  var isJSON = false
  var isQuiet = false

  /// Whether the input has no end of its own.
  private var isEndless: Bool {
    isExtracting ? file.hasPrefix("udp:") : StreamInput.isCaster(file)
  }

  func run() async throws {
    Interruption.install()
    if isExtracting {
      try MAVLinkExtraction(self).run()
    } else {
      try await MAVLinkSending(self).run()
    }
  }
}

/// The sender of packets, `SYS/COMP`.
struct MAVLinkSenderArgument: OptionValue {
  var sender: MAVLinkSender

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map {
      UInt8($0) ?? 0
    }
    guard numbers.count == 2, !numbers.contains(0) else {
      throw UsageError(
        message: "\(parameter) must be two numbers from 1 to 255, as in 255/190, not '\(text)'")
    }
    sender = MAVLinkSender(systemID: numbers[0], componentID: numbers[1])
  }
}
