internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// The time scale of a system that broadcasts Keplerian elements, and the renewal times of its elements here.
///
/// Each satellite gets new elements every two hours. Receivers use the set with the nearest reference
/// time; those of Galileo use the last set whose reference time has passed. The satellites of this
/// project follow the same sets.
struct KeplerianSystem: Hashable, Sendable {
  /// The constants in the definition of the elements.
  let constants: OrbitConstants
  /// The system's numbering of weeks.
  let weekNumbering: WeekNumbering
  /// The time from the beginning of a slot to the reference time of its elements, seconds, a multiple of 16.
  let referenceTimeInSlot: Int

  /// Creates the system of a constellation; a constellation without Keplerian elements counts as GPS.
  init(_ constellation: Constellation) {
    switch constellation {
    case .galileo: (constants, weekNumbering, referenceTimeInSlot) = (.galileo, .galileo, 0)
    case .beidou: (constants, weekNumbering, referenceTimeInSlot) = (.beidou, .beidou, 3600)
    case .qzss: (constants, weekNumbering, referenceTimeInSlot) = (.gps, .gps, 3600)
    // 16 s before the slot's end, so that no reference time falls into the next week.
    default: (constants, weekNumbering, referenceTimeInSlot) = (.gps, .gps, 7184)
    }
  }

  /// The delay of the system's own time behind GPS time, seconds.
  var delay: Int { weekNumbering.timeScale.secondsBehindGPSTime(leapSeconds: 0) }

  /// Returns the two-hour slot of an instant since 1980, in the system's own time.
  func slot(of time: GPSTime) -> Int {
    let own = time.nanoseconds - Int64(delay) * 1_000_000_000
    return Int(own.dividedRoundingDown(by: Int64(Self.secondsPerSlot) * 1_000_000_000).quotient)
  }

  /// Returns the beginning of a slot.
  func beginning(ofSlot slot: Int) -> GPSTime {
    GPSTime(nanoseconds: Int64(slot * Self.secondsPerSlot + delay) * 1_000_000_000)
  }

  /// The length of a slot: two hours.
  static var secondsPerSlot: Int { 7200 }
  /// The number of slots in a week.
  static var slotsPerWeek: Int { 84 }
}
