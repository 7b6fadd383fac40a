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

  /// Sets the last phaserange of each signal, from which the next messages continue.
  ///
  /// - Parameter observations: Unwrapped observations, those of a satellite's L1 before its other ones.
  mutating func `continue`(from observations: [SignalObservation]) {
    var l1: (satellite: SatelliteID, pseudorange: Double)?
    for observation in observations {
      guard let band = observation.code?.band,
        let id = observation.constellation.satelliteID(ofRINEXNumber: observation.satelliteNumber)
      else { continue }
      if band == 1 { l1 = observation.pseudorange.map { (observation.satellite, $0) } }
      guard let l1, l1.satellite == observation.satellite, let phaserange = observation.phaserange,
        let frequency = observation.carrierFrequency
      else { continue }
      differences[Self.index(of: id, observation.constellation, band: band)] =
        (phaserange - l1.pseudorange) / (WGS84.speedOfLight / frequency)
    }
  }

  private static func index(of observation: LegacyObservation) -> Int {
    index(of: observation.satelliteID, observation.constellation, band: observation.band)
  }

  private static func index(of id: UInt8, _ constellation: Constellation, band: UInt8) -> Int {
    let system =
      switch constellation {
      case .glonass: 1
      case .sbas: 2
      default: 0
      }
    return (system * 64 + Int(id & 63)) * 2 + (band == 1 ? 0 : 1)
  }
}
