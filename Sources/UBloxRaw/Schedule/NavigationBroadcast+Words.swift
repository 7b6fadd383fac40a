internal import Mathematics
internal import RTCMParser

extension NavigationBroadcast {
  /// Returns the words of a piece; `nil` for a page 18 without an ionosphere.
  func words(
    of ephemeris: BroadcastEphemeris, _ bits: EphemerisBits, in slot: NavigationSlot
  ) throws(RTCMEncodingError) -> [UInt32]? {
    let isQZSS = ephemeris.constellation == .qzss
    switch slot.message {
    case .lnav(let subframe):
      let fields = isQZSS ? LNAVFields.qzss : .gps
      let parts = fields.parts(
        ofSubframe: subframe, week: .bits(UInt64(slot.start.week & 1023), count: 10))
      return lnavWords(subframe, of: ephemeris, parts, bits, endingAt: slot.end)
    case .lnavIonosphere:
      guard let ionosphere else { return nil }
      let parts = try page18(of: ionosphere, fromQZSS: isQZSS, at: slot.start)
      return lnavWords(4, of: ephemeris, parts, bits, endingAt: slot.end)
    case .inav(let word): return try galileoWords(word, bits, at: slot.start)
    case .d1(let subframe): return try beidouWords(subframe: subframe, bits, at: slot.start)
    case .d2(let page): return try beidouWords(page: page, bits, at: slot.start)
    case .glonass(let string): return glonassWords(string, bits, at: slot.start)
    }
  }

  /// Returns the UTC parameters at a time.
  private func utc(at time: GPSTime) -> BroadcastUTC { utc ?? BroadcastUTC(at: time) }
}

// MARK: LNAV

extension NavigationBroadcast {
  private func lnavWords(
    _ subframe: Int, of ephemeris: BroadcastEphemeris, _ parts: [MessagePart],
    _ bits: EphemerisBits, endingAt end: GPSTime
  ) -> [UInt32] {
    var writer = BitWriter(capacity: 24)
    writer.append(parts, from: bits)
    let count = end.millisecondsOfWeek / 6000
    return LNAVWords(
      subframe: subframe, timeOfWeekCount: count,
      isAntiSpoofing: ephemeris.constellation == .gps, data: writer.bytes
    ).words
  }

  /// Returns words 3 to 10 of page 18 of subframe 4 (IS-GPS-200N, figure 20-1, sheet 8).
  private func page18(
    of ionosphere: KlobucharIonosphere, fromQZSS isQZSS: Bool, at time: GPSTime
  ) throws(RTCMEncodingError) -> [MessagePart] {
    let dataID: UInt64 = isQZSS ? 0b11 : 0b01
    return [.bits(dataID, count: 2), .bits(56, count: 6)]
      + (try ionosphere.parts) + (try utc(at: time).gpsParts)
  }
}

// MARK: Galileo

extension NavigationBroadcast {
  private func galileoWords(
    _ type: Int, _ bits: EphemerisBits, at start: GPSTime
  ) throws(RTCMEncodingError) -> [UInt32] {
    var writer = BitWriter(capacity: 16)
    writer.append(try galileoParts(type, at: start), from: bits)
    let second = start.millisecondsOfWeek / 1000
    return GalileoPage(word: writer.bytes, index: second % 30 / 2).words
  }

  private func galileoParts(
    _ type: Int, at start: GPSTime
  ) throws(RTCMEncodingError) -> [MessagePart] {
    let (week, second) = (
      start.week - WeekNumbering.galileo.firstWeek, start.millisecondsOfWeek / 1000
    )
    switch type {
    case 1...4: return GalileoWord.orbit(type: type)
    case 5:
      return GalileoWord.health(
        try galileoIonosphere.parts, GalileoWord.time(week: week, timeOfWeek: second))
    case 6: return GalileoWord.utc(try utc(at: start).galileoParts, timeOfWeek: second)
    default: return GalileoWord.spare(week: week, timeOfWeek: second)
    }
  }
}

// MARK: BeiDou

extension NavigationBroadcast {
  private func beidouWords(
    subframe: Int, _ bits: EphemerisBits, at start: GPSTime
  ) throws(RTCMEncodingError) -> [UInt32] {
    let (week, second) = beidouTime(of: start)
    return beidouWords(
      BeiDouSubframe.d1(
        subframe, week: BeiDouSubframe.weekPart(week), secondsOfWeek: second,
        ionosphere: try (ionosphere ?? KlobucharIonosphere()).parts), bits)
  }

  private func beidouWords(
    page: Int, _ bits: EphemerisBits, at start: GPSTime
  ) throws(RTCMEncodingError) -> [UInt32] {
    let (week, second) = beidouTime(of: start)
    return beidouWords(
      BeiDouSubframe.d2(
        page: page, week: BeiDouSubframe.weekPart(week), secondsOfWeek: second,
        ionosphere: try (ionosphere ?? KlobucharIonosphere()).parts), bits)
  }

  private func beidouWords(_ parts: [MessagePart], _ bits: EphemerisBits) -> [UInt32] {
    var writer = BitWriter(capacity: 28)
    writer.append(parts, from: bits)
    return BeiDouWords(data: writer.bytes).words
  }

  /// Returns the weeks since 2006 and the seconds in the week, in BeiDou time.
  private func beidouTime(of time: GPSTime) -> (week: Int, second: Int) {
    let shift = Int64(TimeScale.beidou.secondsBehindGPSTime(leapSeconds: 0)) * 1_000_000_000
    let ownTime = time.advanced(byNanoseconds: -shift)
    return (ownTime.week - WeekNumbering.beidou.firstWeek, ownTime.millisecondsOfWeek / 1000)
  }
}

// MARK: GLONASS

extension NavigationBroadcast {
  private func glonassWords(
    _ number: Int, _ bits: EphemerisBits, at start: GPSTime
  ) -> [UInt32] {
    let shift = Int64(TimeScale.moscow.secondsBehindGPSTime(leapSeconds: start.leapSeconds))
    let ownTime = start.advanced(byNanoseconds: -shift * 1_000_000_000)
    let second = ownTime.millisecondsOfWeek / 1000
    return GLONASSString(number, frameStart: second - second % 30, ephemeris: bits).words
  }
}
