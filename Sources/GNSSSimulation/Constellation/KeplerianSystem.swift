internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// A system that broadcasts Kepler's elements: its time scale, and the times at which its elements are
/// renewed here.
///
/// All of them get new elements every two hours. Receivers take the set whose reference time is nearest, those of
/// Galileo the last one that has passed; so must the sets of this project be flown.
struct KeplerianSystem: Hashable, Sendable {
  /// The constants of the elements' definition.
  let constants: OrbitConstants
  /// The system's numbering of weeks.
  let weekNumbering: WeekNumbering
  /// From the beginning of a slot to the reference time of its elements, seconds, a multiple of 16.
  let referenceTimeInSlot: Int

  /// The system; those that broadcast no Keplerian elements count as GPS.
  init(_ constellation: Constellation) {
    switch constellation {
    case .galileo: (constants, weekNumbering, referenceTimeInSlot) = (.galileo, .galileo, 0)
    case .beidou: (constants, weekNumbering, referenceTimeInSlot) = (.beidou, .beidou, 3600)
    case .qzss: (constants, weekNumbering, referenceTimeInSlot) = (.gps, .gps, 3600)
    // 16 s before a slot ends, so that no reference time falls into the week after.
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

  /// When a slot begins.
  func beginning(ofSlot slot: Int) -> GPSTime {
    GPSTime(nanoseconds: Int64(slot * Self.secondsPerSlot + delay) * 1_000_000_000)
  }

  /// Two hours.
  static var secondsPerSlot: Int { 7200 }
  /// Slots of a week.
  static var slotsPerWeek: Int { 84 }
}
