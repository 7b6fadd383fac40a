internal import Mathematics

/// The candidate rows of measured values for a query: the sensors and the span of time that may match.
///
/// A row's value is computed on access, so that rows that are not delivered cost little.
struct MeasuredRows {
  /// The identity of a row: the sensor's index in the list, and the local time, seconds.
  struct Row: Hashable {
    var sensor: Int
    var time: Int64
  }

  /// The indices of the columns.
  enum Column {
    static let sensor = 0
    static let time = 1
    static let value = 2
    static let state = 3
    static let operatorCode = 4
  }

  private let sensors: [SensorEntry]
  private let selected: [Int]
  private let times: ClosedRange<Int64>?
  private let now: LocalNow
  private var air: StationAir
  /// The latest computed value, cached because a condition may read it more than once.
  private var latest: (row: Row, value: Double)?

  /// Creates the candidate rows of a data set at a date.
  ///
  /// Sensors and times that the condition rules out are skipped at once.
  init(_ dataSet: DataSet, where condition: SoQLCondition?, now: LocalNow, air: StationAir) {
    sensors = dataSet.sensors
    self.now = now
    self.air = air
    let depth = now.solar - dataSet.depth
    let ids = condition?.values(of: Column.sensor).map { values in
      Set(values.compactMap { if case .text(let text) = $0 { text } else { nil } })
    }
    selected = sensors.indices.filter { [sensors] index in
      sensors[index].life.upperBound >= depth && ids?.contains(sensors[index].text) ?? true
    }
    let asked = condition?.times(of: Column.time) ?? .min ... .max
    // Milliseconds become seconds, with a margin of a second; the condition itself is checked again for
    // each row.
    let (low, high) = (asked.lowerBound / 1000 - 1, (asked.upperBound / 1000) + 1)
    let span = (max(low, depth), min(high, now.clock))
    times = span.0 <= span.1 ? span.0...span.1 : nil
  }

  /// Calls a closure with the rows of each time in turn; rows of one time are in the order of the sensors.
  ///
  /// - Parameters:
  ///   - isDescending: Whether the newest rows come first.
  ///   - body: A closure that takes the rows of a time, at least one, and returns whether to continue.
  func forEachTime(isDescending: Bool, _ body: ([Row]) -> Bool) {
    let cadences = Set(selected.map { sensors[$0].quantity.cadence })
    guard let times, let step = cadences.map(\.seconds).min() else { return }
    let (first, last) = (
      times.lowerBound + (-times.lowerBound).modulo(step),
      times.upperBound - times.upperBound.modulo(step)
    )
    let span = isDescending ? stride(from: last, through: first, by: -Int(step)) : nil
    for time in span ?? stride(from: first, through: last, by: Int(step)) {
      let rows = selected.filter { isThere($0, at: time) }.map { Row(sensor: $0, time: time) }
      if !rows.isEmpty && !body(rows) { return }
    }
  }

  /// Returns the value of a column of a row.
  mutating func cell(_ column: Int, of row: Row) -> SoQLValue {
    let sensor = sensors[row.sensor]
    switch column {
    case Column.sensor: return .text(sensor.text)
    case Column.time: return .timestamp(row.time * 1000)
    case Column.value: return .number(value(of: row))
    case Column.state: return .text(air.isValid(sensor, at: row.time) ? "VA" : "NA")
    default: return .text(sensor.quantity.operatorCode)
    }
  }

  private mutating func value(of row: Row) -> Double {
    if let latest, latest.row == row { return latest.value }
    let value = air.value(sensors[row.sensor], at: row.time)
    latest = (row, value)
    return value
  }

  private func isThere(_ index: Int, at time: Int64) -> Bool {
    let sensor = sensors[index]
    return time % sensor.quantity.cadence.seconds == 0 && time <= sensor.newest(at: now)
      && sensor.life.contains(time)
  }
}
