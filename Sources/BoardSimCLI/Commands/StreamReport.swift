internal import AppServer
internal import Pages
internal import RTCMStreams
internal import RTCMText

/// The report of a stream as a page in one file: the verdict, the frames, and a drawing of the sky.
struct StreamReport {
  /// The name of the stream.
  let title: String
  let statistics: StreamStatistics
  let verdict: StreamVerdict
  /// The drawing, SVG; `nil` where there is none, with the reason in ``missing``.
  var drawing: String?
  var missing: String?

  /// The page.
  var html: [UInt8] {
    let rows = verdict.checks.map { check in
      let remedy = check.remedy.map { "<br><small>\($0.escapedForHTML)</small>" } ?? ""
      return #"<tr><th scope="row">\#(check.name.replacing("_", with: " ").escapedForHTML)</th>"#
        + #"<td class="check-\#(check.result.name)">\#(check.result.name)</td>"#
        + "<td>\(check.finding.escapedForHTML)\(remedy)</td></tr>"
    }
    let table = """
      <table>
      <caption>Verdict: \(verdict.result.name)</caption>
      <thead><tr><th scope="col">Check</th><th scope="col">Result</th><th scope="col">Finding</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """
    return PageDocument.html(
      title.escapedForHTML,
      panels: [
        ("Whether a rover can work with it", table),
        ("Frames", "<pre tabindex=\"0\">\(statistics.table.escapedForHTML)</pre>"),
        ("Sky and signals", drawing ?? "<p>\((missing ?? "No drawing.").escapedForHTML)</p>"),
      ])
  }
}

extension RTCMStats {
  /// Writes the report, with a drawing where the stream is a file that can be read again.
  func writeReport(
    _ statistics: StreamStatistics, _ verdict: StreamVerdict, to path: String
  ) throws {
    var report = StreamReport(
      title: StreamInput.title(of: file), statistics: statistics, verdict: verdict)
    if PendingFile.isFile(file), !StreamInput.isCaster(file) {
      let whole = try CaptureInput.read(file)
      let sky = ObservedSky(
        try window.cut(whole, of: file).bytes, ephemeridesOf: window.window == nil ? [] : whole)
      let plot = CapturePlot(report.title, sky) { _ in sky.station }
      // A page has no declaration of XML in its middle.
      report.drawing = plot?.text().drop { $0 != "<" }.description
      report.missing = plot == nil ? "The stream has no observations." : plot?.missing
    } else {
      report.missing = "A stream is read once: save it as a file for a drawing."
    }
    var output = try OutputFile(path)
    try output.write(report.html)
    try output.finish()
  }
}
