internal import GNSSBasics
internal import RINEX
internal import RTCMParser
internal import RTCMStreams

/// The command `boardsim rinex convert`.
struct RINEXConvert: Command {
  static let words = ["rinex", "convert"]
  static let abstract =
    "Write RINEX files anew: other versions, thinned, parts of them, or several as one."
  static let examples = [
    "boardsim rinex convert base.26o -o base.rnx --rinex-version 4.02",
    "boardsim rinex convert base.rnx -o thin.crx.gz --every 30 --since 12:00 --until 13:00",
    "boardsim rinex convert a.rnx.gz b.rnx.gz -o . --long-name MILA00ITA --hatanaka",
    "boardsim rinex convert gps.26n glonass.26g -o brdc.rnx --rinex-version 4.00",
    "boardsim rinex convert base.rnx -o l1.rnx --keep-signal G1C --header @station.txt",
  ]
  static var parameters: [Parameter<Self>] {
    RINEXEdit.parameters(\.edit, output: RINEXEdit.fileHelp)
  }
  static var rules: [CommandRule<Self>] { [.output(\.edit.output)] + RINEXEdit.rules.of(\.edit) }

  var edit = RINEXEdit()

  func run() throws { try edit.rewrite() }
}

/// The command `boardsim rinex merge`.
struct RINEXMerge: Command {
  static let words = ["rinex", "merge"]
  static let abstract = "Join RINEX files of one station, or of several systems, without doubles."
  static let examples = [
    "boardsim rinex merge hour1.rnx hour2.rnx hour3.crx.gz -o day.crx.gz",
    "boardsim rinex merge gps.26n glonass.26g -o brdc.rnx --rinex-version 4.00",
  ]
  static var parameters: [Parameter<Self>] {
    RINEXEdit.parameters(\.edit, output: RINEXEdit.fileHelp)
  }
  static var rules: [CommandRule<Self>] {
    [
      .output(\.edit.output),
      CommandRule(
        [], says: "a merge is of two files or more; 'boardsim rinex convert' writes one anew"
      ) { $0.edit.files.count < 2 },
    ] + RINEXEdit.rules.of(\.edit)
  }

  var edit = RINEXEdit()

  func run() throws { try edit.rewrite() }
}

extension RINEXEdit {
  /// The meaning of `-o` where the input becomes one file of each kind.
  static let fileHelp = """
    the observation file, or the navigation file where the input has no
    observations; compact or compressed as its name says
    """

  /// Writes the files anew, each kind as one, and tells the outcome.
  func rewrite() throws {
    Interruption.install()
    let sources = try sources()
    guard rinex.longName == nil || !sources.observations.isEmpty else {
      throw UsageError(
        message: "--long-name is for observations: name the file of ephemerides by -o")
    }
    let result = try RINEXRewriting(self, sources).run()
    try result.show(self)
    try result.losses.check(output)
  }
}
