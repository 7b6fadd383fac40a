import RTCMParser

extension SampleMessages {
  /// The samples of messages 63, 1019, 1020 and 1041…1046.
  static var ephemerides: [RTCMMessage] {
    [
      .gpsEphemeris(gps), .glonassEphemeris(glonass), .navicEphemeris(navic),
      .beidouEphemeris(beidou(isDraft: false)), .beidouEphemeris(beidou(isDraft: true)),
      .sbasEphemeris(sbas), .qzssEphemeris(qzss), .galileoEphemeris(galileoFNAV),
      .galileoEphemeris(galileoINAV),
    ]
  }

  private static var gps: GPSEphemeris {
    var message = GPSEphemeris(satelliteID: 14)
    message.setOrbit(squareRootOfSemiMajorAxis: 5153.654_321)
    message.week = 373
    message.accuracyIndex = 2
    message.codeOnL2 = 1
    message.iode = 83
    message.iodc = 339
    message.af2 = 2 * 0x1p-55
    message.groupDelay = -1.024e-8
    message.health = 33
    message.isL2PWithoutData = true
    message.hasLongFitInterval = true
    return message
  }

  private static var qzss: QZSSEphemeris {
    var message = QZSSEphemeris(satelliteID: 3)
    message.setOrbit(squareRootOfSemiMajorAxis: 6493.456_789)
    message.week = 373
    message.accuracyIndex = 3
    message.codesOnL2 = 2
    message.iode = 84
    message.iodc = 340
    message.af2 = -1 * 0x1p-55
    message.groupDelay = -4.66e-9
    message.health = 1
    message.hasLongFitInterval = true
    return message
  }

  private static var navic: NavICEphemeris {
    var message = NavICEphemeris(satelliteID: 6)
    message.setOrbit(squareRootOfSemiMajorAxis: 6493.123_456)
    message.week = 373
    message.accuracyIndex = 4
    message.iodec = 85
    message.reservedAfterIODEC = 513
    message.isL5Unhealthy = true
    message.isSUnhealthy = true
    message.af2 = 3 * 0x1p-55
    message.groupDelay = -2.79e-9
    message.spareAfterIDOT = 2
    message.spareAfterInclination = 1
    return message
  }

  private static func beidou(isDraft: Bool) -> BeiDouEphemeris {
    var message = BeiDouEphemeris(satelliteID: 23)
    message.isDraft = isDraft
    message.setOrbit(squareRootOfSemiMajorAxis: 5282.612_345)
    message.week = 1065
    message.accuracyIndex = 5
    message.aode = 17
    message.aodc = 18
    message.af2 = -321 * 0x1p-66
    message.groupDelay1 = -1.2e-9
    message.groupDelay2 = 8.7e-9
    message.isUnhealthy = true
    return message
  }

  private static var galileoFNAV: GalileoEphemeris {
    var message = galileo(.fnav(e5a: .init(status: 2, isDataInvalid: true)))
    message.iodNav = 107
    message.af2 = -5 * 0x1p-59
    return message
  }

  private static var galileoINAV: GalileoEphemeris {
    var message = galileo(
      .inav(
        groupDelayE5b: -5.36e-9, e5b: .init(status: 1, isDataInvalid: true),
        e1b: .init(status: 3, isDataInvalid: true)))
    message.iodNav = 108
    message.af2 = 5 * 0x1p-59
    return message
  }

  private static func galileo(
    _ navigationMessage: GalileoEphemeris.NavigationMessage
  ) -> GalileoEphemeris {
    var message = GalileoEphemeris(navigationMessage, satelliteID: 30)
    message.setOrbit(squareRootOfSemiMajorAxis: 5440.612_345)
    message.week = 1397
    message.sisaIndex = 107
    message.groupDelayE5a = -4.66e-9
    return message
  }

  private static var glonass: GLONASSEphemeris {
    var message = GLONASSEphemeris(satelliteID: 11)
    message.frequencyChannelIndicator = 5
    message.isAlmanacHealthy = true
    message.hasAlmanacHealth = true
    message.p1 = 1
    message.frameTimeField = 12 << 7 | 34 << 1 | 1
    message.isUnhealthy = true
    message.p2 = true
    message.referenceTime = 54_900
    setMotion(of: &message)
    message.p3 = true
    message.frequencyDeviation = -0.0  // a negative zero, which a sender may write
    message.p = 3
    message.isUnhealthyInThirdString = true
    message.clockOffset = -1.2345e-4
    message.l2Delay = 2.79e-9
    message.age = 1
    message.p4 = true
    message.accuracyIndex = 2
    message.day = 883
    message.satelliteKind = 1
    message.hasAdditionalData = true
    message.almanacDay = 882
    message.systemTimeOffset = -8.38e-8
    message.fourYearInterval = 8
    message.gpsTimeOffset = 1.3e-8
    message.isUnhealthyInFifthString = true
    return message
  }

  private static func setMotion(of message: inout GLONASSEphemeris) {
    message.velocityX = -1.234_567
    message.positionX = 12_345.678
    message.accelerationX = 1.86e-9
    message.velocityY = 2.345_678
    message.positionY = -19_876.543
    message.accelerationY = -0.0
    message.velocityZ = 0.456_789
    message.positionZ = 9_876.123
    message.accelerationZ = -2.79e-9
  }

  private static var sbas: SBASEphemeris {
    var message = SBASEphemeris(satelliteID: 4)
    message.iodn = 91
    message.referenceTime = 43_216
    message.accuracyIndex = 6
    message.position = ECEFPosition(x: 40_123_456.72, y: -12_987_654.32, z: 12_345.6)
    message.velocityX = 1.234_375
    message.velocityY = -2.345_625
    message.velocityZ = 0.456
    message.accelerationX = 0.000_125
    message.accelerationY = -0.000_25
    message.accelerationZ = 0.000_062_5
    message.af0 = -2.33e-8
    message.af1 = 4.55e-12
    return message
  }
}

extension KeplerianEphemeris {
  /// Sets the elements to those of the samples, except week, af2 and the orbit's size.
  fileprivate mutating func setOrbit(squareRootOfSemiMajorAxis: Double) {
    self.squareRootOfSemiMajorAxis = squareRootOfSemiMajorAxis
    inclinationRate = -1.23e-10
    clockReferenceTime = 216_000
    af1 = -1.36e-12
    af0 = -2.3456e-4
    crs = -34.5625
    meanMotionDifference = 1.432e-9
    meanAnomaly = 0.345_678_9
    cuc = -1.823e-6
    eccentricity = 0.011_234_567
    cus = 7.654e-6
    referenceTime = 216_000
    cic = 1.676e-7
    ascendingNode = -0.765_432_1
    cis = -9.313e-8
    inclination = 0.307_654_321
    crc = 245.6875
    argumentOfPerigee = 0.256_789_01
    ascensionRate = -2.634e-9
  }
}
