import Foundation

@testable import RTCMStreams

extension KeplerianEphemeris {
  /// Returns the satellite's position `time` seconds after toe, Earth-fixed, metres.
  ///
  /// Source: IS-GPS-200 table 20-IV.
  func position(after time: Double) -> [Double] {
    let pi = GPSEphemeris.pi
    let gravitation = Self.orbitConstants.gravitationalParameter
    let rotation = Self.orbitConstants.earthRotationRate
    let axis = squareRootOfSemiMajorAxis * squareRootOfSemiMajorAxis
    let motion = (gravitation / (axis * axis * axis)).squareRoot() + meanMotionDifference * pi
    let mean = meanAnomaly * pi + motion * time
    var anomaly = mean
    for _ in 0..<50 { anomaly = mean + eccentricity * sin(anomaly) }
    let flattening = (1 - eccentricity * eccentricity).squareRoot()
    let latitude =
      atan2(flattening * sin(anomaly), cos(anomaly) - eccentricity) + argumentOfPerigee * pi
    let (sine, cosine) = (sin(2 * latitude), cos(2 * latitude))
    let argument = latitude + cus * sine + cuc * cosine
    let radius = axis * (1 - eccentricity * cos(anomaly)) + crs * sine + crc * cosine
    let tilt = (inclination + inclinationRate * time) * pi + cis * sine + cic * cosine
    let node =
      ascendingNode * pi + (ascensionRate * pi - rotation) * time - rotation * referenceTime
    let (x, y) = (radius * cos(argument), radius * sin(argument))
    return [
      x * cos(node) - y * cos(tilt) * sin(node), x * sin(node) + y * cos(tilt) * cos(node),
      y * sin(tilt),
    ]
  }

  /// Returns the offset of the satellite's clock `time` seconds after toc, seconds, without relativity.
  func clockOffset(after time: Double) -> Double { af0 + (af1 + af2 * time) * time }
}

/// Returns the distance between two points, metres.
func distance(_ a: [Double], _ b: [Double]) -> Double {
  zip(a, b).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
}
