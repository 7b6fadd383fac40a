import RTCMParser

/// An ephemeris by Kepler's elements and their harmonic corrections, in the units of the messages.
protocol KeplerianEphemeris: WeeklyEphemeris {
  var af0: Double { get }
  var af1: Double { get }
  var af2: Double { get }
  var squareRootOfSemiMajorAxis: Double { get }
  var eccentricity: Double { get }
  var inclination: Double { get }
  var inclinationRate: Double { get }
  var ascendingNode: Double { get }
  var ascensionRate: Double { get }
  var argumentOfPerigee: Double { get }
  var meanAnomaly: Double { get }
  var meanMotionDifference: Double { get }
  var cuc: Double { get }
  var cus: Double { get }
  var crc: Double { get }
  var crs: Double { get }
  var cic: Double { get }
  var cis: Double { get }
}

extension GPSEphemeris: KeplerianEphemeris {}
extension GalileoFNAVEphemeris: KeplerianEphemeris {}
extension GalileoINAVEphemeris: KeplerianEphemeris {}
extension QZSSEphemeris: KeplerianEphemeris {}
extension BeiDouEphemeris: KeplerianEphemeris {}
extension NavICEphemeris: KeplerianEphemeris {}

extension KeplerianEphemeris {
  /// The clock, and orbits 1 to 4 with the beginning of 5, which all systems have alike.
  ///
  /// Angles are in radians, as RINEX has them.
  func rinexValues(issue: some BinaryInteger) -> [Double] {
    let pi = GPSEphemeris.pi
    return [
      af0, af1, af2,
      Double(issue), crs, meanMotionDifference * pi, meanAnomaly * pi,
      cuc, eccentricity, cus, squareRootOfSemiMajorAxis,
      referenceTime, cic, ascendingNode * pi, cis,
      inclination * pi, crc, argumentOfPerigee * pi, ascensionRate * pi,
      inclinationRate * pi,
    ]
  }
}
