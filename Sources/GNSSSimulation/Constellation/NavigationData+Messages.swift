internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

extension NavigationData {
  /// The messages with exactly these data; two for Galileo, whose satellites broadcast the data twice.
  ///
  /// Powers of two scale without rounding, so that an encoder finds the same integers again.
  var messages: [RTCMMessage] {
    switch satellite.constellation {
    case .gps: [.gpsEphemeris(GPSEphemeris(self))]
    case .qzss: [.qzssEphemeris(QZSSEphemeris(self))]
    case .galileo:
      [
        .galileoEphemeris(GalileoEphemeris(inav: self)),
        .galileoEphemeris(GalileoEphemeris(fnav: self)),
      ]
    case .beidou: [.beidouEphemeris(BeiDouEphemeris(self))]
    case .glonass, .sbas, .navic: []
    }
  }

  /// Sets the orbit and clock, which all systems encode alike.
  fileprivate func fill(_ ephemeris: inout some KeplerianEphemeris) {
    let numbering = type(of: ephemeris).weekNumbering
    ephemeris.week = UInt16((week - numbering.firstWeek).modulo(numbering.modulus))
    (ephemeris.referenceTime, ephemeris.clockReferenceTime) = (Double(toe), Double(toe))
    ephemeris.af0 = Double(af0) * 0x1p-31
    ephemeris.af1 = Double(af1) * 0x1p-43
    ephemeris.af2 = Double(af2) * 0x1p-55
    ephemeris.meanAnomaly = Double(m0) * 0x1p-31
    ephemeris.meanMotionDifference = Double(deltaN) * 0x1p-43
    ephemeris.eccentricity = Double(eccentricity) * 0x1p-33
    ephemeris.squareRootOfSemiMajorAxis = Double(rootA) * 0x1p-19
    ephemeris.ascendingNode = Double(omega0) * 0x1p-31
    ephemeris.ascensionRate = Double(omegaDot) * 0x1p-43
    ephemeris.inclination = Double(i0) * 0x1p-31
    ephemeris.inclinationRate = Double(idot) * 0x1p-43
    ephemeris.argumentOfPerigee = Double(omega) * 0x1p-31
    fillHarmonics(&ephemeris)
  }

  private func fillHarmonics(_ ephemeris: inout some KeplerianEphemeris) {
    ephemeris.cuc = Double(harmonics.cuc) * 0x1p-29
    ephemeris.cus = Double(harmonics.cus) * 0x1p-29
    ephemeris.crc = Double(harmonics.crc) * 0x1p-5
    ephemeris.crs = Double(harmonics.crs) * 0x1p-5
    ephemeris.cic = Double(harmonics.cic) * 0x1p-29
    ephemeris.cis = Double(harmonics.cis) * 0x1p-29
  }
}

extension GPSEphemeris {
  /// Creates message 1019 with a satellite's data.
  init(_ data: NavigationData) {
    self.init(satelliteID: UInt8(data.satellite.number))
    data.fill(&self)
    codeOnL2 = 1  // P code
    iode = UInt8(data.iode)
    iodc = UInt16(data.iodc)
    groupDelay = Double(data.tgd) * 0x1p-31
  }
}

extension QZSSEphemeris {
  /// Creates message 1044 with a satellite's data.
  fileprivate init(_ data: NavigationData) {
    self.init(satelliteID: UInt8(data.satellite.number))
    data.fill(&self)
    codesOnL2 = 2  // L2C
    iode = UInt8(data.iode)
    iodc = UInt16(data.iodc)
    groupDelay = Double(data.tgd) * 0x1p-31
  }
}

extension GalileoEphemeris {
  /// Creates message 1046 with a satellite's data, whose clock is that of E1 and E5b.
  fileprivate init(inav data: NavigationData) {
    self.init(.inav(groupDelayE5b: Double(data.tgd) * 0x1p-31), data)
  }

  /// Creates message 1045 with a satellite's data, whose clock is that of E1 and E5a.
  fileprivate init(fnav data: NavigationData) {
    self.init(.fnav(), data)
    // Each clock minus its group delay is the clock of E1.
    af0 += groupDelayE5a - Double(data.tgd) * 0x1p-31
  }

  private init(_ navigationMessage: NavigationMessage, _ data: NavigationData) {
    self.init(navigationMessage, satelliteID: UInt8(data.satellite.number))
    data.fill(&self)
    iodNav = UInt16(data.iodc)
    sisaIndex = 107  // 3.12 m, the value of most satellites
    // BGD(E1,E5a), in its steps of 2⁻³² s: the γ of E1 and E5a is larger than that of E1 and E5b.
    groupDelayE5a = Double(data.tgd * 9 / 4) * 0x1p-32
  }
}

extension BeiDouEphemeris {
  /// Creates message 1042 with a satellite's data, whose clock is that of B3.
  fileprivate init(_ data: NavigationData) {
    self.init(satelliteID: UInt8(data.satellite.number))
    data.fill(&self)
    (aode, aodc) = (1, 1)
    // The message has steps of 0.1 ns.
    groupDelay1 = (Double(data.tgd) * 0x1p-31 * 1e10).rounded() / 1e10
    groupDelay2 = (Double(data.tgd) * 0x1p-32 * 1e10).rounded() / 1e10
  }
}
