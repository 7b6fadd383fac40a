internal import GNSSBasics
internal import SatelliteOrbits

/// A parameter that lasts beside the ambiguities: a delay between rover and base that no model tells well enough,
/// or the position of a rover that stands still.
enum ModelParameter: Hashable, Sendable {
  /// The difference of the ionosphere's delays of a satellite, at L1 and at the zenith.
  case ionosphere(SatelliteID)
  /// The difference of the troposphere's delays at the zenith.
  case troposphere
  /// The difference of the biases that receivers of different makes give GLONASS's phases, metres by channel of
  /// a band.
  case glonass(band: UInt8)
  /// A coordinate of a rover that stands still, from where it was first found.
  case position(axis: Int)
}

/// A parameter that lasts from epoch to epoch.
enum LastingParameter: Hashable, Sendable {
  case ambiguity(CarrierID)
  case model(ModelParameter)
}

extension LastingParameter {
  /// Whether the parameter is an ambiguity.
  var isAmbiguity: Bool {
    if case .ambiguity = self { true } else { false }
  }
}

/// The kinds of delays that are estimated.
struct Estimated: Hashable, Sendable {
  var (ionosphere, troposphere, glonass) = (false, false, false)
}

/// The estimate of a parameter.
struct ParameterEstimate: Sendable {
  /// The column of the parameter.
  var column: Int
  /// The time of the last pair that has it.
  var last: GPSTime
  /// The value by the last solution.
  var value = 0.0
}

/// A parameter in a pair's ranges, with its coefficients in code and phase.
struct ParameterTerm: Sendable {
  let parameter: ModelParameter
  let code, phase: Double
}

extension SignalPair {
  /// The delay of a code by the ionosphere, by that at L1 and at the zenith.
  var ionosphereFactor: Double {
    // A thin shell 350 km above a sphere of 6,371 km.
    let cosine = (1 - sight.sineOfElevation * sight.sineOfElevation).squareRoot()
    let sine = 6371.0 / 6721 * cosine
    return Sight.scale(of: frequency) / (1 - sine * sine).squareRoot()
  }

  /// The channel of a GLONASS signal with a frequency of its own; `nil` for any other signal.
  var glonassChannel: Int? {
    guard id.satellite.constellation == .glonass else { return nil }
    let system = id.satellite.constellation
    guard let zero = system.carrierFrequency(ofBand: id.band, glonassFrequencyChannel: 0),
      let one = system.carrierFrequency(ofBand: id.band, glonassFrequencyChannel: 1), one > zero
    else { return nil }
    return Int(((frequency - zero) / (one - zero)).rounded())
  }
}
