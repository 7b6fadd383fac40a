internal import GNSSBasics
internal import NtripClient
internal import NtripProtocol
internal import RTCMStreams
internal import TextOutput

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The command `boardsim capture record`.
struct CaptureRecord: Command {
  static let words = ["capture", "record"]
  static let abstract = "Record a caster's stream with its arrival times."
  static let examples = [
    "boardsim capture record ntrip://127.0.0.1:2101/BASE -o base.rtcm3 --duration 600",
    "boardsim capture record @caster.url -o base.rtcm3 --rotate 1h --keep",
  ]
  static var parameters: [Parameter<Self>] {
    ownParameters + TransportArguments.parameters(in: \.transport)
  }

  private static var ownParameters: [Parameter<Self>] {
    [
      .argument(
        "URL", \.url,
        help: """
          ntrip[s]://[user:password@]host[:port]/MOUNTPOINT, or @FILE with
          it in the first line. Ends with 0 when any of the stream came and
          the caster or you ended it, with 1 when none did or it broke
          """),
      .option(
        "output", short: "o", \.output, "FILE",
        help: """
          the recording, whole frames only; FILE.timing beside it has a line
          {"t":SECONDS_SINCE_1970,"n":BYTES} for each arrival, the pace at
          which caster, replay and ntrip push play it
          """),
      .option(
        "rotate", \.rotation, "1h|100M",
        help: """
          start another file at each 1h, 15m, 1d of UTC, or before a file
          exceeds 100M, 64k; named by its start: base-20260601T120000Z.rtcm3
          """),
      .flag(
        "keep", \.isKept,
        help: """
          reconnect after failures: soon after a temporary one, after a
          minute and then less and less often after a refusal, never after
          a ban
          """),
      .option("ntrip-version", \.version, "V", help: "auto (default), 1 or 2"),
      .option(
        "gga", \.gga, "LAT,LON[,H]", help: "a position to send, as network casters want it"),
      .option("duration", \.duration, "S", help: "end after S seconds; default: never"),
      .flag("force", short: "f", \.overwrites, help: "replace files that exist"),
      .flag("json", \.isJSON, help: "print one JSON object for each complete file"),
      .flag("quiet", short: "q", \.isQuiet, help: "only errors"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(["output"], says: "the output is missing: -o FILE") { $0.output.isEmpty },
      CommandRule(["rotate", "output"]) { command in
        guard command.rotation != nil, !PendingFile.isFile(command.output) else { return nil }
        return
          "'\(command.output)' is one output without end: name a file with -o, or leave out --rotate"
      },
    ] + TransportArguments.rules(in: \.transport)
  }

  var url = MountpointArgument()
  var output = ""
  var rotation: Rotation?
  var isKept = false
  var version = VersionName.auto
  var gga: PositionArgument?
  var duration: SecondsArgument?
  var overwrites = false
  var isJSON = false
  var isQuiet = false
  var transport = TransportArguments()

  func run() async throws {
    Interruption.install()
    var recording = Recording(
      files: try RecordingFiles(output, rotation: rotation, overwrites: overwrites),
      isJSON: isJSON, isQuiet: isQuiet)
    let failure = try await follow(&recording)
    try recording.finish()
    try conclude(recording.hasData, failure)
  }

  /// Records until the link ends.
  ///
  /// - Returns: The reason for the end; `nil` when the recording was ended on purpose and has data.
  private func follow(_ recording: inout Recording) async throws -> NtripFailure? {
    let stream = NtripStream(
      from: url.url, options: options, position: gga.map { GGASentence(good: $0.position) },
      retry: isKept ? RetryPolicy() : nil, over: try transport.options())
    var elements = stream.makeAsyncIterator()
    let link = elements.link
    Interruption.onRequest { link.stop() }
    if let duration {
      Task {
        try await Task.sleep(for: duration.duration)
        link.stop()
      }
    }
    var log = LinkLog(isQuiet: isQuiet)
    do throws(NtripFailure) {
      while let element = try await elements.next() {
        switch element {
        case .status(let status):
          if !link.isOver { log.update(status) }
          // The end of one connection and the start of the next are not adjacent. A short connection may
          // have ended before its start is reported.
          recording.beginConnection()
        case .data(let bytes): recording.take(bytes)
        }
        guard recording.failure == nil else { break }
      }
    } catch {
      return error
    }
    link.stop()
    if let failure = recording.failure { throw failure }
    return recording.hasData ? nil : link.failure
  }

  private func conclude(_ hasData: Bool, _ failure: NtripFailure?) throws(Failure) {
    if hasData, failure.map({ $0.cause == .closed }) ?? true { return }
    throw Failure(message: failure.map { "\($0)" } ?? "nothing came from \(url.url)")
  }

  private var options: NtripSessionOptions {
    var options = NtripSessionOptions()
    options.version = version.choice
    options.positionInterval = gga == nil ? nil : GGASchedule.usualInterval
    return options
  }
}

extension GGASentence {
  /// Creates a sentence that casters accept: a good fix at the current time of day.
  fileprivate init(good position: GeodeticPosition) {
    self.init(
      position: position,
      timeOfDay: .seconds(Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)))
  }
}

