internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics

/// A time series of the air, read from a table.
///
/// The column `time` is in seconds of board time or in dates. Each other column has the name of a
/// quantity in the truth, or `clouds`. An empty field has no value.
struct WeatherTable {
  /// The courses of the quantities that have a column.
  private(set) var courses: [WorldQuantity: WorldCourse] = [:]
  /// The cloud cover in percent; `nil` without a column.
  private(set) var clouds: WorldCourse?

  private static let names = ["time", "clouds"] + EventError.names

  /// Reads a table; dates are relative to `start`.
  init(_ bytes: [UInt8], from start: UnixTime) throws(ScenarioError) {
    let table = TextTable(bytes)
    guard let header = table.rows.first, table.rows.count > 1 else {
      throw ScenarioError(
        line: 1, "the table has no rows", "write a line of names, time,temperature, then values")
    }
    let names = header.fields.map(String.init)
    for name in names where !Self.names.contains(name) {
      try header.fail(
        "there is no quantity \(ScenarioError.quoted(name))",
        ScenarioError.remedy(for: name, among: Self.names))
    }
    guard let timeColumn = names.firstIndex(of: "time") else {
      try header.fail("there is no column \"time\"", "name one of them so")
    }
    let times = try Self.times(table.rows.dropFirst(), timeColumn, start)
    for (column, name) in names.enumerated() where column != timeColumn {
      let quantity = WorldQuantity(rawValue: name)
      let points = try Self.points(
        table.rows.dropFirst(), column, name, in: quantity?.range ?? 0...100, times)
      guard !points.isEmpty else { continue }
      if let quantity {
        courses[quantity] = WorldCourse(points)
      } else {
        clouds = WorldCourse(points)
      }
    }
  }

  private static func times(
    _ rows: ArraySlice<TextTable.Row>, _ column: Int, _ start: UnixTime
  ) throws(ScenarioError) -> [Double] {
    var times: [Double] = []
    for row in rows {
      let text = row.fields.indices.contains(column) ? String(row.fields[column]) : ""
      if let date = DateText.time(text) {
        times.append(date.duration(since: start).inSeconds)
      } else {
        times.append(try row.number(column, "time", in: -1e9...1e9))
      }
      guard times.count < 2 || times[times.count - 2] <= times[times.count - 1] else {
        try row.fail("it is earlier than the line before", "sort the lines by time")
      }
    }
    return times
  }

  private static func points(
    _ rows: ArraySlice<TextTable.Row>, _ column: Int, _ name: String,
    in range: ClosedRange<Double>, _ times: [Double]
  ) throws(ScenarioError) -> [WorldCourse.Point] {
    var points: [WorldCourse.Point] = []
    for (row, time) in zip(rows, times) {
      guard row.fields.indices.contains(column), !row.fields[column].isEmpty else { continue }
      points.append(WorldCourse.Point(time, try row.number(column, name, in: range)))
    }
    return points
  }
}
