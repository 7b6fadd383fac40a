internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics

/// The air at stations of a world: nothing is stored, every value is computed when it is asked for.
///
/// The sensors of a station share its air, so that of the last row of each station and cadence is kept while
/// a question is answered.
struct StationAir {
  private let world: World
  private let bootDate: UnixTime
  private let outages: Outages
  private var recent: [Place: (time: Int64, states: [WorldState])] = [:]

  private struct Place: Hashable {
    var station: Int
    var cadence: Cadence
  }

  /// Looks at a world whose board time is zero at a date.
  init(world: World, bootDate: UnixTime, outages: Outages) {
    self.world = world
    self.bootDate = bootDate
    self.outages = outages
  }

  /// Whether a row is valid; where it is not, its value says -9999.
  func isValid(_ sensor: SensorEntry, at time: Int64) -> Bool {
    !outages.contain(sensor.id, sensor.quantity.cadence, at: time)
  }

  /// The value of a row, rounded to the last digit that is written.
  mutating func value(_ sensor: SensorEntry, at time: Int64) -> Double {
    guard isValid(sensor, at: time) else { return Self.invalid }
    let states = states(sensor, at: time)
    let sum = states.reduce(0) { $0 + sensor.quantity.value(in: $1) }
    let scale = sensor.quantity.decimals == 0 ? 1.0 : 10
    return (sum / Double(states.count) * scale).rounded() / scale + 0
  }

  /// The value of a row that has none.
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
