internal import GNSSBasics
internal import RINEX
internal import RTCMParser
internal import RTCMStreams
internal import TextOutput

/// The work of `boardsim rinex convert`: two passes through the observations, and the ephemerides.
struct RINEXRewriting {
  private let edit: RINEXEdit
  private let sources: RINEXSources
  private let header: RINEXHeader
  private let version: RINEXFormat

  init(_ edit: RINEXEdit, _ sources: RINEXSources) {
    (self.edit, self.sources) = (edit, sources)
    (header, version) = (edit.header(of: sources), edit.version(of: sources))
  }

  /// Writes the files.
  func run() throws -> RINEXRewritingResult {
    var result = RINEXRewritingResult()
    var path = edit.output
    var navigationPath: String?
    if !sources.observations.isEmpty {
      var progress = Progress("converting", isQuiet: edit.isQuiet)
      var survey = try self.survey(&progress)
      survey.finish()
      (path, navigationPath) = try names(of: survey)
      result.counts = try write(survey, to: path, &progress)
      progress.finish()
      result.epochs = survey.epochs
      result.omissions += survey.omissions
      result.files.append(path)
      result.errors = sources.firstErrors
    }
    guard !sources.navigation.isEmpty else { return result }
    let place = navigationPath ?? edit.rinex.navigation ?? path
    try writeNavigation(to: place, &result)
    return result
  }

  // MARK: - Observations

  private func survey(_ progress: inout Progress) throws -> RINEXSurvey {
    var survey: RINEXSurvey?
    let channels = edit.channels(of: sources)
    _ = try sources.read(edit.conversion, &progress, pass: 0...0.5) { epoch in
      survey =
        survey
        ?? RINEXSurvey(
          near: epoch.time, version: version, header: header, glonassChannels: channels)
      survey?.add(epoch)
    }
    guard let survey else {
      throw Failure(
        message: "no epoch of \(edit.files.joined(separator: ", ")) passes the options; "
          + "'boardsim rinex info' tells their times and signals")
    }
    return survey
  }

  private func write(
    _ survey: RINEXSurvey, to path: String, _ progress: inout Progress
  ) throws -> RINEXEditCounts {
    let file = try RINEXObservationFile(path, of: survey, isCompact: edit.rinex.isCompact)
    let counts = try sources.read(edit.conversion, &progress, pass: 0.5...1) { try file.append($0) }
    try file.finish()
    return counts
  }

  private func names(of survey: RINEXSurvey) throws -> (String, String?) {
    guard let argument = edit.rinex.longName else {
      let navigation =
        sources.navigation.isEmpty ? nil : try edit.rinex.navigationPath(beside: edit.output)
      return (edit.output, navigation)
    }
    guard let name = survey.longName(site: argument.site, origin: argument.origin) else {
      throw Failure(message: "there is no observation by whose time files could have long names")
    }
    return edit.rinex.paths(of: name, in: edit.output)
  }

  // MARK: - Ephemerides

  private func writeNavigation(to path: String, _ result: inout RINEXRewritingResult) throws {
    var merge = RINEXNavigationMerge(version: version, header: header)
    var rules = edit.conversion
    // Ephemerides have no place in a window of observations.
    (rules.window, rules.intervalMilliseconds) = (nil, 0)
    for (file, navigation) in sources.navigation {
      merge.add(navigation) { message in
        var (converter, kept) = (StreamConverter(rules, passesOtherBytes: false), [UInt8]())
        guard let frame = try? message.frame() else { return false }
        converter.consume(frame.span, into: &kept)
        converter.finish(into: &kept)
        return !kept.isEmpty
      }
      result.skipped += navigation.skipped.count
      result.errors += navigation.skipped.prefix(10).map { "'\(file)': \($0)" }
    }
    let (text, records, doubles, omissions) = merge.text()
    (result.ephemerides, result.doubleEphemerides) = (records, doubles)
    result.omissions += omissions
    for (letter, bytes) in [
      (nil, text.navigation), ("g", text.glonassNavigation), ("h", text.sbasNavigation),
    ] as [(Character?, [UInt8])] where !bytes.isEmpty {
      let place = letter.map { RINEXArguments.navigationPath(of: $0, beside: path) } ?? path
      var file = try OutputFile(place, isCompressed: FileEnding.isGzip(place))
      try file.write(bytes)
      try file.finish()
      result.files.append(place)
    }
  }
}

/// The outcome of rewriting RINEX files.
struct RINEXRewritingResult {
  var counts = RINEXEditCounts()
  /// The number of epochs written.
  var epochs = 0
  var ephemerides = 0
  /// The number of ephemerides that an earlier file has as well.
  var doubleEphemerides = 0
  /// The number of records of navigation files that cannot be read.
  var skipped = 0
  var omissions: [Omission] = []
  /// The files written.
  var files: [String] = []
  /// The first errors of each file.
  var errors: [String] = []

  var losses: ConversionLosses {
    ConversionLosses(
      omissions: omissions, impossibleTimes: [], contradictedChannels: [],
      isEmpty: epochs + ephemerides == 0, verb: "left out")
  }

  /// Prints the summary.
  func show(_ edit: RINEXEdit) throws(Failure) {
    if edit.isJSON {
      try Console.print(json)
    } else if !edit.isQuiet {
      Console.note(text)
    }
  }

  private var text: String {
    var lines = ["RINEX:  \(epochs) epochs, \(ephemerides) ephemerides"]
    let left = [
      (counts.disorders, ConversionSummary.disorder),
      (counts.doubles, "observations that another file has"),
      (doubleEphemerides, "ephemerides that another file has"),
      (counts.errors + skipped, "records that cannot be read"),
      (counts.events, "events between epochs"),
    ]
    lines += left.filter { $0.0 > 0 }.map { "left out: \($0.1): \($0.0)" }
    lines += errors.map { "  \($0)" } + losses.lines
    lines.append("files:  \(files.joined(separator: ", "))")
    return lines.joined(separator: "\n")
  }

  private var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("epochs", epochs)
      json.member("epochs_in", counts.epochsIn)
      json.member("epochs_out_of_order", counts.disorders)
      json.member("double_observations", counts.doubles)
      json.member("ephemerides", ephemerides)
      json.member("double_ephemerides", doubleEphemerides)
      json.member("unreadable_records", counts.errors + skipped)
      json.member("events", counts.events)
      json.array("errors") { json in for error in errors { json.value(error) } }
      losses.write(to: &json)
      json.array("files") { json in for file in files { json.value(file) } }
    }
    return json.text
  }
}
