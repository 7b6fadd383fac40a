import GNSSBasics
import RTCMParser

@testable import GNSSSimulation

/// The broadcast data of the bundled satellites with Keplerian elements.
enum BundledData {
  static func of(_ constellation: Constellation, at time: GPSTime) -> [NavigationData] {
    let slot = KeplerianSystem(constellation).slot(of: time)
    return BundledSatellites.of([constellation]).compactMap { satellite in
      guard case .keplerian(let orbit) = satellite else { return nil }
      return orbit.data(slot: slot)
    }
  }
}

extension GPSTime {
  /// Returns the time some seconds later.
  func advanced(bySeconds seconds: Double) -> GPSTime {
    advanced(byNanoseconds: Int64((seconds * 1e9).rounded()))
  }
}
