internal import RTCMParser
internal import TextOutput

/// `boardsim rtcm convert`.
struct RTCMConvert: Command {
  static let words = ["rtcm", "convert"]
  static let abstract = "Filter, thin and reduce an RTCM 3 stream; only whole frames pass."
  static let examples = [
    "boardsim rtcm convert captures/milan-base.rtcm3 -o small.rtcm3 --msm 4 --every 5",
    "boardsim ntrip get ntrip://127.0.0.1:2101/BASE | boardsim rtcm convert - -o - --drop-type 1033 | boardsim rtcm stats -",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument("FILE", \.file, help: "a capture, or - for standard input"),
      .option("output", short: "o", \.output, "FILE", help: "where the stream goes; - for stdout"),
    ] + selection + change + [
      .flag("pass-through", \.passesOtherBytes, help: "also pass bytes that are part of no frame"),
      .flag(
        "json", \.isJSON,
        help: "the summary as one JSON object, on stdout unless the stream goes there"),
      .flag("quiet", short: "q", \.isQuiet, help: "show neither progress nor summary"),
    ]
  }

  private static var selection: [Parameter<Self>] {
    [
      .list("keep-type", \.rules.keptTypes, "N", help: "only this message type; may be repeated"),
      .list("drop-type", \.rules.droppedTypes, "N", help: "not this type; may be repeated"),
      .list(
        "keep-constellation", \.keptConstellations, "NAME",
        help: """
          only messages of this system, and those of none such as 1005:
          gps, glonass, galileo, sbas, qzss, beidou or navic; may be repeated
          """),
      .list(
        "drop-constellation", \.droppedConstellations, "NAME",
        help: "no messages of this system; may be repeated"),
      .list(
        "keep-signal", \.keptSignals, "CODE",
        help: """
          in MSMs, of the system of this signal only it, such as G1C or E5Q:
          a RINEX system letter, band and attribute; may be repeated
          """),
      .list(
        "drop-signal", \.droppedSignals, "CODE", help: "not this signal in MSMs; may be repeated"),
      .option(
        "every", \.interval, "S",
        help: "observations only at multiples of S seconds of the GPS day; the rest always"),
      .option(
        "leap-seconds", \.leapSeconds, "N",
        help: "GPS time less UTC, for --every on GLONASS; default 18, as since 2017"),
    ]
  }

  private static var change: [Parameter<Self>] {
    [
      .option("station-id", \.stationID, "N", help: "DF003 of all messages: 0 to 4095"),
      .option(
        "msm", \.msm, "4|5",
        help: """
          reduce MSM7 to MSM4 or MSM5, and MSM5 and MSM6 to MSM4, ranges
          rounded to the nearest coarser step; other MSMs stay
          """),
    ]
  }

  var file = ""
  var output = ""
  var rules = ConversionRules()
  var keptConstellations: [ConstellationName] = []
  var droppedConstellations: [ConstellationName] = []
  var keptSignals: [SignalArgument] = []
  var droppedSignals: [SignalArgument] = []
  var interval: SecondsArgument?
  var leapSeconds: UInt16 = 18
  var stationID: UInt16?
  var msm: MSMKindName?
  var passesOtherBytes = false
  var isJSON = false
  var isQuiet = false

  func run() throws {
    guard !output.isEmpty else { throw UsageError(message: "say where to: -o FILE, or -o -") }
    var converter = StreamConverter(try completeRules(), passesOtherBytes: passesOtherBytes)
    guard !isSameFile(file, output) else {
      throw UsageError(message: "'\(output)' is the input as well; name another file for -o")
    }
    Interruption.install()
    var input = try InputStream(file)
    var stream = try OutputStream(output)
    var progress = Progress("converting \(file)", isQuiet: isQuiet || input.length == nil)
    var (chunk, bytesOut, isOpen) = ([UInt8](), 0, true)
    while isOpen {
      isOpen = try input.read { converter.consume($0, into: &chunk) }
      if !isOpen { converter.finish(into: &chunk) }
      bytesOut += chunk.count
      try stream.write(chunk)
      if input.length == nil { try stream.flush() }  // a live stream is not to wait for more
      chunk.removeAll(keepingCapacity: true)
      progress.update(Double(converter.scanned.bytes) / Double(max(input.length ?? 1, 1)))
    }
    progress.finish()
    try stream.close()
    show(ConversionSummary(of: converter, bytesOut: bytesOut))
  }

  private func completeRules() throws(UsageError) -> ConversionRules {
    var rules = self.rules
    rules.keptConstellations = keptConstellations.map(\.constellation)
    rules.droppedConstellations = droppedConstellations.map(\.constellation)
    rules.keptSignals = keptSignals.map(\.signal)
    rules.droppedSignals = droppedSignals.map(\.signal)
    rules.leapSeconds = Int(leapSeconds)
    rules.msmKind = msm?.kind
    if let stationID, stationID > 4095 {
      throw UsageError(message: "--station-id must be a number from 0 to 4095, not '\(stationID)'")
    }
    rules.stationID = stationID
    if let interval { rules.intervalMilliseconds = try milliseconds(of: interval.duration) }
    return rules
  }

  private func milliseconds(of interval: Duration) throws(UsageError) -> Int {
    let milliseconds = Int((interval / .milliseconds(1)).rounded())
    guard (20...86_400_000).contains(milliseconds) else {
      throw UsageError(message: "--every must be from 0.02 seconds to 86400, a day")
    }
    return milliseconds
  }

  private func show(_ summary: ConversionSummary) {
    if isJSON && output != "-" {
      Console.print(summary.json)
    } else if !isQuiet {
      Console.note(isJSON ? summary.json : summary.text)
    }
  }
}

