internal import RINEX
internal import RTCMStreams

/// The command `boardsim rtcm convert`.
struct RTCMConvert: Command {
  static let words = ["rtcm", "convert"]
  static let abstract =
    "Filter, thin and reduce an RTCM 3 stream; or make RINEX, CSV or JSON Lines of it, or of a UBX log."
  static let examples = [
    "boardsim rtcm convert captures/milan-base.rtcm3 -o small.rtcm3 --msm 4 --every 5",
    "boardsim rtcm convert captures/milan-base.rtcm3 -o old.rtcm3 --msm legacy",
    "boardsim rtcm convert captures/milan-base.rtcm3 -o part.rtcm3 --since 12:05 --until 12:07 --drop-satellite G05",
    "boardsim rtcm convert captures/milan-base.rtcm3 -o short.rtcm3 --msm 4 --max-frame 240",
    "boardsim rtcm convert captures/milan-base.rtcm3 -o base.jsonl",
    "boardsim rtcm convert base.jsonl -o edited.rtcm3",
    "boardsim rtcm convert captures/milan-base.rtcm3 -o base.obs --date 2026-06-01",
    "boardsim rtcm convert captures/milan-base.rtcm3 -o base.obs --rinex-version 2.11 --header observer=Ada --header 'comment=on the roof'",
    "boardsim rtcm convert captures/milan-base.rtcm3 -o base.csv --every 30",
    "boardsim rtcm convert rover.ubx -o rover.obs",
    "boardsim rtcm convert ntrip://127.0.0.1:2101/BASE -o . --long-name MILA00ITA --period 1H --hatanaka --append",
    "boardsim ntrip get ntrip://127.0.0.1:2101/BASE | boardsim rtcm convert - -o - --drop-type 1033 | boardsim rtcm stats -",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.file,
        help: """
          a capture, JSON Lines or a u-blox receiver's log, - for standard
          input, or ntrip[s]://…/MOUNTPOINT to follow until Ctrl-C
          """),
      .option(
        "output", short: "o", \.output, "FILE",
        help: """
          the output file, compressed where its name ends with .gz; - for
          stdout
          """),
      .option(
        "from", \.from, "FORM",
        help: """
          rtcm, or jsonl: JSON Lines, which may be written by hand, or ubx:
          UBX-RXM-RAWX and the ephemerides in UBX-RXM-SFRBX, as they are for
          RINEX and CSV, as MSM7 and ephemeris messages otherwise and with
          --msm; default by the file's name, or else by what it holds, where
          frames of RTCM 3 come before raw measurements
          """),
      .option(
        "to", \.to, "FORM",
        help: """
          rtcm (default), or jsonl (default for such a file): JSON Lines
          as 'boardsim rtcm decode --json' writes them, or rinex (default
          for .obs and .rnx, and for .crx and .26d, compact files of
          Hatanaka): RINEX, and ephemerides beside it, or csv
          (default for .csv): a line for each signal of an epoch; a name
          that ends in something else wants it said
          """),
    ] + RINEXArguments.parameters(\.rinex) + PeriodArguments.parameters(\.periods) + types + change
      + [
        .flag(
          "pass-through", \.passesOtherBytes,
          help: "also pass bytes that are part of no frame; of a receiver's log there are none"),
        .flag(
          "json", \.isJSON,
          help: """
            the summary as one JSON object, on stdout unless the stream goes
            there; with --period, before it one for each complete file
            """),
        .flag("quiet", short: "q", \.isQuiet, help: "show neither progress nor summary"),
      ]
  }

  private static var types: [Parameter<Self>] {
    [
      .list("keep-type", \.keptTypes, "N", help: "only this message type; may be repeated"),
      .list("drop-type", \.droppedTypes, "N", help: "not this type; may be repeated"),
      .option(
        "leap-seconds", \.leapSeconds, "N",
        help: "GPS time less UTC, for --every on GLONASS; default 18, as since 2017"),
    ] + SelectionArguments.parameters(\.selection)
  }

  private static var change: [Parameter<Self>] {
    [
      .option("station-id", \.stationID, "N", help: "DF003 of all messages: 0 to 4095"),
      .option(
        "set-position", \.stationPlace, "LAT,LON,H",
        help: """
          where 1005 and 1006 say that the station is; a stream without them
          gets 1005 before its first observations and every ten seconds
          """),
      .option(
        "msm", \.msm, "4|5|legacy",
        help: """
          reduce MSM7 to MSM4 or MSM5, and MSM5 and MSM6 to MSM4, ranges
          rounded to the nearest coarser step; other MSMs stay.
          legacy: MSM4 to MSM7 of GPS become 1004, of GLONASS 1012, for
          rovers from before MSM; other systems are dropped. The smaller
          forms are 1002, 1003 and 1001, and 1010, 1011 and 1009 with them
          """),
      .option(
        "max-frame", \.greatestFrame, "BYTES",
        help: """
          split longer MSMs by satellites into frames of at most 60 to 1029
          bytes, with header and CRC: 720 for MAVLink's GPS_RTCM_DATA. Other
          longer frames are left out and named, with status 1
          """),
      .list(
        "glonass-channel", \.glonassChannels, "SAT=N,…",
        help: """
          frequency channels of -7 to 6 that the stream does not tell, such as
          R01=1,R02=-4, for RINEX, CSV and --msm legacy; may be repeated
          """),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [.output(\.output)] + PeriodArguments.rules(\.periods, \.rinex)
  }

  var file = ""
  var output = ""
  var from: InputForm?
  var to: OutputForm?
  var rinex = RINEXArguments()
  var periods = PeriodArguments()
  var keptTypes: [MessageTypeArgument] = []
  var droppedTypes: [MessageTypeArgument] = []
  var selection = SelectionArguments()
  var leapSeconds = UInt16(LeapSeconds.latest)
  var stationID: StationIDArgument?
  var stationPlace: StationPlaceArgument?
  var msm: MSMFormName?
  var greatestFrame: FrameLengthArgument?
  var glonassChannels: [GLONASSChannelsArgument] = []
  var passesOtherBytes = false
  var isJSON = false
  var isQuiet = false

  func run() async throws {
    let form = try checkedForm()
    let rules = rules
    Interruption.install()
    let input = try StreamInput(file, isQuiet: isQuiet)
    // Lines are read only once, so that each complaint about a line is reported once.
    let isLines = (from ?? InputForm(ofFile: file)) == .jsonl
    let comesOnce = isLines || file == "-" || input.length == nil
    let stream = try open(form, comesOnce: comesOnce, isLive: input.length == nil)
    let keepsEpochs = form.keepsEpochs && msm == nil
    func pass(over input: consuming StreamInput) async throws -> ConversionInput {
      let converter = StreamConverter(rules, passesOtherBytes: passesOtherBytes)
      let conversion = ConversionInput(
        from ?? InputForm(ofFile: file), converter, keepsEpochs: keepsEpochs)
      return try await convert(input, by: conversion, into: stream)
    }
    var conversion = try await pass(over: input)
    while stream.needsAnotherPass {
      conversion = try await pass(over: try StreamInput(file, isQuiet: isQuiet))
    }
    try show(ConversionSummary(of: conversion, into: stream))
    try conversion.checkLines(of: file)
    try stream.losses?.check(output)
    try conversion.converter.counts.checkLengths(of: output)
  }

  /// Opens the output.
  private func open(
    _ form: OutputForm, comesOnce: Bool, isLive: Bool
  ) throws -> any ConversionOutput {
    guard let period = periods.period, let name = rinex.longName else {
      return try form.open(
        output, rinex: rinex, glonassChannels: glonassChannels.bySlot, comesOnce: comesOnce,
        isLive: isLive)
    }
    let (isJSON, isQuiet) = (isJSON, isQuiet)
    return try RINEXPeriodOutput(
      output, rinex, name, periods, length: period, glonassChannels: glonassChannels.bySlot,
      comesOnce: comesOnce, isLive: isLive
    ) { file in
      if isJSON { try Console.print(file.json) }
      if !isQuiet { Console.note(file.text) }
    }
  }

  /// Returns the output form, after checking files and options against it.
  private func checkedForm() throws(UsageError) -> OutputForm {
    let form =
      if let to { to } else if rinex.longName != nil { OutputForm.rinex } else {
        try OutputForm(ofFile: output)
      }
    guard !passesOtherBytes || form == .rtcm else {
      throw UsageError(message: "--pass-through goes with --to rtcm; other forms hold frames only")
    }
    guard form == .rinex || !rinex.isGiven else {
      throw UsageError(
        message:
          "--nav, --marker, --rinex-version, --header, --long-name and --hatanaka go with --to rinex"
      )
    }
    guard form == .rinex || form == .csv || rinex.date == nil else {
      throw UsageError(message: "--date goes with --to rinex and --to csv")
    }
    guard form == .rinex || form == .csv || msm == .legacy || glonassChannels.isEmpty else {
      throw UsageError(message: "--glonass-channel goes with --to rinex, --to csv and --msm legacy")
    }
    guard form == .rtcm || form == .jsonl || greatestFrame == nil else {
      throw UsageError(message: "--max-frame goes with --to rtcm and --to jsonl")
    }
    guard rinex.longName == nil || rinex.version != .v2_11 else {
      throw UsageError(message: "files of version 2.11 have no long names: leave out --long-name")
    }
    guard rinex.longName == nil || isFolder(output) else {
      throw UsageError(message: "--long-name needs a folder that there is for -o, not '\(output)'")
    }
    let hasNames = form == .rinex && rinex.longName == nil
    let navigation = hasNames ? try rinex.navigationPath(beside: output) : nil
    for path in [output, navigation].compactMap({ $0 }) where isSameFile(file, path) {
      throw UsageError(message: "'\(path)' is the input as well; name another file")
    }
    return form
  }

  /// Converts the input from its beginning to its end.
  private func convert(
    _ input: consuming StreamInput, by conversion: ConversionInput,
    into stream: any ConversionOutput
  ) async throws -> ConversionInput {
    var conversion = conversion
    var progress = Progress("converting \(file)", of: input.length, isQuiet: isQuiet)
    var (chunk, isOpen) = (ConvertedChunk(), true)
    while isOpen {
      isOpen = try await input.read { conversion.consume($0, into: &chunk) }
      if !isOpen { conversion.finish(into: &chunk) }
      try chunk.give(to: stream)
      if input.length == nil { try stream.flush() }  // a live stream's readers must not wait
      progress.update(after: conversion.byteCount)
    }
    progress.finish()
    try conversion.checkMessages(of: file, input.beginning)
    try stream.finish()
    return conversion
  }

  private var rules: ConversionRules {
    var rules = ConversionRules()
    rules.keptTypes = keptTypes.map(\.type)
    rules.droppedTypes = droppedTypes.map(\.type)
    selection.apply(to: &rules)
    rules.stationPosition = stationPlace?.position
    rules.leapSeconds = Int(leapSeconds)
    msm?.apply(to: &rules)
    rules.maximumFrameLength = greatestFrame?.byteCount
    rules.glonassChannels = glonassChannels.bySlot
    rules.stationID = stationID?.id
    return rules
  }

  private func show(_ summary: ConversionSummary) throws(Failure) {
    if isJSON && output != "-" {
      try Console.print(summary.json)
    } else if !isQuiet {
      Console.note(isJSON ? summary.json : summary.text)
    }
  }
}
