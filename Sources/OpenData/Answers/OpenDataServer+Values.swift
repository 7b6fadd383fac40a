public import GNSSBasics

/// A value measured by a station's sensor.
public struct OpenDataValue: Hashable, Sendable {
  /// The time of the value's row.
  public var time: UnixTime
  /// The value, in the unit of the sensor's quantity.
  public var value: Double
}

extension OpenDataServer {
  /// Returns the valid values of a sensor in a period, as its rows contain them.
  ///
  /// - Parameters:
  ///   - sensor: The sensor's number.
  ///   - period: The period, both ends included.
  ///   - now: The date; rows are no later, and reach back to the maximum age of the data set's rows.
  /// - Returns: The values, the oldest first; empty when no sensor has the number.
  public func values(
    of sensor: Int, in period: ClosedRange<UnixTime>, at now: UnixTime
  ) -> [OpenDataValue] {
    values(of: sensor, in: period, isNewestFirst: false, limit: SoQLQuery.mostRows, at: now)
  }

  /// Returns the newest valid value of a sensor at a date; `nil` when its rows have none.
  public func newestValue(of sensor: Int, at now: UnixTime) -> OpenDataValue? {
    let always = UnixTime(nanoseconds: .min)...UnixTime(nanoseconds: .max)
    return values(of: sensor, in: always, isNewestFirst: true, limit: 1, at: now).first
  }

  private func values(
    of sensor: Int, in period: ClosedRange<UnixTime>, isNewestFirst: Bool, limit: Int,
    at now: UnixTime
  ) -> [OpenDataValue] {
    let id = "\(sensor)"
    let dataSets = [DataSet.weatherData, .airData]
    guard let dataSet = dataSets.first(where: { $0.sensors.contains { $0.text == id } }) else {
      return []
    }
    let column = SoQLCondition.Operand.column
    let condition = SoQLCondition.all([
      .comparison(column(MeasuredRows.Column.sensor), .equal, .value(.text(id))),
      .comparison(column(MeasuredRows.Column.state), .equal, .value(.text("VA"))),
      .between(
        column(MeasuredRows.Column.time), .value(Self.local(period.lowerBound, up: true)),
        .value(Self.local(period.upperBound, up: false))),
    ])
    let query = SoQLQuery(
      columns: [MeasuredRows.Column.time, MeasuredRows.Column.value], condition: condition,
      order: [SoQLQuery.Key(column: MeasuredRows.Column.time, isDescending: isNewestFirst)],
      limit: limit)
    return delivery(query, of: dataSet, at: now).rows.compactMap { row in
      guard case .timestamp(let time) = row[0], case .number(let value) = row[1] else { return nil }
      return OpenDataValue(time: LocalTime.instant(time / 1000), value: value)
    }
  }

  /// Returns the whole second of local time at an end of a period; a fraction is rounded up at the start.
  private static func local(_ time: UnixTime, up isStart: Bool) -> SoQLValue {
    let second = LocalTime.seconds(time)
    let isWhole = LocalTime.instant(second) == time
    return .timestamp((isStart && !isWhole ? second + 1 : second) * 1000)
  }
}
