internal import GNSSBasics
internal import Mathematics

/// A sensor with the data that rows need.
struct SensorEntry: Hashable, Sendable {
  /// The sensor's number, `idsensore`.
  var id: Int
  /// The sensor's number as text.
  var text: String
  /// The sensor's quantity.
  var quantity: OpenDataQuantity
  /// The index of the sensor's station in the network.
  var station: Int
  /// The station's position.
  var position: GeodeticPosition
  /// The operating time of the sensor, seconds of local time.
  var life: ClosedRange<Int64>
  /// Whether the mean of a day is already delivered from the start of that day.
  var isPrompt: Bool

  /// Returns the time of the newest row at a date, seconds of local time.
  func newest(at now: LocalNow) -> Int64 {
    let cadence = quantity.cadence
    guard isPrompt else { return cadence.newest(at: now.solar) }
    return now.clock - now.clock.modulo(cadence.seconds)
  }

  /// Returns all sensors of a network, in the order of the stations' list.
  static func all(_ stations: [OpenDataStation]) -> [SensorEntry] {
    stations.enumerated().flatMap { index, station in
      station.sensors.map { sensor in
        let stop = sensor.stop.map { Int64($0.daysSince1970 + 1) * 86_400 - 1 }
        return SensorEntry(
          id: sensor.id, text: "\(sensor.id)", quantity: sensor.quantity, station: index,
          position: station.position,
          life: Int64(sensor.start.daysSince1970) * 86_400...(stop ?? .max),
          isPrompt: sensor.isPrompt)
      }
    }
  }
}
