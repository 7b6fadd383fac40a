internal import RTCMParser

/// A detector of jumps of the receiver's clock by whole milliseconds.
///
/// Such a receiver lets its clock drift, and sets it when it is off by a millisecond: all ranges of an epoch jump by
/// the same 299,792 m times a whole number. Some receivers leave the phases as they were.
struct ClockJumps: Sendable {
  /// A range and its change.
  private struct Range {
    var time: GPSTime
    var code: RINEXSignalCode
    var pseudorange: Double
    var phaserange: Double
    /// The rates of both, m/s; `nil` before the second observation.
    var rates: (code: Double, phase: Double)?
  }

  /// The jumps, the first hundred.
  private(set) var jumps: [ClockJump] = []
  /// The number of jumps.
  private(set) var count = 0
  private var ranges: [SatelliteID: Range] = [:]

  /// The time over which ranges are foretold, seconds: in a minute they bend by less than a kilometre.
  private static let longestStep = 60.0
  /// The distance that light travels in a millisecond, metres, and the part of it within which a jump is whole.
  private static let millisecond = (metres: WGS84.speedOfLight / 1000, tolerance: 0.01)
  private static let leastSatellites = 4
  private static let mostJumps = 100

  /// Returns the jump between the epoch before and this one; `nil` for none.
  mutating func add(_ epoch: ObservationEpoch) -> ClockJump? {
    var (codes, phases) = ([Double](), [Double]())
    var renewed: [(SatelliteID, Range, Double?)] = []
    var last: SatelliteID?
    for observation in epoch.observations {
      guard observation.satellite != last, let code = observation.code,
        let pseudorange = observation.pseudorange, let phaserange = observation.phaserange
      else { continue }
      last = observation.satellite
      var range = Range(
        time: epoch.time, code: code, pseudorange: pseudorange, phaserange: phaserange, rates: nil)
      var elapsed: Double?
      if let before = ranges[observation.satellite], before.code == code {
        let step = epoch.time.seconds(since: before.time)
        if step > 0, step <= Self.longestStep {
          elapsed = step
          if let rates = before.rates {
            codes.append(pseudorange - before.pseudorange - rates.code * step)
            phases.append(phaserange - before.phaserange - rates.phase * step)
            range.rates = rates
          }
        }
      }
      renewed.append((observation.satellite, range, elapsed))
    }
    let jump = Self.whole(codes).map {
      ClockJump(
        time: epoch.time, milliseconds: $0, ofPhases: Self.whole(phases) == $0)
    }
    for (satellite, range, elapsed) in renewed {
      var range = range
      if let elapsed, let before = ranges[satellite], jump == nil || range.rates == nil {
        range.rates = (
          (range.pseudorange - before.pseudorange) / elapsed,
          (range.phaserange - before.phaserange) / elapsed
        )
      }
      ranges[satellite] = range
    }
    guard let jump else { return nil }
    count += 1
    if jumps.count < Self.mostJumps { jumps.append(jump) }
    return jump
  }

  /// Returns the whole milliseconds by which most ranges are off; `nil` where they are not.
  private static func whole(_ values: [Double]) -> Int? {
    guard values.count >= leastSatellites else { return nil }
    let middle = values.sorted()[values.count / 2] / millisecond.metres
    let whole = middle.rounded()
    guard whole != 0, (middle - whole).magnitude < millisecond.tolerance, whole.magnitude < 1e6
    else { return nil }
    return Int(whole)
  }
}

/// A jump of a receiver's clock.
public struct ClockJump: Hashable, Sendable {
  /// The time of the first epoch behind the jump.
  public let time: GPSTime
  /// The number of milliseconds by which the ranges grew.
  public let milliseconds: Int
  /// Whether the phases jumped with the codes.
  public let ofPhases: Bool
}
