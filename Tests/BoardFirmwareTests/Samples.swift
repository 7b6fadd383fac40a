import BoardFirmware
import Mathematics

/// Snapshots with known values.
enum Samples {
  /// 2026-06-01T12:00:00Z.
  static let bootDate: Int64 = 1_780_315_200_000_000_000

  /// A board at 100 s, every part of which has just delivered.
  static let complete: BoardSnapshot = {
    var snapshot = BoardSnapshot(boardTime: .seconds(100), bootDate: bootDate)
    let time = Duration.seconds(100)
    snapshot.measurement.air = Timed(
      AirReading(temperatureCelsius: 23.406, humidityPercent: 45.234, pressurePascals: 100_653.267),
      at: time)
    snapshot.measurement.gas = Timed(
      GasReading(eco2PartsPerMillion: 412, tvocPartsPerBillion: 12), at: time)
    snapshot.measurement.particulates = Timed(
      ParticulateReading(pm1: 4, pm25: 5.104, pm4: 5.2, pm10: 5.25, pm05Number: 30.75), at: time)
    snapshot.measurement.position = Timed(
      GeodeticPosition(latitude: 45.4781291, longitude: 9.2277907, height: 162.345), at: time)
    return snapshot
  }()
}
