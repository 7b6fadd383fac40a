internal import GNSSBasics
internal import Mathematics
internal import Sessions

/// A calendar of the months with sessions, in HTML: a table for each, with the sums of each day.
struct SessionCalendar {
  /// The largest number of months.
  static let mostMonths = 24

  /// The tables of the months, in order.
  private(set) var months: [String] = []

  init(_ days: [DaySum]) {
    let dated = days.filter { $0.day != nil }
    let groups = Dictionary(grouping: dated) { sum in
      sum.day.map { $0.year * 12 + $0.month - 1 } ?? 0
    }
    months = groups.keys.sorted().prefix(Self.mostMonths).map {
      Self.table(of: $0, groups[$0] ?? [])
    }
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private static func table(of month: Int, _ sums: [DaySum]) -> String {
    let (year, index) = month.dividedRoundingDown(by: 12)
    let heads = weekdays.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let weeks = weeks(year, index + 1, sums).map { "<tr>\($0.joined())</tr>" }
    return """
      <table>
      <caption>\(TrackClock.month(year, index + 1))</caption>
      <thead><tr>\(heads)</tr></thead>
      <tbody>
      \(weeks.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }

  /// Returns the cells of a month by weeks, from Monday to Sunday.
  private static func weeks(_ year: Int, _ month: Int, _ sums: [DaySum]) -> [[String]] {
    guard let first = CivilDate(year: year, month: month, day: 1) else { return [] }
    // 1970-01-01 was a Thursday: (days since then + 3) modulo 7 is 0 on Mondays.
    let lead = (first.daysSince1970 + 3).modulo(7)
    var cells = [String](repeating: "<td></td>", count: lead)
    for day in 1...31 {
      guard let date = CivilDate(year: year, month: month, day: day) else { break }
      cells.append("<td>\(day)\(text(sums.first { $0.day == date }))</td>")
    }
    while cells.count % 7 != 0 { cells.append("<td></td>") }
    return stride(from: 0, to: cells.count, by: 7).map { Array(cells[$0..<$0 + 7]) }
  }

  private static func text(_ sum: DaySum?) -> String {
    guard let sum else { return "" }
    let sessions = "\(sum.sessionCount) session\(sum.sessionCount == 1 ? "" : "s")"
    let laps = sum.lapCount == 0 ? "" : ", \(sum.lapCount) lap\(sum.lapCount == 1 ? "" : "s")"
    return "<br><strong>\(TrackText.metres(sum.distance)) m</strong><br>"
      + "\(TrackText.time(sum.movingTime))<br>\(sessions)\(laps)"
  }
}
