internal import GNSSBasics
import RTCMParser

/// The beginnings of the arcs of each signal's phase: a file has slips, and no lock times.
///
/// An arc ends with a slip, with an epoch that lacks the phase, and with a gap between epochs: more than one and
/// a half of the step before it.
struct LockTimes: Sendable {
  private struct Arc {
    /// The time of the arc's first phase, nanoseconds of GPS time.
    var start: Int64 = 0
    /// The number of the epoch of the arc's last phase; 0 for none.
    var epoch = 0
    /// Whether a slip record has ended the arc.
    var hasEnded = false
  }

  /// The arcs by satellite, then by band and attribute; empty for a satellite without phases.
  private var arcs = [[Arc]](repeating: [], count: Constellation.allCases.count * 100)
  /// The number of the current epoch, from 1.
  private var epoch = 0
  private var time: Int64?
  private var step: Int64?
  /// Whether only slips are told, so that a file can be written with the indicators that it has.
  private let marksSlipsOnly: Bool
  /// Whether every arc begins anew in the current epoch.
  private var isBroken = false
  /// Whether every arc begins anew in the current epoch for another reason than its time.
  private var isBrokenByEvent = false
  /// Whether every arc begins anew in the next epoch.
  private var breaksNext = false

  init(marksSlipsOnly: Bool = false) { self.marksSlipsOnly = marksSlipsOnly }

  /// Lets every arc begin anew in the next epoch.
  mutating func breakAll() { breaksNext = true }

  /// Begins the next epoch.
  mutating func begin(_ time: GPSTime) {
    let now = time.nanoseconds
    (isBroken, isBrokenByEvent) = (breaksNext, breaksNext)
    breaksNext = false
    epoch += 1
    if let last = self.time {
      let step = now - last
      if step <= 0 || self.step.map({ step > $0 + $0 / 2 }) ?? false { isBroken = true }
      self.step = step > 0 ? step : self.step
    }
    self.time = now
  }

  /// Ends the arc of a signal, which begins anew with its next phase.
  mutating func end(_ code: RINEXSignalCode, of satellite: SatelliteID) {
    let (place, signal) = Self.place(of: code, satellite)
    guard signal < arcs[place].count else { return }
    (arcs[place][signal].epoch, arcs[place][signal].hasEnded) = (0, true)
  }

  /// Notes a phase of the current epoch.
  ///
  /// - Returns: The time since the arc's first phase, milliseconds. Where only slips are told, 0 for one of the file's, and
  ///   `nil` for all else.
  mutating func milliseconds(
    of code: RINEXSignalCode, _ satellite: SatelliteID, hasSlipped: Bool
  ) -> Int? {
    let (place, signal) = Self.place(of: code, satellite)
    if arcs[place].isEmpty { arcs[place] = [Arc](repeating: Arc(), count: Self.signals) }
    let (now, hasEnded) = (time ?? 0, arcs[place][signal].hasEnded)
    arcs[place][signal].hasEnded = false
    if hasSlipped || isBroken || arcs[place][signal].epoch != epoch - 1 || epoch == 1 {
      arcs[place][signal].start = now
    }
    arcs[place][signal].epoch = epoch
    if marksSlipsOnly { return hasSlipped || isBrokenByEvent || hasEnded ? 0 : nil }
    return Int((now - arcs[place][signal].start) / 1_000_000)
  }

  private static let signals = 9 * 26

  private static func place(of code: RINEXSignalCode, _ satellite: SatelliteID) -> (Int, Int) {
    (
      Int(satellite.constellation.rawValue) * 100 + satellite.number,
      Int(code.band - 1) * 26 + Int(code.attribute - 0x41)
    )
  }
}
