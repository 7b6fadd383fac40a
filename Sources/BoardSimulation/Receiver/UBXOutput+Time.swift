internal import GNSSBasics

/// Payloads of an epoch's UBX messages about time.
///
/// Source: ZED-F9P interface description UBX-18010854, UBX-NAV.
extension NavigationSolution {
  /// Returns the payload of NAV-TIMEGPS, 16 bytes: the epoch in GPS time.
  func navTIMEGPS() -> [UInt8] {
    var payload = UBXPayloadWriter()
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(Int32(truncatingIfNeeded: time.nanoseconds % 1_000_000))
    payload.field(Int16(clamping: time.week))
    payload.field(Int8(clamping: time.leapSeconds))
    // Time of week, week number and leap seconds are valid.
    payload.field(UInt8(hasFix ? 0b111 : 0))
    payload.field(timeAccuracy)
    return payload.bytes
  }

  /// Returns the payload of NAV-TIMEUTC, 20 bytes: the epoch in UTC.
  func navTIMEUTC() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let utc = CivilTime(time, in: .utc)
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(timeAccuracy)
    payload.field(Int32(utc.nanosecond))
    payload.field(UInt16(clamping: utc.year))
    for part in [utc.month, utc.day, utc.hour, utc.minute, utc.second] {
      payload.field(UInt8(clamping: part))
    }
    // Time of week, week number and UTC are valid; the UTC standard is USNO, which GPS broadcasts.
    payload.field(UInt8(hasFix ? 0x37 : 0))
    return payload.bytes
  }

  /// Returns the payload of NAV-TIMELS, 24 bytes: the leap seconds; no further one is announced.
  func navTIMELS() -> [UInt8] {
    var payload = UBXPayloadWriter()
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(UInt8(0))  // version
    payload.reserved(3)
    payload.field(UInt8(hasFix ? 2 : 0))  // source: GPS, or the firmware's default
    payload.field(Int8(clamping: time.leapSeconds))
    payload.field(UInt8(0))  // no source of a coming one
    payload.reserved(1 + 4 + 2 + 2 + 3)
    payload.field(UInt8(hasFix ? 1 : 0))
    return payload.bytes
  }

  /// Returns the payload of NAV-EOE, 4 bytes: the end of the epoch's messages.
  func navEOE() -> [UInt8] {
    var payload = UBXPayloadWriter()
    payload.field(UInt32(time.millisecondsOfWeek))
    return payload.bytes
  }

  /// The accuracy of the time, nanoseconds.
  private var timeAccuracy: UInt32 { hasFix ? 20 : .max }
}
