import GNSSBasics
import GNSSSimulation

@testable import BoardSimulation

extension SatellitesInView {
  /// Creates all satellites of the standard sky over a place, tracked on every signal.
  init(over place: GeodeticPosition, at time: GPSTime) {
    self.init()
    var chart = SkyChart(of: .standard)
    satellites = chart.entries(above: 5, over: place, at: time).map { entry in
      Satellite.followed(
        entry.satellite.constellation, entry.satellite.number, elevation: entry.direction.elevation,
        azimuth: entry.direction.azimuth)
    }
  }
}

extension SatellitesInView.Satellite {
  /// Returns a satellite with all its signals and a known orbit.
  static func followed(
    _ constellation: Constellation, _ number: Int, elevation: Double, azimuth: Double,
    carrierToNoise: Double = 41.6
  ) -> Self {
    var satellite = Self(id: SatelliteID(constellation, number))
    satellite.direction = SkyDirection(azimuth: azimuth, elevation: elevation)
    satellite.hasEphemeris = true
    satellite.signals = .init(
      Equipment.zedF9P.signals(of: satellite.id).enumerated().map {
        SatellitesInView.Signal(code: $1, carrierToNoise: carrierToNoise - 3 * Double($0))
      })
    return satellite
  }
}
