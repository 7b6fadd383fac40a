internal import RTCMParser

extension GPSEphemeris {
  /// The message 1019 that tells a satellite's data, exactly.
  ///
  /// Powers of two scale without rounding, so that an encoder finds the very integers again.
  init(_ data: NavigationData) {
    self.init(satelliteID: UInt8(data.prn))
    week = UInt16(data.week % 1024)
    codeOnL2 = 1  // P code, which is what L2 is observed on
    iode = UInt8(data.iode)
    iodc = UInt16(data.iodc)
    setClock(data)
    setOrbit(data)
    setHarmonics(data.harmonics)
  }

  private mutating func setClock(_ data: NavigationData) {
    clockReferenceTime = Double(data.toe16) * 16
    af0 = Double(data.af0) * 0x1p-31
    af1 = Double(data.af1) * 0x1p-43
    af2 = Double(data.af2) * 0x1p-55
    groupDelay = Double(data.tgd) * 0x1p-31
  }

  private mutating func setOrbit(_ data: NavigationData) {
    referenceTime = Double(data.toe16) * 16
    meanAnomaly = Double(data.m0) * 0x1p-31
    meanMotionDifference = Double(data.deltaN) * 0x1p-43
    eccentricity = Double(data.eccentricity) * 0x1p-33
    squareRootOfSemiMajorAxis = Double(data.rootA) * 0x1p-19
    ascendingNode = Double(data.omega0) * 0x1p-31
    ascensionRate = Double(data.omegaDot) * 0x1p-43
    inclination = Double(data.i0) * 0x1p-31
    inclinationRate = Double(data.idot) * 0x1p-43
    argumentOfPerigee = Double(data.omega) * 0x1p-31
  }

  private mutating func setHarmonics(_ harmonics: HarmonicCorrections) {
    cuc = Double(harmonics.cuc) * 0x1p-29
    cus = Double(harmonics.cus) * 0x1p-29
    crc = Double(harmonics.crc) * 0x1p-5
    crs = Double(harmonics.crs) * 0x1p-5
    cic = Double(harmonics.cic) * 0x1p-29
    cis = Double(harmonics.cis) * 0x1p-29
  }
}
