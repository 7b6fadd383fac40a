/// The phases of messages 1001–1004 and 1009–1012, followed over the leaps that senders put in.
///
/// A sender has room for a phaserange within 262 m of the pseudorange, so leaps by 1500 cycles whenever
/// they drift further apart. What leaps by more than half of that is taken for such a leap.
struct LegacyPhases: Sendable {
  /// Phaserange less pseudorange of L1, cycles, by constellation, satellite and band.
  private var differences = [Double?](repeating: nil, count: 3 * 64 * 2)

  private static var leap: Double { 1500 }

  /// Moves the phaseranges of a message to where they go on from the satellites' last ones.
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
