import GNSSBasics
import RTCMParser

extension RTCMMessage {
  /// The message without what RINEX has no place for, `nil` when it is no ephemeris; in place of the
  /// week, that of toe.
  func asRINEXHasIt(near reference: GPSTime) -> RTCMMessage? {
    func kept<Orbit: KeplerianEphemeris>(_ orbit: Orbit) -> Orbit {
      var orbit = orbit
      let toe = orbit.referenceTime(near: reference) ?? reference
      let week = toe.week - Orbit.weekNumbering.firstWeek
      orbit.week = UInt16(week % Orbit.weekNumbering.modulus)
      return orbit
    }
    switch self {
    case .gpsEphemeris(var orbit) where orbit.satelliteID < 40:
      orbit.trailingBits = TrailingBits()
      return .gpsEphemeris(kept(orbit))
    case .qzssEphemeris(var orbit):
      orbit.trailingBits = TrailingBits()
      return .qzssEphemeris(kept(orbit))
    case .galileoFNAVEphemeris(var orbit):
      (orbit.reserved, orbit.trailingBits) = (0, TrailingBits())
      // All spare ones are "no accuracy prediction".
      if orbit.sisaIndex > 125 { orbit.sisaIndex = 255 }
      return .galileoFNAVEphemeris(kept(orbit))
    case .galileoINAVEphemeris(var orbit):
      (orbit.reserved, orbit.trailingBits) = (0, TrailingBits())
      // All spare ones are "no accuracy prediction".
      if orbit.sisaIndex > 125 { orbit.sisaIndex = 255 }
      return .galileoINAVEphemeris(kept(orbit))
    case .beidouEphemeris(var orbit):
      (orbit.isDraft, orbit.trailingBits) = (false, TrailingBits())
      return .beidouEphemeris(kept(orbit))
    case .navicEphemeris(var orbit):
      (orbit.reservedAfterIODEC, orbit.trailingBits) = (0, TrailingBits())
      (orbit.spareAfterIDOT, orbit.spareAfterInclination) = (0, 0)
      return .navicEphemeris(kept(orbit))
    case .glonassEphemeris(let orbit): return .glonassEphemeris(orbit.asRINEXHasIt(near: reference))
    default: return nil
    }
  }

  /// The message without what convbin 2.4.3 has otherwise: it writes 0 for a long fit of GPS.
  func asConvbinHasIt(isMoved: Bool) -> RTCMMessage {
    switch self {
    case .gpsEphemeris(var orbit):
      orbit.hasLongFitInterval = false
      if isMoved { orbit.week = 0 }
      return .gpsEphemeris(orbit)
    case .glonassEphemeris(var orbit):
      if isMoved { orbit.day = 0 }
      return .glonassEphemeris(orbit)
    case .beidouEphemeris(var orbit):
      if isMoved { orbit.week = 0 }
      return .beidouEphemeris(orbit)
    case .galileoINAVEphemeris(var orbit):
      if isMoved { orbit.week = 0 }
      return .galileoINAVEphemeris(orbit)
    case .galileoFNAVEphemeris(var orbit):
      if isMoved { orbit.week = 0 }
      return .galileoFNAVEphemeris(orbit)
    default: return self
    }
  }
}

extension RTCMMessage {
  /// The message without what the receiver says otherwise in its RTCM than its maker's program
  /// in RINEX: AODC of BeiDou, accuracy of QZSS, health and tk of GLONASS.
  var asBothHaveIt: RTCMMessage {
    switch self {
    case .beidouEphemeris(var orbit):
      orbit.aodc = 0
      return .beidouEphemeris(orbit)
    case .qzssEphemeris(var orbit):
      orbit.accuracyIndex = 0
      return .qzssEphemeris(orbit)
    case .glonassEphemeris(var orbit):
      (orbit.isUnhealthy, orbit.frameTimeField) = (false, 0)
      return .glonassEphemeris(orbit)
    default: return self
    }
  }
}

extension GLONASSEphemeris {
  /// The orbit, its clock and its times, on the day that it is of; those have a place in RINEX 3.04.
  func asRINEXHasIt(near reference: GPSTime) -> GLONASSEphemeris {
    var kept = GLONASSEphemeris(satelliteID: satelliteID)
    (kept.positionX, kept.velocityX, kept.accelerationX) = (positionX, velocityX, accelerationX)
    (kept.positionY, kept.velocityY, kept.accelerationY) = (positionY, velocityY, accelerationY)
    (kept.positionZ, kept.velocityZ, kept.accelerationZ) = (positionZ, velocityZ, accelerationZ)
    (kept.clockOffset, kept.frequencyDeviation) = (clockOffset, frequencyDeviation)
    (kept.frequencyChannelIndicator, kept.age) = (frequencyChannelIndicator, age)
    (kept.isUnhealthy, kept.frameTimeField) = (isUnhealthy, frameTimeField)
    kept.referenceTime = referenceTime
    var dated = self
    dated.hasAdditionalData = false
    let instant = dated.referenceTime(near: reference) ?? reference
    let day = Int(
      instant.advanced(byNanoseconds: Int64(10_800 - instant.leapSeconds) * 1_000_000_000)
        .nanoseconds / 86_400_000_000_000)
    kept.day = UInt16((day - 5839) % 1461 + 1)
    return kept
  }
}
