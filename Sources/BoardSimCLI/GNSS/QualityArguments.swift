internal import AppServer
internal import ObservationQuality
internal import Pages
internal import TextOutput
internal import VirtualBoard

/// The options of a quality check, and what is done with its results.
struct QualityArguments {
  var navigation: [String] = []
  var elevation = ElevationArgument()
  var expectations: [ClaimArgument] = []
  var report: String?
  var isJSON = false
  var isQuiet = false

  static func parameters<C>(
    in path: WritableKeyPath<C, QualityArguments>
  ) -> [Parameter<C>] {
    [
      .list(
        "nav", path.appending(path: \.navigation), "FILE",
        help: "more ephemerides: RINEX navigation files, or RTCM 3;\nrepeatable"),
      .option(
        "elevation", path.appending(path: \.elevation), "DEG",
        help: "the least elevation that counts, degrees; default 10"),
      .list(
        "expect", path.appending(path: \.expectations), "CLAIM",
        help: "a threshold: PATH OP VALUE of a member of --json, OP one of\n"
          + "== != < <= > >=; status 1 where it is not kept; repeatable"),
      .option(
        "report", path.appending(path: \.report), "FILE.html",
        help: "write a page with the results and drawings of sky, times,\n"
          + "elevations and positions, in one file"),
      .flag("json", path.appending(path: \.isJSON), help: "print one JSON object"),
      .flag("quiet", short: "q", path.appending(path: \.isQuiet), help: "show no progress"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(["report"], says: "--report of a quality check is a page: FILE.html") {
        $0.report.map { !RunRecording.isPage($0) } ?? false
      }
    ]
  }

  /// The limits of the check.
  var options: QualityOptions {
    var options = QualityOptions()
    options.elevationMask = elevation.degrees
    return options
  }

  /// Returns a tally that knows the ephemerides of the files that are named.
  ///
  /// - Parameters:
  ///   - navigation: The files.
  ///   - time: A time within half a week of the observations.
  /// - Returns: The tally.
  func tally(_ navigation: [NavigationInput], near time: GPSTime) -> QualityTally {
    var tally = QualityTally(options)
    for message in navigation.flatMap(\.ephemerides) { tally.take(message, near: time) }
    return tally
  }

  /// Prints the results, writes the page, and checks the thresholds.
  ///
  /// - Parameters:
  ///   - tally: The results.
  ///   - title: The stream or file in words, without a password.
  ///   - more: Members of the JSON object before those of the results.
  /// - Throws: ``Failure`` for a file that cannot be written, and where a threshold is not kept.
  func conclude(_ tally: QualityTally, of title: String, more: [Described] = []) throws {
    guard tally.epochCount > 0 else {
      throw Failure(message: "'\(title)' has no epoch of observations in it")
    }
    let report = DescribedValue.object(more + tally.report.members)
    try Console.print(isJSON ? report.json : tally.text)
    if let path = self.report {
      var output = try OutputFile(path)
      try output.write(QualityPage(title: title, tally: tally).html)
      try output.finish()
    }
    let problems = problems(in: report)
    if !problems.isEmpty { throw Failure(message: problems.joined(separator: "\nboardsim: ")) }
  }

  /// Returns a sentence for each threshold that a report does not keep.
  func problems(in report: DescribedValue) -> [String] {
    expectations.map { $0.expectation.check(report) }.problems
  }
}

/// The results of a quality check as a page in one file.
struct QualityPage {
  let title: String
  let tally: QualityTally

  /// The page.
  var html: [UInt8] {
    let plot = QualityPlot(tally: tally)
    func panel(_ heading: String, _ drawing: String?, or missing: String) -> (String, String) {
      // A page has no declaration of XML in its middle.
      (heading, drawing?.drop { $0 != "<" }.description ?? "<p>\(missing)</p>")
    }
    return PageDocument.html(
      title.escapedForHTML,
      panels: [
        ("Results", "<pre tabindex=\"0\">\(tally.text.escapedForHTML)</pre>"),
        panel("Sky and times", plot.skyAndTime, or: "There are no epochs."),
        panel(
          "By elevation", plot.byElevation,
          or: "No elevation is known: there are no ephemerides, or no place."),
        panel("Positions", plot.positions, or: "There are no positions."),
      ])
  }
}
