internal import AppServer
internal import Pages
internal import Sessions
internal import TextOutput

/// The report of a track as a page in one file: the sums of each day, and each session with its drawing.
struct SessionPage {
  let track: SurveyedTrack
  /// The name of the track.
  let title: String

  /// The largest number of sessions with a panel of their own.
  static let mostPanels = 100

  init(_ track: SurveyedTrack, title: String) { (self.track, self.title) = (track, title) }

  private var outing: Outing { track.outing }

  /// Writes the page to a file.
  func write(to path: String) throws(Failure) {
    var file = try OutputFile(path)
    try file.write(html)
    try file.finish()
  }

  /// The page.
  var html: [UInt8] {
    var panels = [(heading: "Outing", content: overview), (heading: "Days", content: calendar)]
    for index in outing.sessions.indices.prefix(Self.mostPanels) {
      panels.append((heading: "Session \(index + 1)", content: content(of: index)))
    }
    return PageDocument.html(title.escapedForHTML, panels: panels)
  }

  private var overview: String {
    var lines = [outing.counts, track.estimator]
    if !outing.fixTimes.isEmpty { lines.append("fix: \(outing.fixTimes.text)") }
    if let first = track.faults.first {
      lines.append("\(track.faults.count) unreadable lines; the first is \(first)")
    }
    let rest = outing.sessionCount - min(outing.sessions.count, Self.mostPanels)
    if rest > 0 { lines.append("\(rest) more sessions are in the sums only") }
    return lines.map { "<p>\($0.escapedForHTML)</p>" }.joined(separator: "\n")
  }

  private var calendar: String {
    guard !outing.days.isEmpty else { return "<p>The board did not move by a step.</p>" }
    let months = SessionCalendar(outing.days).months
    return months.joined(separator: "\n")
      + HTMLTable.text("Sums by day", DaySum.heads, outing.days.map(\.cells))
  }

  private func content(of index: Int) -> String {
    let session = outing.sessions[index]
    let points = outing.sketch.points.filter { $0.session == index }
    var parts = [facts(of: session)]
    if points.count > 1 {
      parts += [TrackDrawing(points, session).svg, SpeedChart(points, session).svg]
    }
    if !session.laps.isEmpty {
      let hasTruth = session.laps.contains { $0.truth != nil }
      parts.append(
        HTMLTable.text("Laps", Lap.heads(withTruth: hasTruth), session.laps.map(\.cells)))
    }
    return parts.joined(separator: "\n")
  }

  private func facts(of session: Session) -> String {
    var facts = [
      ("start", track.clock.text(session.start)), ("stop", track.clock.text(session.stop)),
      ("day", TrackClock.text(session.day)), ("time", TrackText.time(session.duration)),
      ("in motion", TrackText.time(session.movingTime)), ("distance", session.distanceText),
      ("speed", session.speedText),
    ]
    if !session.fixTimes.isEmpty { facts.append(("fix", session.fixTimes.text)) }
    if let line = session.line { facts.append(("laps across", line.text)) }
    return "<dl class=\"facts\">"
      + facts.map { "<div><dt>\($0)</dt><dd>\($1.escapedForHTML)</dd></div>" }.joined() + "</dl>"
  }
}

/// A table in HTML.
enum HTMLTable {
  /// Returns a table whose first column heads the rows; missing cells are empty.
  static func text(_ caption: String, _ heads: [String], _ rows: [[String]]) -> String {
    let body = rows.map { row in
      let cells = heads.indices.dropFirst().map { "<td>\(row.count > $0 ? row[$0] : "")</td>" }
      return "<tr><th scope=\"row\">\(row[0])</th>\(cells.joined())</tr>"
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(caption)">
      <table>
      <caption>\(caption)</caption>
      <thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
      <tbody>
      \(body.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      """
  }
}
