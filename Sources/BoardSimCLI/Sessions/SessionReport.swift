internal import BoardHost
internal import GNSSBasics
internal import Mathematics
internal import Sessions
internal import TextOutput

/// The command `boardsim report session`.
struct SessionReport: Command {
  static let words = ["report", "session"]
  static let abstract = "Report a board's sessions and laps, and sum them up by day."
  static let examples = [
    "boardsim run --speed max --duration 3000 --scenario running-track --card card",
    "boardsim report session card --truth running-track",
    "boardsim report session card.img --start 2026-06-01T12:00:00Z --zone local -o session.html",
    "boardsim report session walk.gpx --line 45.4762204,9.1803721,0 --json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE|DIR", \.file, offers: .files,
        help: "a card's folder, image or daily file, what --record has written,\n"
          + "or a GPX track with times; - for standard input"),
      .option(
        "line", \.line, "LAT,LON,BEARING",
        help: "the line of the laps: its middle, and the direction of travel in degrees;\n"
          + "default: through the beginning of each session"),
      .option(
        "truth", \.truth, "NAME|FILE",
        help: "the scenario in which a card was written, for the error of each lap"),
      .option(
        "start", \.start, "DATE",
        help: "the date of board time zero, which a card does not hold"),
      .option(
        "zone", \.zone, "ZONE",
        help: "the zone of the days: utc (default), local (of the place, with summer time),\n"
          + "or hours ahead such as +02:00"),
      .option(
        "pause", \.pause, "S",
        help: "the time without position or movement that ends a session; default 300"),
      .option(
        "min-step", \.minimumStep, "M",
        help: "the way from which a change of position counts; default: four times the\n"
          + "accuracy of the position; 0 counts every change"),
      .flag("json", \.isJSON, help: "print one JSON object"),
      .option(
        "output", short: "o", \.output, "FILE.html",
        help: "write a page with track, speed, laps and calendar as well, in one file"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      .file(of: "output", \.output, isNot: \.file, "input"),
      CommandRule(["output"], says: "--output of a session is a page: FILE.html") {
        $0.output.map { !RunRecording.isPage($0) } ?? false
      },
    ]
  }

  var file = ""
  var line: LapLineArgument?
  var truth: ScenarioArgument?
  var start: DateArgument?
  var zone = DayZoneArgument()
  var pause = SecondsArgument(300)
  var minimumStep: StepArgument?
  var isJSON = false
  var output: String?
  var isQuiet = false

  func run() throws {
    Interruption.install()
    let input = try TrackInput(file)
    let track = try survey(input)
    if let output { try SessionPage(track, title: input.title).write(to: output) }
    try show(track)
    if let first = track.faults.first {
      Console.note(
        "\(file): left out \(track.faults.count) unreadable lines; the first is \(first)")
    }
  }

  private func survey(_ input: TrackInput) throws -> SurveyedTrack {
    let isDated = input.kind.hasDates || start != nil
    guard isDated || zone.zone == .utc else {
      throw Failure(
        message: "'\(file)': a card has no dates for days of --zone; give --start DATE as well")
    }
    var rules = SurveyRules()
    rules.pause = pause.duration.inSeconds
    rules.minimumStep = minimumStep?.metres
    rules.line = line?.line
    rules.zone = zone.zone
    rules.isDated = isDated
    let kind = input.kind
    let truth = try truth.map { try ScenarioTruth($0, kind, start: start?.time) }
    return try SurveyedTrack(
      reading: input, by: rules, truth: truth, start: start?.time, isQuiet: isQuiet)
  }

  private func show(_ track: SurveyedTrack) throws(Failure) {
    guard isJSON else { return try Console.print(track.text) }
    var json = JSONWriter()
    json.object { json in
      json.member("file", file)
      track.write(to: &json)
    }
    try Console.print(json.text)
  }
}

/// A line of laps: `LAT,LON,BEARING`.
struct LapLineArgument: OptionValue {
  let line: LapLine

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0) ?? .nan
    }
    guard numbers.count == 3, abs(numbers[0]) <= 90, abs(numbers[1]) <= 180,
      (0...360).contains(numbers[2])
    else {
      throw UsageError(
        message: "\(parameter) must be LAT,LON,BEARING in degrees, such as 45.47622,9.18037,0, "
          + "not '\(text)'")
    }
    line = LapLine(
      place: GeodeticPosition(latitude: numbers[0], longitude: numbers[1], height: 0),
      bearing: numbers[2])
  }
}

/// A way in metres: 0 to 1,000.
struct StepArgument: OptionValue {
  let metres: Double

  init(optionText text: String, of parameter: String) throws(UsageError) {
    metres = try Double(metres: text, in: 0...1000, of: parameter)
  }
}

/// A zone of days: `utc`, `local`, or hours and minutes ahead of UTC.
struct DayZoneArgument: OptionValue {
  private(set) var zone = DayZone.utc

  static var candidates: Candidates { .words(["utc", "local"]) }

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    switch text {
    case "utc": zone = .utc
    case "local": zone = .place
    default:
      guard let minutes = Self.minutes(text) else {
        throw UsageError(
          message: "\(parameter) must be utc, local, or hours ahead from -14:00 to +14:00, "
            + "not '\(text)'")
      }
      zone = .ahead(minutes: minutes)
    }
  }

  private static func minutes(_ text: String) -> Int? {
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let sign = text.first, "+-".contains(sign), parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60,
      60 * hours + minutes <= 14 * 60
    else { return nil }
    return (sign == "-" ? -1 : 1) * (60 * hours + minutes)
  }
}
