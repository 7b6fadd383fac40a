internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics

/// The air at the stations of a world; nothing is stored, and every value is computed on access.
///
/// The sensors of a station share its air. The latest states of each station and cadence are cached while a
/// query is answered.
struct StationAir {
  private let world: World
  private let bootDate: UnixTime
  private let outages: Outages
  private var recent: [Place: (time: Int64, states: [WorldState])] = [:]

  private struct Place: Hashable {
    var station: Int
    var cadence: Cadence
  }

  /// Creates the air of a world whose board time is zero at `bootDate`.
  init(world: World, bootDate: UnixTime, outages: Outages) {
    self.world = world
    self.bootDate = bootDate
    self.outages = outages
  }

  /// Returns whether a row is valid; the value of an invalid row is -9999.
  func isValid(_ sensor: SensorEntry, at time: Int64) -> Bool {
    !outages.contain(sensor.id, sensor.quantity.cadence, at: time)
  }

  /// Returns the value of a row, rounded to the last written digit; -9999 for an invalid row.
  mutating func value(_ sensor: SensorEntry, at time: Int64) -> Double {
    guard isValid(sensor, at: time) else { return Self.invalid }
    let states = states(sensor, at: time)
    let sum = states.reduce(0) { $0 + sensor.quantity.value(in: $1) }
    let scale = sensor.quantity.decimals == 0 ? 1.0 : 10
    return (sum / Double(states.count) * scale).rounded() / scale + 0
  }

  /// The value of an invalid row.
  static let invalid = -9999.0

  private mutating func states(_ sensor: SensorEntry, at time: Int64) -> [WorldState] {
    let cadence = sensor.quantity.cadence
    let place = Place(station: sensor.station, cadence: cadence)
    if let kept = recent[place], kept.time == time { return kept.states }
    let states = cadence.instants(of: time).map { instant in
      world.air(
        at: sensor.position, time: LocalTime.instant(instant).duration(since: bootDate))
    }
    recent[place] = (time, states)
    return states
  }
}
