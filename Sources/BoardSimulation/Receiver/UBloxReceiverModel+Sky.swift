internal import GNSSBasics
internal import GNSSSimulation

/// A satellite in the sky above a receiver: as the receiver reports it, or as it truly is.
public struct SkySatellite: Hashable, Sendable {
  /// The name: the letter of the constellation and the number, such as `G05`.
  public var name: String
  /// The azimuth, clockwise from north, degrees; `nil` while the receiver alone knows the satellite, without its
  /// orbit.
  public var azimuth: Double?
  /// The elevation above the horizon, degrees; `nil` as for ``azimuth``.
  public var elevation: Double?
  /// The reported carrier-to-noise ratio of the first signal, dB-Hz; `nil` while no signal is tracked.
  public var carrierToNoise: Int?
  /// Whether the receiver uses the satellite for its position.
  public var isUsed = false
  /// Whether the receiver reports the satellite in UBX-NAV-SAT.
  public var isReported = false
  /// Whether the satellite truly is more than 5° above the horizon.
  public var isAbove = false
}

extension UBloxReceiverModel {
  /// Returns the satellites that UBX-NAV-SAT of the last epoch reports, beside those that truly are above.
  ///
  /// - Parameters:
  ///   - time: The present board time.
  ///   - isReporting: Whether the receiver is on the bus and has power.
  /// - Returns: The satellites, sorted by name; each once.
  func sky(at time: Duration, isReporting: Bool) -> [SkySatellite] {
    var satellites: [String: SkySatellite] = [:]
    for (name, direction) in navigator.trueSky(at: time, gpsTime(at: time)) {
      satellites[name] = SkySatellite(
        name: name, azimuth: direction.azimuth, elevation: direction.elevation, isAbove: true)
    }
    let solution = isReporting ? solution : nil
    for reported in solution?.sky.satellites ?? [] {
      let name = "\(reported.id)"
      var satellite = satellites[name] ?? SkySatellite(name: name)
      satellite.isReported = true
      satellite.carrierToNoise = reported.signals.first?.shownCarrierToNoise
      satellite.isUsed = (solution?.hasFix ?? false) && reported.isUsable
      if let direction = reported.direction {
        (satellite.azimuth, satellite.elevation) = (direction.azimuth, direction.elevation)
      }
      satellites[name] = satellite
    }
    return satellites.values.sorted { $0.name < $1.name }
  }
}

extension Navigator {
  /// Returns the satellites that truly are more than 5° above the horizon, whatever the receiver knows.
  func trueSky(at now: Duration, _ time: GPSTime) -> [(name: String, direction: SkyDirection)] {
    var chart = SkyChart(of: sky)
    return chart.entries(above: 5, over: world.motion(at: now).position, at: time).map {
      ("\($0.satellite)", $0.direction)
    }
  }
}