/// What a conversion did, for people and for programs.
struct ConversionSummary {
  private let scanned: ScanCounts
  private let counts: ConversionCounts
  private let bytesOut: Int

  init(of converter: StreamConverter, bytesOut: Int) {
    (scanned, counts) = (converter.scanned, converter.counts)
    self.bytesOut = bytesOut
  }

  private var dropped: [(name: String, reason: String, count: Int)] {
    [
      ("dropped_by_type", "by message type", counts.droppedByType),
      ("dropped_by_constellation", "by constellation", counts.droppedByConstellation),
      ("dropped_by_epoch", "by epoch", counts.droppedByEpoch),
      ("dropped_by_signals", "without a signal left", counts.droppedBySignals),
    ]
  }

  /// One JSON object.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("frames_in", counts.framesIn)
      json.member("frames_out", counts.framesOut)
      json.member("frames_changed", counts.framesChanged)
      for cause in dropped { json.member(cause.name, cause.count) }
      json.member("undecodable", counts.undecodable)
      json.member("bytes_in", scanned.bytes)
      json.member("other_bytes_in", scanned.otherBytes)
      json.member("bytes_out", bytesOut)
    }
    return json.text
  }

  /// A few lines.
  var text: String {
    var lines = [
      "frames: \(counts.framesIn) in, \(counts.framesOut) out, \(counts.framesChanged) of them changed",
      "bytes:  \(scanned.bytes) in, \(bytesOut) out",
    ]
    let reasons = dropped.filter { $0.count > 0 }.map { "\($0.count) \($0.reason)" }
    if !reasons.isEmpty { lines.append("dropped: " + reasons.joined(separator: ", ")) }
    if counts.undecodable > 0 {
      lines.append(
        "\(counts.undecodable) MSMs could not be decoded and passed as they were; "
          + "'boardsim rtcm decode' shows why")
    }
    if scanned.otherBytes > 0 {
      lines.append("\(scanned.otherBytes) bytes of the input are part of no frame")
    }
    return lines.joined(separator: "\n")
  }
}
