public import GNSSBasics
internal import Mathematics

/// What one of the region's sensors measured in a period.
public struct StationSeries: Sendable {
  /// The station.
  public var station: OpenDataStation
  /// Times and values, the oldest first; values that are not valid are left out.
  public var values: [(time: UnixTime, value: Double)]
}

extension OpenDataServer {
  /// What the region's sensors of a quantity measured, the rows that its data sets have.
  ///
  /// - Parameters:
  ///   - quantity: What is measured.
  ///   - period: Both ends included.
  ///   - now: The date; no row is of a later time.
  /// - Returns: A series for each sensor that has a row in the period, in the order of the stations.
  public func series(
    of quantity: OpenDataQuantity, in period: ClosedRange<UnixTime>, at now: UnixTime
  ) -> [StationSeries] {
    OpenDataStation.Network.allCases.flatMap { network -> [StationSeries] in
      let stations = network == .weather ? OpenDataStation.weather : OpenDataStation.air
      var air = StationAir(world: world, bootDate: bootDate, outages: Outages(seed: seed))
      return SensorEntry.all(stations).filter { $0.quantity == quantity }.compactMap { sensor in
        let values = Self.values(of: sensor, in: period, at: now, air: &air)
        return values.isEmpty
          ? nil : StationSeries(station: stations[sensor.station], values: values)
      }
    }
  }

  private static func values(
    of sensor: SensorEntry, in period: ClosedRange<UnixTime>, at now: UnixTime,
    air: inout StationAir
  ) -> [(time: UnixTime, value: Double)] {
    let step = sensor.quantity.cadence.seconds
    let low = LocalTime.seconds(period.lowerBound)
    let first = low + (-low).modulo(step)
    let last = min(
      LocalTime.seconds(period.upperBound),
      sensor.quantity.cadence.newest(at: LocalTime.seconds(now)))
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: Int(step)).compactMap { time in
      guard sensor.life.contains(time), air.isValid(sensor, at: time) else { return nil }
      return (LocalTime.instant(time), air.value(sensor, at: time))
    }
  }
}
