package import GNSSBasics
internal import Mathematics

/// The equipment of a receiver: its signals and their quality.
package enum Equipment: Hashable, Sendable, CaseIterable {
  /// A reference station's equipment: all signals that rovers may have, and an antenna
  /// that suppresses reflections.
  case station
  /// A u-blox ZED-F9P with a patch antenna: L1 and L2C, E1 and E5b, B1I and B2I; no P(Y).
  case zedF9P

  /// Returns the mean carrier-to-noise ratio on the first band under an open sky, dB-Hz: 32 at the
  /// horizon, 51 at the zenith.
  package static func carrierToNoise(sineOfElevation sine: Double) -> Double {
    32 + 19 * Math.power(max(sine, 0), 0.7)
  }

  /// The least carrier-to-noise ratio at which a signal can be tracked, dB-Hz.
  package static var weakest: Double { 20 }

  /// Returns the tracked signals of a satellite, out of those it sends, in ascending order of
  /// the signal mask.
  package func signals(of satellite: SatelliteID) -> [RINEXSignalCode] {
    codes(of: satellite).compactMap { RINEXSignalCode($0) }
  }

  private func codes(of satellite: SatelliteID) -> [String] {
    switch (satellite.constellation, self) {
    case (.gps, .station): satellite.hasL2C ? ["1C", "2W", "2L"] : ["1C", "2W"]
    case (.gps, .zedF9P): satellite.hasL2C ? ["1C", "2L"] : ["1C"]
    case (.glonass, _): ["1C", "2C"]
    case (.galileo, .station): ["1C", "7Q", "5Q"]
    case (.galileo, .zedF9P): ["1C", "7Q"]
    case (.beidou, .station): satellite.hasB2I ? ["2I", "6I", "7I"] : ["2I", "6I"]
    case (.beidou, .zedF9P): satellite.hasB2I ? ["2I", "7I"] : ["2I"]
    case (.qzss, .station): ["1C", "2L", "5Q"]
    case (.qzss, .zedF9P): ["1C", "2L"]
    case (.sbas, _), (.navic, _): []
    }
  }

  /// The factor of the antenna's reflections and noise, relative to a reference station's.
  var roughness: Double { self == .station ? 1 : 1.6 }
}

extension SatelliteID {
  /// Whether a GPS satellite sends L2C, as those from block IIR-M on do (navcen.uscg.gov, constellation
  /// status, 2025).
  var hasL2C: Bool {
    constellation == .gps && ![2, 13, 16, 19, 20, 21, 22].contains(number)
  }

  /// Whether a BeiDou satellite sends B2I, as those of the second generation do (BDS-SIS-ICD-B2I).
  var hasB2I: Bool { constellation == .beidou && number <= 16 }
}
