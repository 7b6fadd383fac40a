internal import GNSSBasics
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
      .filesNeedNames { $0.edit.rinex.longName == nil },
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
    let result = try RINEXSplitting(edit, sources, period).run()
    try result.show(edit)
    try result.losses.check(edit.output)
  }
}

/// The work of `boardsim rinex split`: two passes through the observations, with a file at a time.
struct RINEXSplitting {
  private let edit: RINEXEdit
  private let sources: RINEXSources
  private let period: PeriodArgument

  init(_ edit: RINEXEdit, _ sources: RINEXSources, _ period: PeriodArgument) {
    (self.edit, self.sources, self.period) = (edit, sources, period)
  }

  /// Writes the files.
  func run() throws -> RINEXRewritingResult {
    var progress = Progress("splitting", isQuiet: edit.isQuiet)
    var result = RINEXRewritingResult()
    let surveys = try surveys(&progress)
    var (current, piece) = (FilePeriod?.none, RINEXObservationFile?.none)
    result.counts = try sources.read(edit.conversion, &progress, pass: 0.5...1) { epoch in
      let period = period(of: epoch)
      if current != period {
        try piece?.finish()
        (current, piece) = (period, nil)
        guard let survey = surveys[period] else { return }
        let path = try edit.rinex.paths(of: survey, in: period, folder: edit.output).observations
        piece = try RINEXObservationFile(path, of: survey, isCompact: edit.rinex.isCompact)
        result.files.append(path)
      }
      try piece?.append(epoch)
    }
    try piece?.finish()
    progress.finish()
    for survey in surveys.values { result.epochs += survey.epochs }
    result.omissions = surveys.sorted { $0.key.number < $1.key.number }.flatMap(\.value.omissions)
    result.errors = sources.firstErrors
    return result
  }

  private func period(of epoch: ObservationEpoch) -> FilePeriod {
    FilePeriod(of: epoch.time, nanoseconds: period.nanoseconds)
  }

  private func surveys(_ progress: inout Progress) throws -> [FilePeriod: RINEXSurvey] {
    let (header, version) = (edit.header(of: sources), edit.version(of: sources))
    let channels = edit.channels(of: sources)
    var surveys: [FilePeriod: RINEXSurvey] = [:]
    _ = try sources.read(edit.conversion, &progress, pass: 0...0.5) { epoch in
      surveys[
        period(of: epoch),
        default: RINEXSurvey(
          near: epoch.time, version: version, header: header, glonassChannels: channels)
      ].add(epoch)
    }
    for period in surveys.keys { surveys[period]?.finish() }
    return surveys
  }
}
