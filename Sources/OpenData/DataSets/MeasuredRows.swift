internal import Mathematics

/// The rows of measured values that a question may be about: sensors and a span of time.
///
/// A row is made when it is looked at, so that what is not delivered costs little or nothing.
struct MeasuredRows {
  /// A row by what makes it: the sensor's place in the list, and the local time, seconds.
  struct Row: Hashable {
    var sensor: Int
    var time: Int64
  }

  /// Places of the columns.
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
  /// The value that was worked out last, since a condition may ask for it more than once.
  private var latest: (row: Row, value: Double)?

  /// The rows of a data set that there are at a time and that a condition does not rule out at once.
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
    // Milliseconds to seconds, a little wide: the condition itself is asked again.
    let (low, high) = (asked.lowerBound / 1000 - 1, (asked.upperBound / 1000) + 1)
    let span = (max(low, depth), min(high, now.clock))
    times = span.0 <= span.1 ? span.0...span.1 : nil
  }

  /// Hands on the rows of each time in turn, those of one time in the order of the sensors.
  ///
  /// - Parameters:
  ///   - isDescending: Whether the newest come first.
  ///   - body: Takes the rows of a time, at least one; says whether to go on.
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

  /// The value of a column of a row.
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
