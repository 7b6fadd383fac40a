import RTCMParser

extension NavigationFields {
  /// Returns the message that carries the record.
  func message() throws(RINEXReadingError) -> RTCMMessage {
    switch constellation {
    case .gps: .gpsEphemeris(try gps())
    case .glonass: .glonassEphemeris(try glonass())
    case .galileo: .galileoEphemeris(try galileo())
    case .qzss: .qzssEphemeris(try qzss())
    case .beidou: .beidouEphemeris(try beidou())
    case .navic: .navicEphemeris(try navic())
    case .sbas: .sbasEphemeris(try sbas())
    }
  }

  private func gps() throws(RINEXReadingError) -> GPSEphemeris {
    var orbit = GPSEphemeris(satelliteID: satellite)
    // Numbers from 40 are SBAS satellites in DF009.
    guard satellite < 40 else { throw implausible("the satellite's number", at: 0) }
    orbit.iode = try integer(3, "IODE")
    orbit.codeOnL2 = try integer(20, "the codes on L2")
    orbit.isL2PWithoutData = self[22] != 0
    orbit.accuracyIndex = accuracyIndex(at: 23)
    orbit.health = try integer(24, "health")
    orbit.groupDelay = self[25]
    orbit.iodc = try integer(26, "IODC")
    // The fit interval in hours, at least 4; some writers put the satellite's flag here, 0 or 1.
    orbit.hasLongFitInterval = self[28] > 4 || self[28] == 1
    return try finished(orbit)
  }

  private func qzss() throws(RINEXReadingError) -> QZSSEphemeris {
    var orbit = QZSSEphemeris(satelliteID: satellite)
    orbit.iode = try integer(3, "IODE")
    orbit.codesOnL2 = try integer(20, "the codes on L2")
    orbit.accuracyIndex = accuracyIndex(at: 23)
    orbit.health = try integer(24, "health")
    orbit.groupDelay = self[25]
    orbit.iodc = try integer(26, "IODC")
    orbit.hasLongFitInterval = self[28] != 0
    return try finished(orbit)
  }

  private func beidou() throws(RINEXReadingError) -> BeiDouEphemeris {
    var orbit = BeiDouEphemeris(satelliteID: satellite)
    orbit.aode = try integer(3, "AODE")
    orbit.accuracyIndex = accuracyIndex(at: 23)
    orbit.isUnhealthy = self[24] != 0
    (orbit.groupDelay1, orbit.groupDelay2) = (self[25], self[26])
    orbit.aodc = try integer(28, "AODC")
    return try finished(orbit)
  }

  private func navic() throws(RINEXReadingError) -> NavICEphemeris {
    var orbit = NavICEphemeris(satelliteID: satellite)
    orbit.iodec = try integer(3, "IODEC")
    orbit.accuracyIndex = accuracyIndex(at: 23)
    let health: UInt8 = try integer(24, "health")
    (orbit.isL5Unhealthy, orbit.isSUnhealthy) = (health & 2 != 0, health & 1 != 0)
    orbit.groupDelay = self[25]
    return try finished(orbit)
  }
}

extension NavigationFields {
  /// Sets an orbit's common elements, checks that they are plausible, and rounds them to the fields' steps.
  func finished<Orbit: KeplerianEphemeris & RTCMCodable>(
    _ orbit: Orbit
  ) throws(RINEXReadingError) -> Orbit {
    var orbit = orbit
    setElements(of: &orbit)
    orbit.clockReferenceTime = time.secondsOfWeek
    orbit.referenceTime = self[11]
    guard (0..<604_800).contains(self[11]) else { throw implausible("toe", at: 11) }
    orbit.week = time.week(of: self[11], by: Orbit.weekNumbering)
    guard self[10] > Self.rootOfEarthRadius else { throw implausible("√A", at: 10) }
    let result = try onWire(orbit)
    // Rounding a time by one step would move the satellite by kilometres, so times must be exact.
    guard result.referenceTime == orbit.referenceTime else { throw implausible("toe", at: 11) }
    guard result.clockReferenceTime == orbit.clockReferenceTime else {
      throw implausible("toc", at: 0)
    }
    return result
  }

  private func setElements(of orbit: inout some KeplerianEphemeris) {
    let pi = GPSEphemeris.pi
    (orbit.af0, orbit.af1, orbit.af2) = (self[0], self[1], self[2])
    (orbit.crs, orbit.meanMotionDifference) = (self[4], self[5] / pi)
    orbit.meanAnomaly = Self.semicircles(self[6])
    (orbit.cuc, orbit.eccentricity, orbit.cus) = (self[7], self[8], self[9])
    orbit.squareRootOfSemiMajorAxis = self[10]
    (orbit.cic, orbit.cis) = (self[12], self[14])
    orbit.ascendingNode = Self.semicircles(self[13])
    (orbit.inclination, orbit.crc) = (self[15] / pi, self[16])
    orbit.argumentOfPerigee = Self.semicircles(self[17])
    (orbit.ascensionRate, orbit.inclinationRate) = (self[18] / pi, self[19] / pi)
  }

  /// Returns an angle in semicircles in the range of its field: from -1 up to the last step of 2⁻³¹ before 1.
  private static func semicircles(_ radians: Double) -> Double {
    let angle = radians / GPSEphemeris.pi
    // A value of 4 or more is no angle; the field rejects it.
    guard angle.magnitude < 4 else { return angle }
    return angle - 2 * ((angle + 1 + 0x1p-32) / 2).rounded(.down)
  }

  /// The least plausible √A, in √m: the square root of Earth's radius, √6 378 137.
  private static let rootOfEarthRadius = 2525.5

  /// Returns the accuracy index of the metres at an index of the record: the nominal accuracy or the end of the
  /// range.
  ///
  /// Source: IS-GPS-200, §20.3.3.3.1.3. The other systems use the same table.
  func accuracyIndex(at index: Int) -> UInt8 {
    let ranges = [
      2.4, 3.4, 4.85, 6.85, 9.65, 13.65, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144,
    ]
    return UInt8(ranges.firstIndex { self[index] <= $0 } ?? ranges.count)
  }
}
