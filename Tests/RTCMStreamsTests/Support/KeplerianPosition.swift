import Foundation

@testable import RTCMStreams

/// All elements of a broadcast orbit.
protocol BroadcastElements: KeplerianOrbit, RTCMCodable {
  var eccentricity: Double { get }
  var argumentOfPerigee: Double { get }
  var cuc: Double { get }
  var cus: Double { get }
  var crc: Double { get }
  var crs: Double { get }
  var cic: Double { get }
  var cis: Double { get }
  /// μ, m³/s², and the Earth's rotation, rad/s, by the system's own document.
  static var constants: (gravitation: Double, rotation: Double) { get }
}

extension GPSEphemeris: BroadcastElements {
  static var constants: (gravitation: Double, rotation: Double) { (3.986005e14, 7.2921151467e-5) }
}
extension QZSSEphemeris: BroadcastElements {
  static var constants: (gravitation: Double, rotation: Double) { GPSEphemeris.constants }
}
extension NavICEphemeris: BroadcastElements {
  static var constants: (gravitation: Double, rotation: Double) { GPSEphemeris.constants }
}
extension GalileoFNAVEphemeris: BroadcastElements {
  static var constants: (gravitation: Double, rotation: Double) {
    (3.986004418e14, 7.2921151467e-5)
  }
}
extension GalileoINAVEphemeris: BroadcastElements {
  static var constants: (gravitation: Double, rotation: Double) { GalileoFNAVEphemeris.constants }
}
extension BeiDouEphemeris: BroadcastElements {
  static var constants: (gravitation: Double, rotation: Double) { (3.986004418e14, 7.292115e-5) }
}

extension BroadcastElements {
  /// Where the satellite is so many seconds after toe, Earth-fixed, metres.
  ///
  /// Source: IS-GPS-200 table 20-IV.
  func position(after time: Double) -> [Double] {
    let pi = GPSEphemeris.pi
    let (gravitation, rotation) = Self.constants
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

  /// What the satellite's clock is ahead so many seconds after toc, without relativity.
  func clockOffset(after time: Double) -> Double { af0 + (af1 + af2 * time) * time }
}

/// How far it is from one point to another, metres.
func distance(_ a: [Double], _ b: [Double]) -> Double {
  zip(a, b).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
}
