import RTCMParser

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
