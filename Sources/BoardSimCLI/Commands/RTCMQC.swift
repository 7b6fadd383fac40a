internal import GNSSBasics
internal import ObservationQuality
internal import RTCMParser
internal import RTCMStreams
internal import TextOutput

/// The command `boardsim rtcm qc`.
struct RTCMQC: Command {
  static let words = ["rtcm", "qc"]
  static let abstract =
    "Check the quality of a stream's observations: completeness, slips, multipath, C/N0, latency."
  static let examples = [
    "boardsim rtcm qc captures/milan-base.rtcm3",
    "boardsim rtcm qc base.rtcm3 --nav brdc.rnx.gz --report base.html",
    "boardsim rtcm qc base.rtcm3 --expect 'completeness >= 95' --expect 'slips == 0'",
    "boardsim rtcm qc ntrip://127.0.0.1:2101/BASE --live --json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.file,
        help: """
          a capture, or a u-blox log with UBX-RXM-RAWX, read twice; or
          - for standard input or ntrip[s]://…/MOUNTPOINT, followed until
          Ctrl-C and judged with the ephemerides that have come
          """),
      .flag(
        "live", \.isLive,
        help: "print a line about each minute as it ends, or an object a line\nwith --json"),
      .option("duration", \.duration, "S", help: "follow a mountpoint for S seconds"),
      .option(
        "date", \.date, "DATE",
        help: """
          a date within half a week; default: the one that a file's
          messages tell, and now for what is followed
          """),
    ] + QualityArguments.parameters(in: \.quality)
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(["live"], says: "--live is for standard input and mountpoints") {
        $0.isLive && !$0.isFollowed
      },
      CommandRule(["duration"], says: "--duration is for mountpoints") {
        $0.duration != nil && !StreamInput.isCaster($0.file)
      },
      .file(of: "report", \.quality.report, isNot: \.file),
    ] + QualityArguments.rules.of(\.quality)
  }

  var file = ""
  var isLive = false
  var duration: SecondsArgument?
  var date: StreamDateArgument?
  var quality = QualityArguments()

  /// Whether the stream is read once, as it comes.
  private var isFollowed: Bool { file == "-" || StreamInput.isCaster(file) }

  func run() async throws {
    Interruption.install()
    let navigation = try quality.navigation.map { try NavigationInput($0) }
    if isFollowed {
      try await follow(navigation)
    } else {
      try check(navigation)
    }
  }

  // MARK: Files

  private func check(_ navigation: [NavigationInput]) throws {
    let input = try ObservationFile(file, form: nil, date: date?.time)
    if input.form == .rinex {
      throw Failure(message: "'\(file)' is RINEX; 'boardsim rinex qc' checks it")
    }
    input.noteDate()
    var tally = quality.tally(navigation, near: input.date)
    for (message, time) in input.ephemerides { tally.take(message, near: time) }
    // A stream of a network may have several stations, of which each is a receiver.
    let station = input.stations.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    if input.stations.count > 1 {
      Console.note("'\(file)' has \(input.stations.count) stations; \(station) is checked")
    }
    var reader = try EpochReader(input, glonassChannels: input.glonassChannels)
    var progress = Progress("checking \(file)", of: input.epochCount, isQuiet: quality.isQuiet)
    while let placed = try reader.read() {
      if placed.epoch.stationID == station { tally.add(placed.epoch, at: placed.position) }
      progress.update(after: reader.count)
      try Interruption.check()
    }
    progress.finish()
    try quality.conclude(tally, of: file, more: input.scan.map(members) ?? [])
  }

  private func members(_ counts: ScanCounts) -> [Described] {
    [Described("stream", counts.named.map { Described($0.name, .count($0.count)) })]
  }

  // MARK: Streams that are followed

  private func follow(_ navigation: [NavigationInput]) async throws {
    guard let now = date?.time ?? GPSTime(DateArgument.present) else { return }
    var input = try StreamInput(
      file, isQuiet: quality.isQuiet, duration: duration?.duration)
    var stream = FollowedQuality(quality.tally(navigation, near: now), at: now)
    while try await input.read({ bytes in
      stream.consume(bytes, at: date == nil ? GPSTime(DateArgument.present) : nil)
    }) {
      for minute in stream.takeMinutes() { try tell(minute) }
    }
    stream.finish()
    for minute in stream.takeMinutes() { try tell(minute) }
    try input.beginning.checkFrames(of: file, stream.counts)
    if let note = stream.note { Console.note(note) }
    try quality.conclude(
      stream.whole, of: StreamInput.title(of: file), more: members(stream.counts))
  }

  private func tell(_ minute: QualityTally) throws {
    guard isLive else { return }
    try Console.print(quality.isJSON ? minute.report.json : minute.line)
    for problem in quality.problems(in: minute.report) { Console.note(problem) }
  }
}
