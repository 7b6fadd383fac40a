internal import RTCMStreams
internal import RTCMText

/// The command `boardsim rtcm decode`.
struct RTCMDecode: Command {
  static let words = ["rtcm", "decode"]
  static let abstract = "Show the messages of a file or a caster field by field."
  static let examples = [
    "boardsim rtcm decode captures/milan-base.rtcm3 --type 1006 --limit 1",
    "boardsim rtcm decode captures/milan-base.rtcm3 --brief --since 12:05 --until 12:06",
    "boardsim rtcm decode ntrip://127.0.0.1:2101/BASE --type 1077",
    "boardsim ntrip get ntrip://127.0.0.1:2101/BASE | boardsim rtcm decode - --json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.file,
        help: """
          a capture, - for standard input, or ntrip[s]://…/MOUNTPOINT to
          follow; 'boardsim ntrip get' has more ways to ask a caster
          """),
      .list(
        "type", short: "t", \.types, "N",
        help: """
          only messages of this type; may be repeated. A stream without any
          is reported on stderr, and is no failure
          """),
      .option("limit", short: "n", \.limit, "N", help: "end after N frames"),
    ] + WindowArguments.parameters(\.window) + [
      .flag(
        "brief", \.isBrief,
        help: "one line for each frame: GPS time of day, type, station, name, satellites"),
      .flag("json", \.isJSON, help: "print one JSON object for each frame"),
      .flag("raw", \.showsRaw, help: "with --json: the integers on the wire as well"),
      .flag(
        "observations", \.showsObservations,
        help: "with --json: pseudorange, phase and Doppler in metres, cycles and hertz as well"),
      .flag(
        "no-retry", \.isOnce, help: "end with the connection instead of reconnecting"),
      .flag("quiet", short: "q", \.isQuiet, help: "print nothing about the connection"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(["raw", "json"], says: "--raw goes with --json") { $0.showsRaw && !$0.isJSON },
      CommandRule(
        ["observations", "json"],
        says: "--observations goes with --json; the text has them anyway"
      ) { $0.showsObservations && !$0.isJSON },
      CommandRule(["brief", "json"], says: "--brief and --json exclude each other: leave out one") {
        $0.isBrief && $0.isJSON
      },
    ]
  }

  var file = ""
  var types: [MessageTypeArgument] = []
  var limit: UInt64 = .max
  var window = WindowArguments()
  var isBrief = false
  var isJSON = false
  var showsRaw = false
  var showsObservations = false
  var isOnce = false
  var isQuiet = false

  func run() async throws {
    Interruption.install()
    var window = window.window
    var input = try StreamInput(file, isQuiet: isQuiet, isOnce: isOnce)
    let isFile = input.length != nil
    var scanner = FrameScanner()
    let json = FrameJSONWriter(showsRaw: showsRaw, showsObservations: showsObservations)
    var shown: UInt64 = 0
    var isOpen = true
    while isOpen && shown < limit {
      isOpen = try await input.read { bytes in
        try scanner.consume(bytes) { frame in
          // The content of a single read takes seconds to show.
          if isFile { try Interruption.check() }
          try show(frame, &window, &shown, json)
        }
      }
    }
    try scanner.finish { frame in try show(frame, &window, &shown, json) }
    guard limit > 0 else { return }
    try input.beginning.checkFrames(of: file, scanner.counts)
    if shown == 0 && !isQuiet { noteNothingShown(scanner.counts.frames) }
  }

  /// Reports that no frame is of a requested type.
  private func noteNothingShown(_ frameCount: Int) {
    let wanted = types.map { "\($0.type)" }.joined(separator: " or ")
    Console.note(
      "none of the \(frameCount) frames of '\(StreamInput.title(of: file))' is of type \(wanted); "
        + "'boardsim rtcm stats' counts its types")
  }

  private func show(
    _ frame: borrowing FrameView, _ window: inout EpochWindow?, _ shown: inout UInt64,
    _ json: FrameJSONWriter
  ) throws {
    guard window?.contains(frame) ?? true, shown < limit,
      types.isEmpty || types.contains(where: { $0.type == frame.messageType })
    else {
      return
    }
    shown += 1
    if isBrief { return try Console.print(FrameLine(of: frame).description) }
    try Console.print(
      isJSON
        ? String(decoding: try json.json(of: frame), as: UTF8.self)
        : try FrameDescription(of: frame).table)
  }
}
