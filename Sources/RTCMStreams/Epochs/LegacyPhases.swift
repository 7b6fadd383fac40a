/// The phaseranges of messages 1001–1004 and 1009–1012, unwrapped over the jumps that senders insert.
///
/// The field holds a phaserange within 262 m of the pseudorange. A sender therefore inserts a jump of 1500
/// cycles whenever the two drift further apart. A change by more than half of 1500 cycles is treated as
/// such a jump.
struct LegacyPhases: Sendable {
  /// Phaserange minus L1 pseudorange, cycles, by constellation, satellite and band.
  private var differences = [Double?](repeating: nil, count: 3 * 64 * 2)

  private static var leap: Double { 1500 }

  /// Shifts the phaseranges of a message so that each continues its satellite's last phaserange.
  mutating func follow(_ observations: inout [LegacyObservation]) {
    var l1Pseudorange: Double?
    for index in observations.indices {
      if observations[index].band == 1 { l1Pseudorange = observations[index].pseudorange }
      guard let l1Pseudorange else { continue }
      follow(&observations[index], from: l1Pseudorange)
    }
  }

  private mutating func follow(_ observation: inout LegacyObservation, from pseudorange: Double) {
    guard let phaserange = observation.phaserange, let frequency = observation.carrierFrequency
    else { return }
    let wavelength = WGS84.speedOfLight / frequency
    let index = Self.index(of: observation)
    let difference = (phaserange - pseudorange) / wavelength
    let leaps = differences[index].map { (($0 - difference) / Self.leap).rounded() } ?? 0
    differences[index] = difference + leaps * Self.leap
    observation.phaserange = phaserange + leaps * Self.leap * wavelength
  }

  private static func index(of observation: LegacyObservation) -> Int {
    let system =
      switch observation.constellation {
      case .glonass: 1
      case .sbas: 2
      default: 0
      }
    return (system * 64 + Int(observation.satelliteID & 63)) * 2 + (observation.band == 1 ? 0 : 1)
  }
}
