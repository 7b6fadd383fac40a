internal import GNSSBasics
internal import Mathematics
internal import SensorDrivers

/// UBX messages of one epoch that no driver here reads, as payloads.
///
/// Source: ZED-F9P interface description UBX-18010854, UBX-NAV.
extension NavigationSolution {
  /// NAV-STATUS, 16 bytes: the kind of fix, and how long it took.
  func navSTATUS() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let isDifferential = state > .threeD
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(UInt8(hasFix ? 3 : 0))
    // gpsFixOk, diffSoln, wknSet, towSet.
    payload.field(UInt8(hasFix ? 0b1101 : 0) | (isDifferential ? 0b10 : 0))
    // diffCorr, carrSolnValid.
    payload.field(UInt8((isDifferential ? 1 : 0) | (hasFix ? 0b10 : 0)))
    payload.field(UInt8(1 << 3) | carrierSolution.rawValue << 6)  // no spoofing indicated
    payload.field((timeToFirstFix ?? .zero) / .milliseconds(1), as: UInt32.self)
    payload.field(sinceStart / .milliseconds(1), as: UInt32.self)
    return payload.bytes
  }

  /// NAV-DOP, 18 bytes: dilutions of precision in hundredths.
  func navDOP() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let dilution = dilution
    payload.field(UInt32(time.millisecondsOfWeek))
    for value in [
      dilution.geometric, dilution.position, dilution.time, dilution.vertical, dilution.horizontal,
      dilution.axis, dilution.axis,
    ] {
      payload.field(min(value, 99.99) * 100, as: UInt16.self)
    }
    return payload.bytes
  }

  /// NAV-SAT, 8 bytes and 12 for each satellite in view.
  func navSAT() -> [UInt8] {
    var payload = UBXPayloadWriter()
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(UInt8(1))  // version
    payload.field(UInt8(clamping: sky.satellites.count))
    payload.reserved(2)
    for satellite in sky.satellites.prefix(255) {
      payload.field(UInt8(satellite.constellation == .gps ? 0 : 2))
      payload.field(UInt8(clamping: satellite.number))
      payload.field(UInt8(clamping: satellite.carrierToNoise))
      payload.field(satellite.elevation, as: Int8.self)
      payload.field(satellite.azimuth, as: Int16.self)
      payload.field(Int16(0))  // no pseudoranges are measured, so that there is no residual
      payload.field(flags(of: satellite))
    }
    return payload.bytes
  }

  /// Quality, use, health, and where the orbit is from.
  private func flags(of satellite: SatelliteSky.Satellite) -> UInt32 {
    let isUsed = hasFix && satellite.isUsable
    let quality: UInt32 = isUsed ? 7 : 4  // code and carrier locked, or code alone
    let usesCorrections = isUsed && state > .threeD
    return quality | (isUsed ? 1 << 3 | 1 << 8 | 1 << 11 : 0) | 1 << 4
      | (usesCorrections ? 1 << 6 | 1 << 17 : 0)
  }

  /// NAV-TIMEUTC, 20 bytes.
  func navTIMEUTC() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let utc = CivilTime(time, in: .utc)
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(hasFix ? 20 : UInt32.max)  // nanoseconds
    payload.field(Int32(utc.nanosecond))
    payload.field(UInt16(clamping: utc.year))
    for part in [utc.month, utc.day, utc.hour, utc.minute, utc.second] {
      payload.field(UInt8(clamping: part))
    }
    // Time of week, week number and UTC are valid; UTC is that of the USNO, which GPS tells.
    payload.field(UInt8(hasFix ? 0x37 : 0))
    return payload.bytes
  }

  /// NAV-COV, 64 bytes: covariances of position and velocity, whose axes are independent here.
  func navCOV() -> [UInt8] {
    var payload = UBXPayloadWriter()
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(UInt8(0))  // version
    payload.field(UInt8(hasFix ? 1 : 0))
    payload.field(UInt8(hasFix ? 1 : 0))
    payload.reserved(9)
    let speed = speedAccuracy * speedAccuracy / 2
    let across = horizontalAccuracy * horizontalAccuracy / 2
    for (level, down) in [(across, verticalAccuracy * verticalAccuracy), (speed, 2.25 * speed)] {
      for value in [level, 0, 0, level, 0, down] { payload.field(single: hasFix ? value : 0) }
    }
    return payload.bytes
  }
}

extension SatelliteSky.Dilution {
  /// Of time, by a rule of thumb as the others.
  var time: Double { min(0.6 * position, 99.99) }
  /// Of position and time.
  var geometric: Double { (position * position + time * time).squareRoot() }
  /// Of one horizontal axis.
  var axis: Double { horizontal / 2.0.squareRoot() }
}

/// What has passed through the I2C port since the start.
struct PortReport: Hashable, Sendable {
  /// Bytes that wait, that were read, and the most that ever waited.
  var waiting = 0, sent = 0, peak = 0
  /// Whether output was lost because the buffer was full.
  var hasLost = false
  /// Bytes that were written, messages understood in them, and bytes that were part of none.
  var received = 0, ubxMessages = 0, rtcmMessages = 0, skipped = 0

  /// MON-COMMS, 48 bytes: the I2C port alone.
  func monCOMMS() -> [UInt8] {
    var payload = UBXPayloadWriter()
    payload.field(UInt8(0))  // version
    payload.field(UInt8(1))  // ports
    payload.field(UInt8(hasLost ? 0b10 : 0))  // alloc: the buffer was full
    payload.reserved(1)
    for protocolID: UInt8 in [0, 1, 5, 0xFF] { payload.field(protocolID) }  // UBX, NMEA, RTCM 3
    payload.field(UInt16(0))  // I2C
    payload.field(UInt16(clamping: waiting))
    payload.field(UInt32(clamping: sent))
    payload.field(Self.share(waiting))
    payload.field(Self.share(peak))
    payload.field(UInt16(0))
    payload.field(UInt32(clamping: received))
    payload.reserved(4)  // usage, peak usage, overruns: input is taken at once
    for count in [ubxMessages, 0, rtcmMessages, 0] {
      payload.field(UInt16(truncatingIfNeeded: count))
    }
    payload.reserved(8)
    payload.field(UInt32(clamping: skipped))
    return payload.bytes
  }

  /// Per cent of the output buffer.
  private static func share(_ bytes: Int) -> UInt8 {
    UInt8(clamping: bytes * 100 / DDCPort.capacity)
  }
}
