internal import GNSSBasics
internal import Mathematics
internal import RINEX
internal import RTCMParser
internal import RTCMStreams

/// The command `boardsim rinex split`.
struct RINEXSplit: Command {
  static let words = ["rinex", "split"]
  static let abstract = "Write the observations of RINEX files anew, a file for each hour or day."
  static let examples = [
    "boardsim rinex split day.rnx.gz -o hours --period 1H --long-name MILA00ITA",
    "boardsim rinex split mon.obs tue.obs -o . --period 1D --long-name MILA00ITA_S --hatanaka",
  ]
  static var parameters: [Parameter<Self>] {
    RINEXEdit.parameters(
      \.edit, output: "the folder of the files, which have long names") + [
        .option(
          "period", \.period, "N",
          help: "the time that a file holds: 15M, 1H (default) or 1D, of GPS time")
      ]
  }
  static var rules: [CommandRule<Self>] {
    [.output(\.edit.output)] + RINEXEdit.rules.of(\.edit) + [
      CommandRule(["long-name"], says: "the files need names: give --long-name, such as MILA00ITA")
      { $0.edit.rinex.longName == nil },
      CommandRule(["nav"], says: "ephemerides are not split; 'boardsim rinex convert' merges them")
      { $0.edit.rinex.navigation != nil },
    ]
  }

  var edit = RINEXEdit()
  var period = PeriodArgument.hour

  func run() throws {
    Interruption.install()
    let sources = try edit.sources()
    if let file = sources.navigation.first {
      throw UsageError(
        message: "'\(file.path)' holds ephemerides, which are not split; "
          + "'boardsim rinex convert' merges them")
    }
    let result = try RINEXSplitting(edit, sources, seconds: period.seconds).run()
    try result.show(edit)
    try result.losses.check(edit.output)
  }
}

/// The time that a file holds: a number and `M`, `H` or `D`.
struct PeriodArgument: OptionValue {
  let seconds: Int

  static let hour = PeriodArgument(seconds: 3600)

  private init(seconds: Int) { self.seconds = seconds }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let units: [Character: Int] = ["M": 60, "H": 3600, "D": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()), count > 0,
      case let seconds = count.multipliedReportingOverflow(by: unit), !seconds.overflow,
      seconds.partialValue == 86_400
        || seconds.partialValue < 86_400 && 86_400 % seconds.partialValue == 0
    else {
      throw UsageError(
        message:
          "\(parameter) must be a part of the day in minutes, hours or days, such as 15M, 1H "
          + "or 1D, not '\(text)'")
    }
    self.seconds = seconds.partialValue
  }
}

/// The work of `boardsim rinex split`: two passes through the observations, with a file at a time.
struct RINEXSplitting {
  private let edit: RINEXEdit
  private let sources: RINEXSources
  private let period: Int64

  init(_ edit: RINEXEdit, _ sources: RINEXSources, seconds: Int) {
    (self.edit, self.sources, period) = (edit, sources, Int64(seconds) * 1_000_000_000)
  }

  /// Writes the files.
  func run() throws -> RINEXRewritingResult {
    var progress = Progress("splitting", isQuiet: edit.isQuiet)
    var result = RINEXRewritingResult()
    let surveys = try surveys(&progress)
    var (current, piece) = (Int64?.none, RINEXObservationFile?.none)
    result.counts = try sources.read(edit.conversion, &progress, pass: 0.5...1) { epoch in
      let number = number(of: epoch.time)
      if current != number {
        try piece?.finish()
        (current, piece) = (number, nil)
        guard let survey = surveys[number] else { return }
        let path = try path(of: survey, number)
        piece = try RINEXObservationFile(path, of: survey, isCompact: edit.rinex.isCompact)
        result.files.append(path)
      }
      try piece?.append(epoch)
    }
    try piece?.finish()
    progress.finish()
    for survey in surveys.values { result.epochs += survey.epochs }
    result.omissions = surveys.sorted { $0.key < $1.key }.flatMap(\.value.omissions)
    result.errors = sources.firstErrors
    return result
  }

  private func number(of time: GPSTime) -> Int64 {
    time.nanoseconds.dividedRoundingDown(by: period).quotient
  }

  private func surveys(_ progress: inout Progress) throws -> [Int64: RINEXSurvey] {
    let (header, version) = (edit.header(of: sources), edit.version(of: sources))
    let channels = edit.channels(of: sources)
    var surveys: [Int64: RINEXSurvey] = [:]
    _ = try sources.read(edit.conversion, &progress, pass: 0...0.5) { epoch in
      surveys[
        number(of: epoch.time),
        default: RINEXSurvey(
          near: epoch.time, version: version, header: header, glonassChannels: channels)
      ].add(epoch)
    }
    for number in surveys.keys { surveys[number]?.finish() }
    return surveys
  }

  /// Returns the path of a period's file: its name has the whole period, also where observations are missing.
  private func path(of survey: RINEXSurvey, _ number: Int64) throws -> String {
    guard let argument = edit.rinex.longName,
      let name = survey.longName(
        site: argument.site, origin: argument.origin, from: GPSTime(nanoseconds: number * period),
        nanoseconds: period)
    else { throw Failure(message: "there is no observation by whose time a file could be named") }
    return edit.rinex.paths(of: name, in: edit.output).observations
  }
}
