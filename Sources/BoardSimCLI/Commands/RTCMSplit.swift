internal import RTCMStreams
internal import TextOutput

/// The command `boardsim rtcm split`.
struct RTCMSplit: Command {
  static let words = ["rtcm", "split"]
  static let abstract = "Split an RTCM 3 stream into several files, at the borders of its frames."
  static let examples = [
    "boardsim rtcm split captures/milan-base.rtcm3 -o 'base-{key}.rtcm3' --by type",
    "boardsim rtcm split captures/milan-base.rtcm3 -o 'base-{key}.rtcm3' --every 60",
    "boardsim ntrip get ntrip://127.0.0.1:2101/BASE | boardsim rtcm split - -o 'log-{key}.rtcm3' --bytes 1000000",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.file,
        help: """
          a capture, - for standard input, or ntrip[s]://…/MOUNTPOINT
          to follow until Ctrl-C
          """),
      .option(
        "output", short: "o", \.pattern, "PATTERN",
        help: """
          the files' names, in which {key} stands for what a file holds:
          1077, gps, a station ID, none, or with --every, --bytes and
          --frames 0001, 0002 and so on
          """),
      .option(
        "by", \.content, "WHAT",
        help: "a file for each message type, constellation or station: one of\nthese words"),
      .option(
        "every", \.interval, "S",
        help: """
          a file for each S seconds of the GPS day, between whole epochs;
          what is no observation goes with the one before it
          """),
      .option("bytes", \.byteCount, "N", help: "files of at most N bytes"),
      .option("frames", \.frameCount, "N", help: "files of N frames"),
      .option(
        "leap-seconds", \.leapSeconds, "N",
        help: "GPS time less UTC, for --every on GLONASS; default 18, as since 2017"),
    ] + WindowArguments.parameters(\.window) + [
      .flag("force", short: "f", \.overwrites, help: "replace files that exist"),
      .flag("json", \.isJSON, help: "the summary as one JSON object on stdout"),
      .flag("quiet", short: "q", \.isQuiet, help: "show neither progress nor summary"),
    ]
  }

  /// The content by which frames are split.
  enum Content: String, OptionChoice {
    case type, constellation, station
  }

  var file = ""
  var pattern = ""
  var content: Content?
  var interval: EpochIntervalArgument?
  var byteCount: CountArgument?
  var frameCount: CountArgument?
  var leapSeconds = UInt16(LeapSeconds.latest)
  var window = WindowArguments()
  var overwrites = false
  var isJSON = false
  var isQuiet = false

  func run() async throws {
    var splitter = FrameSplitter(by: try criterion(), leapSeconds: Int(leapSeconds))
    let names = try namePattern()
    Interruption.install()
    var input = try StreamInput(file, isQuiet: isQuiet)
    var files = PieceFiles(
      names, input: file, overwrites: overwrites, inPlace: input.length == nil)
    var (scanner, window) = (FrameScanner(), window.window)
    var progress = Progress("splitting \(file)", of: input.length, isQuiet: isQuiet)
    var isOpen = true
    while isOpen {
      isOpen = try await input.read { bytes in
        try scanner.consume(bytes) { frame in
          guard window?.contains(frame) != false else { return }
          try files.append(frame, to: splitter.piece(of: frame))
        }
      }
      if input.length == nil { try files.flush() }  // a live stream's readers must not wait
      progress.update(after: scanner.counts.bytes)
    }
    try scanner.finish { frame in
      guard window?.contains(frame) != false else { return }
      try files.append(frame, to: splitter.piece(of: frame))
    }
    try files.finish()
    progress.finish()
    try input.beginning.checkFrames(of: file, scanner.counts)
    try show(files.written, scanner.counts)
  }

  private func criterion() throws(UsageError) -> FrameSplitter.Criterion {
    var criteria: [FrameSplitter.Criterion] = []
    switch content {
    case .type: criteria.append(.messageType)
    case .constellation: criteria.append(.constellation)
    case .station: criteria.append(.stationID)
    case nil: break
    }
    if let interval { criteria.append(.interval(milliseconds: interval.milliseconds)) }
    if let byteCount { criteria.append(.byteCount(byteCount.value)) }
    if let frameCount { criteria.append(.frameCount(frameCount.value)) }
    guard criteria.count == 1, let criterion = criteria.first else {
      throw UsageError(
        message: "the way to split is missing: give one of --by, --every, --bytes, --frames")
    }
    return criterion
  }

  private func namePattern() throws(UsageError) -> NamePattern {
    if pattern.isEmpty { throw UsageError(message: "the output is missing: -o 'base-{key}.rtcm3'") }
    guard let names = NamePattern(pattern) else {
      throw UsageError(
        message: "the name '\(pattern)' needs {key} once, as in 'base-{key}.rtcm3', "
          + "lest all frames go to one file")
    }
    return names
  }

  private func show(_ files: [PieceFiles.File], _ counts: ScanCounts) throws(Failure) {
    let summary = SplitSummary(files: files, scanned: counts)
    if isJSON { return try Console.print(summary.json) }
    if !isQuiet { Console.note(summary.text) }
  }
}

/// The summary of a split stream, as text and as JSON.
private struct SplitSummary {
  var files: [PieceFiles.File]
  var scanned: ScanCounts

  /// The summary as a JSON object.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("frames", scanned.frames)
      json.member("bytes", scanned.bytes)
      json.member("other_bytes", scanned.otherBytes)
      json.array("files") { json in
        for file in files {
          json.object { json in
            json.member("path", file.path)
            json.member("key", file.key)
            json.member("frames", file.frameCount)
            json.member("bytes", file.byteCount)
          }
        }
      }
    }
    return json.text
  }

  /// The summary as text: a line for each of the first 20 files, and one for all.
  var text: String {
    let shown = 20
    var lines = files.prefix(shown).map {
      "\($0.path): \($0.frameCount) frames, \($0.byteCount) bytes"
    }
    if files.count > shown { lines.append("… and \(files.count - shown) more files") }
    lines.append("\(scanned.frames) frames in \(files.count) files")
    if scanned.otherBytes > 0 {
      lines.append("\(scanned.otherBytes) bytes of the input are part of no frame")
    }
    return lines.joined(separator: "\n")
  }
}
