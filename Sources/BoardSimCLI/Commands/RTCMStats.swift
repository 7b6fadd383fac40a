internal import RTCMStreams
internal import RTCMText
internal import TextOutput

/// The command `boardsim rtcm stats`.
struct RTCMStats: Command {
  static let words = ["rtcm", "stats"]
  static let abstract =
    "Count the frames of a file by type, and say whether a rover can work with it."
  static let examples = [
    "boardsim rtcm stats captures/milan-base.rtcm3",
    "boardsim rtcm stats base.rtcm3 --link 1920 --check",
    "boardsim rtcm stats captures/milan-base.rtcm3 --report stats.html",
    "boardsim ntrip get ntrip://127.0.0.1:2101/BASE | boardsim rtcm stats - --json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.file,
        help: "a capture, - for standard input, or ntrip[s]://…/MOUNTPOINT\nto follow until Ctrl-C")
    ] + WindowArguments.parameters(\.window) + [
      .flag("json", \.isJSON, help: "print one JSON object"),
      .option(
        "link", \.link, "BYTES_PER_S",
        help:
          "tell whether a link of this capacity carries the stream, and\nwhich messages to leave out"
      ),
      .option(
        "report", \.report, "FILE.html",
        help: "write a page with the verdict, the frames and a drawing of the sky, in one file"),
      .flag("check", \.isCheck, help: "end with status 1 when the verdict is fail"),
      .flag("quiet", short: "q", \.isQuiet, help: "show neither progress nor the connection"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      .file(of: "report", \.report, isNot: \.file),
      CommandRule(["report"], says: "--report of a stream is a page: FILE.html") {
        $0.report.map { !RunRecording.isPage($0) } ?? false
      },
    ]
  }

  var file = ""
  var window = WindowArguments()
  var isJSON = false
  var link: PositiveArgument?
  var report: String?
  var isCheck = false
  var isQuiet = false

  func run() async throws {
    Interruption.install()
    var input = try StreamInput(file, isQuiet: isQuiet)
    let statistics = try await read(&input)
    let budget = link.map { LinkBudget(of: statistics, capacity: $0.value) }
    let verdict = StreamVerdict(of: statistics, link: budget)
    try show(statistics, verdict, budget)
    if let report { try writeReport(statistics, verdict, to: report) }
    try input.beginning.checkFrames(of: file, statistics.counts)
    if !isQuiet, let other = input.beginning.otherContent { Console.note(other) }
    if isCheck, let failure = verdict.failure {
      throw Failure(message: "'\(StreamInput.title(of: file))': \(failure)")
    }
  }

  private func read(_ input: inout StreamInput) async throws -> StreamStatistics {
    var statistics = StreamStatistics()
    var progress = Progress("reading \(file)", of: input.length, isQuiet: isQuiet)
    var cutter = window.window.map { StreamCutter($0) }
    var byteCount = 0
    while try await input.read({ bytes in
      byteCount += bytes.count
      guard cutter != nil else { return statistics.consume(bytes) }
      cutter?.consume(bytes, into: &statistics)
    }) {
      progress.update(after: byteCount)
    }
    progress.finish()
    cutter?.finish(into: &statistics)
    statistics.finish()
    return statistics
  }

  private func show(
    _ statistics: StreamStatistics, _ verdict: StreamVerdict, _ budget: LinkBudget?
  ) throws(Failure) {
    guard isJSON else {
      let parts = [statistics.table, statistics.shortFrameLinks, verdict.text]
      return try Console.print(parts.compactMap(\.self).joined(separator: "\n\n"))
    }
    var json = JSONWriter()
    json.object { json in
      statistics.writeMembers(to: &json)
      statistics.writeRates(to: &json)
      statistics.writeShortFrameLinks(to: &json)
      verdict.write(to: &json)
      budget?.write(to: &json)
    }
    try Console.print(json.text)
  }
}

/// A filter that passes the frames within a window of a stream, without other bytes.
private struct StreamCutter {
  private var converter: StreamConverter
  private var chunk: [UInt8] = []

  init(_ window: EpochWindow) {
    var rules = ConversionRules()
    rules.window = window
    converter = StreamConverter(rules)
  }

  mutating func consume(_ bytes: Span<UInt8>, into statistics: inout StreamStatistics) {
    converter.consume(bytes, into: &chunk)
    statistics.consume(chunk.span)
    chunk.removeAll(keepingCapacity: true)
  }

  mutating func finish(into statistics: inout StreamStatistics) {
    converter.finish(into: &chunk)
    statistics.consume(chunk.span)
  }
}
