import GNSSBasics
import RTCMParser

extension RTCMMessage {
  /// Returns the message without the content that RINEX lacks; `nil` if the message is no ephemeris.
  ///
  /// The week is replaced by the week of toe.
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
    case .galileoEphemeris(var orbit):
      (orbit.reserved, orbit.trailingBits) = (0, TrailingBits())
      // All spare indices mean "no accuracy prediction".
      if orbit.sisaIndex > 125 { orbit.sisaIndex = 255 }
      return .galileoEphemeris(kept(orbit))
    case .beidouEphemeris(var orbit):
      (orbit.isDraft, orbit.trailingBits) = (false, TrailingBits())
      return .beidouEphemeris(kept(orbit))
    case .navicEphemeris(var orbit):
      (orbit.reservedAfterIODEC, orbit.trailingBits) = (0, TrailingBits())
      (orbit.spareAfterIDOT, orbit.spareAfterInclination) = (0, 0)
      return .navicEphemeris(kept(orbit))
    case .glonassEphemeris(let orbit): return .glonassEphemeris(orbit.asRINEXHasIt(near: reference))
    case .sbasEphemeris(var orbit):
      orbit.trailingBits = TrailingBits()
      return .sbasEphemeris(orbit)
    default: return nil
    }
  }

  /// Returns the message without convbin 2.4.3's deviation: it writes 0 for GPS's long fit interval.
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
    case .galileoEphemeris(var orbit):
      if isMoved { orbit.week = 0 }
      return .galileoEphemeris(orbit)
    default: return self
    }
  }
}

extension RTCMMessage {
  /// The message without the values in which the receiver's RTCM differs from its maker's RINEX program.
  ///
  /// These are BeiDou's AODC, QZSS's accuracy, and GLONASS's health and tk.
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
  /// Returns the orbit, clock, times and day of the ephemeris, the content that RINEX 3.04 can hold.
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
