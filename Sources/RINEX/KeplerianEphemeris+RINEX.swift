import RTCMParser

extension KeplerianEphemeris {
  /// Returns the clock, orbit lines 1 to 4 and the beginning of orbit line 5, which all systems share.
  ///
  /// Angles are in radians, RINEX's unit.
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
