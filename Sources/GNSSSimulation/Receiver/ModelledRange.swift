internal import SatelliteOrbits

/// The range of a satellite at a place, as the models of a sky give it to a receiver without errors and with an exact
/// clock.
package struct ModelledRange: Sendable {
  /// The broadcast that the satellite follows.
  package let broadcast: BroadcastSet
  /// The geometric range less the satellite's clock offset, with the troposphere's delay, metres.
  let range: Double
  /// The rate of change of the range, m/s.
  package let rate: Double
  /// The ionosphere's delay of codes at L1, metres.
  let ionosphere: Double

  /// Returns the pseudorange of a band's signals at a frequency, metres.
  package func code(ofBand band: UInt8, frequency: Double) -> Double {
    range + ionosphere(at: frequency) + broadcast.groupDelay(ofBand: band)
  }

  /// Returns the phaserange at a frequency, without whole cycles, metres.
  package func phase(frequency: Double) -> Double { range - ionosphere(at: frequency) }

  private func ionosphere(at frequency: Double) -> Double {
    let scale = GPSConstants.l1Frequency / frequency
    return ionosphere * scale * scale
  }
}