/// A running recording: complete frames in files, with their arrival times.
private struct Recording: ~Copyable {
  private var files: RecordingFiles
  private var frames = WholeFrames()
  private let isJSON: Bool
  private let isQuiet: Bool
  private var toldCount = 0
  /// The number of bytes of incomplete frames.
  private var tornCount = 0
  private let startDate = Date()
  private let start = ContinuousClock.now
  /// Whether any byte has arrived.
  private(set) var hasData = false
  /// The failure that ended the recording.
  private(set) var failure: Failure?

  init(files: consuming RecordingFiles, isJSON: Bool, isQuiet: Bool) {
    self.files = files
    self.isJSON = isJSON
    self.isQuiet = isQuiet
  }

  /// The current time, by a clock that does not jump during the recording.
  private var now: UnixTime {
    UnixTime(nanoseconds: Int64(startDate.timeIntervalSince1970 * 1e9))
      .advanced(by: ContinuousClock.now - start)
  }

  /// Begins a new connection, from which the following bytes come.
  mutating func beginConnection() { write(endConnection()) }

  private mutating func endConnection() -> WholeFrames.Piece {
    let held = frames.heldCount
    let piece = frames.finish()
    tornCount += held - piece.bytes.count
    return piece
  }

  mutating func take(_ bytes: [UInt8]) {
    hasData = hasData || !bytes.isEmpty
    write(frames.consume(bytes.span))
  }

  private mutating func write(_ piece: WholeFrames.Piece) {
    guard failure == nil else { return }
    do throws(Failure) {
      try files.write(piece, at: now)
      try tell()
    } catch {
      failure = error
    }
  }

  mutating func finish() throws(Failure) {
    beginConnection()
    if let failure { throw failure }
    try files.finish()
    try tell()
    if !isQuiet, tornCount > 0 {
      Console.note("\(tornCount) bytes of frames that were cut off are left out")
    }
  }

  /// Reports the files completed since the last call.
  private mutating func tell() throws(Failure) {
    for file in files.finished.dropFirst(toldCount) {
      if isJSON { try Console.print(file.json) }
      if !isQuiet { Console.note(file.text) }
    }
    toldCount = files.finished.count
  }
}

extension RecordingFiles.File {
  fileprivate var text: String {
    "\(path): \(byteCount) bytes, \(frameCount) frames"
  }

  fileprivate var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("event", "file")
      json.member("path", path)
      json.member("timing", timing)
      json.member("bytes", byteCount)
      json.member("frames", frameCount)
      json.member("first", first.iso8601)
      json.member("last", last.iso8601)
    }
    return json.text
  }
}
