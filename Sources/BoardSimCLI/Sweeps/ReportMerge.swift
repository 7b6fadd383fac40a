internal import AppServer
internal import Pages
internal import TextOutput
internal import VirtualBoard

/// The command `boardsim report merge`.
struct ReportMerge: Command {
  static let words = ["report", "merge"]
  static let abstract =
    "Put the results of a sweep's parts together: one JUnit, JSON and HTML file."
  static let examples = [
    "boardsim report merge results --html sweep.html",
    "boardsim report merge part-0 part-1 part-2 --junit sweep.xml --json sweep.json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .arguments(
        "DIR", \.folders, help: "a folder that 'boardsim replay … --junit DIR' has made"),
      .option("junit", \.junit, "FILE", help: "write all outcomes for a CI server"),
      .option("json", \.json, "FILE", help: "write the counts and all results as JSON"),
      .option("html", \.html, "FILE", help: "write a page with the figures of each replay"),
      .flag("quiet", short: "q", \.isQuiet, help: "print only errors"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(
        ["junit", "json", "html"],
        says: "each of --junit, --json and --html needs a file of its own"
      ) { command in
        let files = [command.junit, command.json, command.html].compactMap(\.self)
        return Set(files).count < files.count
      }
    ]
  }

  var folders: [String] = []
  var junit: String?
  var json: String?
  var html: String?
  var isQuiet = false

  func run() throws {
    let sweep = try MergedSweep(of: folders.map { SweepFolder(path: $0) })
    if let junit { try TextFile.write(sweep.junit, to: junit) }
    if let json { try TextFile.write(sweep.json + "\n", to: json) }
    if let html {
      var file = try OutputFile(html)
      try file.write(sweep.page)
      try file.finish()
    }
    if !isQuiet {
      for result in sweep.results where !result.isAsExpected { try Console.print(result.line) }
      try Console.print(sweep.tally.text(doneBefore: 0))
    }
    let missing = sweep.missing
    if !missing.isEmpty {
      throw Failure(
        message: "\(missing.count) of \(sweep.count) replays have no result here, the first is "
          + "'\(missing[0])'; run their part again")
    }
    let unmet = sweep.tally.failed + sweep.tally.errors
    guard unmet == 0 else {
      throw Failure(message: "\(unmet) of \(sweep.count) replays are not as expected")
    }
  }
}

/// The results of all parts of a sweep, in the sweep's order.
struct MergedSweep {
  private(set) var results: [SweepResult] = []
  /// The results as JSON, in the same order.
  private var documents: [[UInt8]] = []
  /// The names of replays without a result.
  private(set) var missing: [String] = []
  private(set) var tally = ReplaySweep.Tally()
  /// The number of replays in the sweep.
  let count: Int

  /// Reads the results of a sweep from one or more folders.
  ///
  /// - Throws: ``Failure`` for a folder that is none of a sweep, and for folders of different sweeps.
  init(of folders: [SweepFolder]) throws(Failure) {
    var names: [String]?
    for folder in folders {
      let own = try folder.names()
      guard names == nil || names == own else {
        throw Failure(
          message:
            "'\(folder.path)' is of another sweep than '\(folders[0].path)'; merge the parts of one"
        )
      }
      names = own
    }
    count = names?.count ?? 0
    for name in names ?? [] { take(name, from: folders) }
  }

  private mutating func take(_ name: String, from folders: [SweepFolder]) {
    for folder in folders {
      guard let bytes = folder.json(of: name), let result = SweepResult(json: bytes) else {
        continue
      }
      results.append(result)
      documents.append(bytes)
      return tally.add(result)
    }
    missing.append(name)
  }

  /// The outcomes as JUnit XML, a suite for each replay.
  var junit: String {
    JUnitReport.document(
      results.map { JUnitReport.Suite(name: $0.job.title, cases: $0.cases) }
        + missing.map { name in
          JUnitReport.Suite(
            name: name,
            cases: JUnitReport.cases(outcomes: [], error: "there is no result", misuse: nil))
        })
  }

  /// The counts and all results as JSON.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("replays", count)
      json.member("as_expected", tally.asExpected)
      json.member("failed", tally.failed)
      json.member("errors", tally.errors)
      json.array("missing") { json in for name in missing { json.value(name) } }
      json.array("results") { json in
        for document in documents { json.value(json: document.filter { $0 != 0x0A }) }
      }
    }
    return json.text
  }

  /// The page with the figures of each replay.
  var page: [UInt8] {
    let bad = results.filter { !$0.isAsExpected }
    var panels = [(heading: "Sweep", content: overview)]
    if !bad.isEmpty {
      let rows = bad.map {
        [$0.job.title, $0.failures.joined(separator: "; ")].map(\.escapedForHTML)
      }
      panels.append(
        (
          heading: "Not as expected",
          content: HTMLTable.text("Failures", ["replay", "failure"], rows)
        ))
    }
    panels.append(
      (
        heading: "Replays",
        content: HTMLTable.text("Figures", SweepResult.heads, results.map(\.cells))
      ))
    return PageDocument.html("Sweep of \(count) replays", panels: panels)
  }

  private var overview: String {
    var lines = [tally.text(doneBefore: 0)]
    if !missing.isEmpty {
      lines.append("\(missing.count) without a result, the first is \(missing[0])")
    }
    let fixed = results.compactMap(\.figures.fixedAfter).sorted()
    if !fixed.isEmpty {
      lines.append(
        "fixed in \(fixed.count), after \(PlainText.number(fixed[fixed.count / 2], decimals: 1)) s in the "
          + "median, \(PlainText.number(fixed[fixed.count - 1], decimals: 1)) s at most")
    }
    return lines.map { "<p>\($0.escapedForHTML)</p>" }.joined(separator: "\n")
  }
}

extension SweepResult {
  /// The heads of the columns of ``cells``.
  static let heads = [
    "capture", "scenario", "seed", "outcome", "best fix", "fixed after, s", "off when fixed, m",
    "wrong CRC",
  ]

  /// The figures as HTML, one for each of ``heads``.
  var cells: [String] {
    [
      StreamInput.title(of: job.capture), scenario, seed.map { "\($0)" },
      error != nil ? "error" : isAsExpected ? "ok" : "failed", figures.bestFix,
      figures.fixedAfter.map { PlainText.number($0, decimals: 1) },
      figures.fixedError.map { PlainText.number($0, decimals: 3) },
      figures.badFrames.map { "\($0)" },
    ].map { ($0 ?? "–").escapedForHTML }
  }

  /// The failures in words.
  var failures: [String] { [error].compactMap(\.self) + outcomes.compactMap(\.failure) }
}
