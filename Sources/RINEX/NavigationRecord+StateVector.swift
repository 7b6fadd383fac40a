import RTCMParser

extension NavigationRecord {
  init(glonass ephemeris: GLONASSEphemeris, near now: GPSTime) {
    var ephemeris = ephemeris
    // Some senders give a wrong four-year interval; the current time dates the ephemeris better.
    ephemeris.hasAdditionalData = false
    let referenceTime = ephemeris.referenceTime(near: now) ?? now
    let frameTime = ephemeris.frameTime(near: referenceTime) ?? referenceTime
    let isUnhealthy = ephemeris.isUnhealthy ? 1 : 0
    self.init(
      identity: Identity(
        messageType: 1020, satellite: Int(ephemeris.satelliteID), referenceTime: referenceTime,
        clockReferenceTime: referenceTime, issue: 0, health: isUnhealthy),
      constellation: .glonass,
      time: CivilTime(referenceTime, in: .utc),
      values: [
        -ephemeris.clockOffset, ephemeris.frequencyDeviation,
        Double(frameTime.utcSecondOfWeek),
        ephemeris.positionX, ephemeris.velocityX, ephemeris.accelerationX, Double(isUnhealthy),
        ephemeris.positionY, ephemeris.velocityY, ephemeris.accelerationY,
        Double(ephemeris.frequencyChannel),
        ephemeris.positionZ, ephemeris.velocityZ, ephemeris.accelerationZ, Double(ephemeris.age),
      ], additionalValues: ephemeris.statusValues)
  }

  /// The RINEX number of PRN 120.
  static let firstSBASNumber = 20

  /// Creates the record of an SBAS satellite.
  ///
  /// The draft does not define the satellite's number; here `satelliteID` is the PRN less 120.
  init(sbas ephemeris: SBASEphemeris, near now: GPSTime) {
    let referenceTime = ephemeris.referenceTime(near: now) ?? now
    self.init(
      identity: Identity(
        messageType: 1043, satellite: Int(ephemeris.satelliteID) + Self.firstSBASNumber,
        referenceTime: referenceTime, clockReferenceTime: referenceTime,
        issue: Int(ephemeris.iodn), health: 0),
      constellation: .sbas,
      time: CivilTime(referenceTime),
      values: [
        ephemeris.af0, ephemeris.af1, Self.unknownTransmissionTime,
        ephemeris.position.x / 1000, ephemeris.velocityX / 1000, ephemeris.accelerationX / 1000, 0,
        ephemeris.position.y / 1000, ephemeris.velocityY / 1000, ephemeris.accelerationY / 1000,
        Self.accuracy(ofIndex: ephemeris.accuracyIndex),
        ephemeris.position.z / 1000, ephemeris.velocityZ / 1000, ephemeris.accelerationZ / 1000,
        Double(ephemeris.iodn),
      ])
  }
}

extension GLONASSEphemeris {
  /// The GLONASS values that RINEX has since 3.05: status flags, L2 delay, accuracy index and health flags.
  ///
  /// Source: RINEX 3.05 and 4.00, on GLONASS records.
  fileprivate var statusValues: [Double] {
    let status =
      Int(satelliteKind) << 7 | (p4 ? 1 << 6 : 0) | (p3 ? 1 << 5 : 0) | (p2 ? 1 << 4 : 0)
      | Int(p1) << 2 | Int(p)
    let health =
      (isUnhealthyInThirdString ? 1 << 2 : 0) | (hasAlmanacHealth ? 1 << 1 : 0)
      | (isAlmanacHealthy ? 1 : 0)
    return [Double(status), l2Delay, Double(accuracyIndex), Double(health)]
  }
}

extension GPSTime {
  /// The time of week in UTC, in seconds since the beginning of Sunday.
  fileprivate var utcSecondOfWeek: Int {
    advanced(byNanoseconds: -Int64(leapSeconds) * 1_000_000_000).millisecondsOfWeek / 1000
  }
}
