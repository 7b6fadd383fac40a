internal import ObservationQuality
internal import RINEX
internal import RTCMParser
internal import RTCMStreams
internal import TextOutput

/// The command `boardsim rinex qc`.
struct RINEXQC: Command {
  static let words = ["rinex", "qc"]
  static let abstract =
    "Check the quality of RINEX observations: completeness, slips, multipath, C/N0, positions."
  static let examples = [
    "boardsim rinex qc base.obs base.nav",
    "boardsim rinex qc archive/*.crx.gz --nav brdc.rnx.gz --report base.html",
    "boardsim rinex qc base.obs base.nav --expect 'completeness >= 95' --expect 'mp1 <= 0.5'",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .arguments(
        "FILE", \.files,
        help: "observation and navigation files, as 'rinex info' reads them,\nof one station")
    ] + QualityArguments.parameters(in: \.quality)
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(["report"]) { command in
        guard let report = command.quality.report,
          command.files.contains(where: { isSameFile($0, report) })
        else { return nil }
        return "'\(report)' is an input as well; name another file for --report"
      }
    ] + QualityArguments.rules.of(\.quality)
  }

  var files: [String] = []
  var quality = QualityArguments()

  func run() throws {
    Interruption.install()
    let navigation = try quality.navigation.map { try NavigationInput($0) }
    let sources = try RINEXSources(files, glonassChannels: channels(navigation))
    guard let first = sources.observations.first else {
      throw Failure(message: "none of the files holds observations")
    }
    let time = first.header?.firstTime ?? GPSTime(DateArgument.now) ?? GPSTime(nanoseconds: 0)
    var tally = quality.tally(navigation, near: time)
    for file in sources.navigation {
      for message in file.file.ephemerides { tally.take(message, near: time) }
    }
    let position = sources.observations.lazy.compactMap(\.header?.station.position).first
    var progress = Progress("checking", isQuiet: quality.isQuiet)
    let counts = try sources.read(ConversionRules(), &progress, pass: 0...1) {
      tally.add($0, at: position)
    }
    progress.finish()
    for error in sources.firstErrors.prefix(3) { Console.note(error.withControlsEscaped) }
    try quality.conclude(
      tally, of: files.joined(separator: " "),
      more: [
        Described("unreadable_records", .count(counts.errors), "Records that cannot be read")
      ])
  }

  private func channels(_ navigation: [NavigationInput]) -> [UInt8: Int] {
    var channels: [UInt8: Int] = [:]
    for case .glonassEphemeris(let orbit) in navigation.flatMap(\.ephemerides) {
      channels[orbit.satelliteID] = orbit.frequencyChannel
    }
    return channels
  }
}
