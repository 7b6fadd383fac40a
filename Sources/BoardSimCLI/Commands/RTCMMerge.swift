internal import RTCMStreams

/// The command `boardsim rtcm merge`.
struct RTCMMerge: Command {
  static let words = ["rtcm", "merge"]
  static let abstract = "Join RTCM 3 streams of one place, epoch by epoch."
  static let examples = [
    "boardsim rtcm merge gps.rtcm3 galileo.rtcm3 -o base.rtcm3",
    "boardsim rtcm merge a.rtcm3 b.rtcm3 -o - | boardsim rtcm convert - -o both.rtcm3 --station-id 1",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .arguments(
        "FILE", \.files,
        help: """
          captures; one may be - for standard input. Where several observe
          a system at the same time, the first is taken, and a message that
          several have there, bit for bit, comes once
          """),
      .option("output", short: "o", \.output, "FILE", help: "the output file; - for stdout"),
      .option(
        "leap-seconds", \.leapSeconds, "N",
        help: "GPS time less UTC, for the epochs of GLONASS; default 18, as since 2017"),
    ] + WindowArguments.parameters(\.window) + [
      .flag("quiet", short: "q", \.isQuiet, help: "show neither progress nor summary")
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      .output(\.output),
      CommandRule(["output"]) { command in
        guard command.files.contains(where: { isSameFile($0, command.output) }) else { return nil }
        return "'\(command.output)' is an input as well; name another file for -o"
      },
    ]
  }

  var files: [String] = []
  var output = ""
  var leapSeconds = UInt16(LeapSeconds.latest)
  var window = WindowArguments()
  var isQuiet = false

  func run() throws {
    Interruption.install()
    let sources = try files.map { try Source($0, window.window) }
    var stream = try OutputFile(output)
    var progress = Progress("merging", isQuiet: isQuiet)
    // Reading the awaited source limits the backlog to the content of one read.
    var merger = EpochMerger(
      sourceCount: sources.count, leapSeconds: Int(leapSeconds), maximumBacklog: .max)
    var (chunk, bytesOut) = ([UInt8](), 0)
    let length = sources.reduce(1) { $0 + $1.length }
    while let index = merger.awaitedSource {
      try sources[index].read(into: &merger, as: index, output: &chunk)
      bytesOut += chunk.count
      try stream.write(chunk)
      chunk.removeAll(keepingCapacity: true)
      try Interruption.check()
      progress.update(Double(sources.reduce(0) { $0 + $1.counts.bytes }) / Double(length))
    }
    progress.finish()
    for (file, source) in zip(files, sources) {
      try source.beginning.checkFrames(of: file, source.counts)
    }
    try stream.finish()
    if !isQuiet { summarize(sources, bytesOut: bytesOut) }
  }

  private func summarize(_ sources: [Source], bytesOut: Int) {
    for (file, source) in zip(files, sources) {
      Console.note("\(file): \(source.counts.frames) frames in \(source.counts.bytes) bytes")
    }
    Console.note("\(output): \(bytesOut) bytes out")
  }

  /// An input file of the merge.
  private final class Source {
    private var input: InputStream
    private var scanner = FrameScanner()
    private var window: EpochWindow?
    private(set) var beginning = StreamBeginning()

    init(_ path: String, _ window: EpochWindow?) throws {
      input = try InputStream(path)
      self.window = window
    }

    var length: Int { input.length ?? 0 }
    var counts: ScanCounts { scanner.counts }

    /// Reads the available bytes into a merger, or ends the source in it.
    func read(into merger: inout EpochMerger, as index: Int, output: inout [UInt8]) throws {
      let isOpen = try input.read { bytes in
        beginning.keep(bytes)
        scanner.consume(bytes) { frame in
          if window?.contains(frame) != false { merger.add(frame, from: index, into: &output) }
        }
      }
      guard !isOpen else { return }
      scanner.finish { frame in
        if window?.contains(frame) != false { merger.add(frame, from: index, into: &output) }
      }
      merger.finish(source: index, into: &output)
    }
  }
}
