internal import GNSSBasics
internal import RINEX
internal import RTCMParser
internal import RTCMStreams
internal import TextOutput

/// The command `boardsim rinex check`.
struct RINEXCheck: Command {
  static let words = ["rinex", "check"]
  static let abstract = "Say what is wrong with RINEX files, with status 1 where something is."
  static let examples = [
    "boardsim rinex check base.obs",
    "boardsim rinex check archive/*.crx.gz --json | jq .files",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .arguments(
        "FILE", \.files,
        help: "observation and navigation files, as 'rinex info' reads them"),
      .flag("json", \.isJSON, help: "print one JSON object"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  var files: [String] = []
  var isJSON = false
  var isQuiet = false

  func run() throws {
    Interruption.install()
    var results: [(file: String, findings: [String])] = []
    for file in files { results.append((file, try findings(of: file))) }
    if isJSON {
      try Console.print(Self.json(results))
    } else {
      for (file, findings) in results {
        if findings.isEmpty { try Console.print("\(file): nothing") }
        for finding in findings { try Console.print("\(file): \(finding.withControlsEscaped)") }
      }
    }
    let bad = results.count { !$0.findings.isEmpty }
    guard bad > 0 else { return }
    throw Failure(
      message: "\(bad) of \(files.count) \(files.count == 1 ? "file has" : "files have") faults; "
        + "'boardsim rinex convert' writes what is good of them")
  }

  private func findings(of file: String) throws -> [String] {
    do {
      return try RINEXReport(reading: file, isQuiet: isQuiet).findings
    } catch let error as Failure where error.status == 1 {
      return [error.message]
    }
  }

  private static func json(_ results: [(file: String, findings: [String])]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.array("files") { json in
        for result in results {
          json.object { json in
            json.member("file", result.file)
            json.array("findings") { json in
              for finding in result.findings { json.value(finding) }
            }
          }
        }
      }
    }
    return json.text
  }
}

extension RINEXReport {
  /// The faults of the file, a sentence each.
  var findings: [String] {
    switch self {
    case .observations(let header, let summary, let errors, _):
      Self.findings(header) + Self.findings(summary, header) + Self.findings(errors)
    case .navigation(let file):
      (file.ephemerides.isEmpty ? ["there is no ephemeris"] : [])
        + Self.findings(ErrorSummary(of: file))
    }
  }

  private static func findings(_ header: RINEXObservationHeader) -> [String] {
    var findings: [String] = []
    if header.station[.markerName] == nil { findings.append("the header has no MARKER NAME") }
    if let type = header.station[.antennaType], !RINEXHeader.isAntennaType(type) {
      findings.append(
        "the antenna '\(type)' has not IGS's form, 16 columns of type and 4 of radome, such as "
          + "'TRM57971.00     NONE'")
    }
    if header.station.position == nil {
      findings.append("the header has no APPROX POSITION XYZ")
    }
    return findings
  }

  private static func findings(
    _ summary: ObservationSummary, _ header: RINEXObservationHeader
  ) -> [String] {
    var findings: [String] = []
    if summary.steps.epochCount == 0 { findings.append("there is no epoch") }
    if summary.steps.disorders > 0 {
      findings.append("epochs that are not later than the one before: \(summary.steps.disorders)")
    }
    if summary.incompleteEpochs > 0 {
      findings.append("epochs that lack some of their satellites: \(summary.incompleteEpochs)")
    }
    if let told = header.firstTime, let first = summary.steps.first, told != first {
      findings.append(
        "TIME OF FIRST OBS is \(told.iso8601), and the first epoch \(first.iso8601)")
    }
    if let told = header.lastTime, let last = summary.steps.last, told != last {
      findings.append("TIME OF LAST OBS is \(told.iso8601), and the last epoch \(last.iso8601)")
    }
    if let told = header.interval, let found = summary.steps.interval, abs(told - found) > 0.0005 {
      findings.append("INTERVAL is \(told) s, and most epochs are \(found) s apart")
    }
    let slots = summary.systems[.glonass]?.satellites.filter {
      header.version >= 3 && header.glonassChannels[UInt8($0)] == nil
    }
    if let slots, !slots.isEmpty {
      let names = slots.sorted().map { "\(SatelliteID(.glonass, $0))" }
      findings.append("GLONASS SLOT / FRQ # lacks " + names.joined(separator: ", "))
    }
    return findings
  }

  private static func findings(_ errors: ErrorSummary) -> [String] {
    let more = errors.count - errors.first.count
    return errors.first.map { "\($0)" }
      + (more > 0 ? ["further lines that cannot be read: \(more)"] : [])
  }
}
