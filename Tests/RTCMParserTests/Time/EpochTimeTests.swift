import RTCMParser
import Testing

@Suite("Epochs as instants")
struct EpochTimeTests {
  static let seconds: Int64 = 1_000_000_000

  @Test(
    "an epoch that is moved goes through the end of its week; only GLONASS has days",
    arguments: [
      (86_399_000, 2000, 86_401_000), (604_799_000, 2000, 1000), (1000, -2000, 604_799_000),
      (0, 604_800_000, 0),
    ] as [(UInt32, Int, UInt32)])
  func moves(milliseconds: UInt32, shift: Int, moved: UInt32) {
    let epoch = MSMEpoch(constellation: .gps, milliseconds: milliseconds)
    #expect(epoch.advanced(byMilliseconds: shift).milliseconds == moved)
    var glonass = MSMEpoch(constellation: .glonass, milliseconds: milliseconds % 86_400_000)
    glonass.glonassDayOfWeek = UInt8(milliseconds / 86_400_000)
    let later = glonass.advanced(byMilliseconds: shift)
    #expect(later.milliseconds == moved % 86_400_000)
    #expect(later.glonassDayOfWeek == UInt8(moved / 86_400_000))
  }

  @Test("a day that GLONASS does not tell stays untold")
  func unknownDay() {
    let epoch = MSMEpoch(constellation: .glonass, milliseconds: 86_399_000, glonassDayOfWeek: 7)
    let later = epoch.advanced(byMilliseconds: 2000)
    #expect(later.milliseconds == 1000)
    #expect(later.glonassDayOfWeek == 7)
  }

  @Test(
    "every system's epoch is the same instant, wherever the reference is",
    arguments: [
      -302_399, -86_400, -43_200, -1, 0, 1, 43_200, 86_400, 302_399,
    ])
  func resolvesEverySystem(offset: Int64) {
    // Times around the turns of a week, a GPS day and a Moscow day, and in BeiDou's first 14 s.
    for timeOfWeek in [0, 5000, 14_000, 18_000, 75_618_000, 86_399_999, 86_400_000, 604_799_999] {
      let time = GPSTime(week: 2421, millisecondsOfWeek: timeOfWeek)
      let reference = time.advanced(byNanoseconds: offset * Self.seconds)
      for constellation in Constellation.allCases {
        let epoch = MSMEpoch(
          constellation: constellation, gpsTimeOfWeekMilliseconds: timeOfWeek)
        #expect(epoch.gpsTime(near: reference) == time, "\(constellation)")
      }
    }
  }

  @Test(
    "a GLONASS epoch without a day is on the nearest one",
    arguments: [
      -43_199, -20_000, 0, 20_000, 43_199,
    ])
  func findsDay(offset: Int64) {
    for timeOfWeek in [0, 75_618_000, 75_617_999, 300_000_000] {
      let time = GPSTime(week: 2421, millisecondsOfWeek: timeOfWeek)
      var epoch = MSMEpoch(constellation: .glonass, gpsTimeOfWeekMilliseconds: timeOfWeek)
      epoch.glonassDayOfWeek = 7
      #expect(epoch.gpsTime(near: time.advanced(byNanoseconds: offset * Self.seconds)) == time)
    }
  }

  @Test("a BeiDou epoch below zero is in the first 14 s of the week")
  func readsNegative() {
    let epoch = MSMEpoch(constellation: .beidou, milliseconds: (1 << 30) - 9000)
    let time = GPSTime(week: 2421, millisecondsOfWeek: 5000)
    #expect(epoch.gpsTime(near: GPSTime(week: 2420, millisecondsOfWeek: 604_000_000)) == time)
  }

  @Test(
    "GLONASS epochs have the leap seconds of their own time",
    arguments: [
      // Leap seconds on 2012-10-14: 16 s; on 2018-07-15: 18 s. Columns: week, millisecond of the Moscow day,
      // GPS time of week.
      (1710, 10_800_000, 16_000), (2010, 10_800_000, 18_000), (1560, 10_800_000, 15_000),
    ])
  func datesLeapSeconds(week: Int, milliseconds: UInt32, timeOfWeek: Int) {
    let epoch = MSMEpoch(constellation: .glonass, milliseconds: milliseconds, glonassDayOfWeek: 0)
    let time = GPSTime(week: week, millisecondsOfWeek: timeOfWeek)
    for days in [-3, 0, 3] {
      let reference = time.advanced(byNanoseconds: Int64(days) * 86_400 * Self.seconds)
      #expect(epoch.gpsTime(near: reference) == time)
    }
  }

  @Test("over the leap second of 2016, GLONASS epochs go on second by second")
  func countsOverLeapSecond() throws {
    let after = try #require(GPSTime(UnixTime(nanoseconds: 1_483_228_800 * Self.seconds)))
    // The times are 2:59:58, 2:59:59 and then 3:00:00 on Sunday, 1 January in Moscow.
    let seconds: [(UInt32, Int64)] = [(10_798, -3), (10_799, -2), (10_800, 0), (10_801, 1)]
    for (second, offset) in seconds {
      let epoch = MSMEpoch(
        constellation: .glonass, milliseconds: second * 1000, glonassDayOfWeek: 0)
      let time = after.advanced(byNanoseconds: offset * Self.seconds)
      for reference in [-100_000, -2, 0, 100_000] {
        let reference = after.advanced(byNanoseconds: Int64(reference) * Self.seconds)
        #expect(epoch.gpsTime(near: reference) == time)
      }
    }
  }

  @Test("the 86 401st second of the Moscow day of a leap second is its last")
  func countsExtraSecond() throws {
    let after = try #require(GPSTime(UnixTime(nanoseconds: 1_483_228_800 * Self.seconds)))
    let midnight = after.advanced(byNanoseconds: 21 * 3600 * Self.seconds)
    for day: UInt8 in [0, 7] {
      let extra = MSMEpoch(
        constellation: .glonass, milliseconds: 86_400_999, glonassDayOfWeek: day)
      #expect(
        extra.gpsTime(near: midnight) == midnight.advanced(byNanoseconds: -1_000_000))
    }
  }

  @Test("any field is some instant near the reference or none", arguments: Constellation.allCases)
  func neverTraps(constellation: Constellation) {
    for reference in [Int64.min, -1, 0, 1_400_000_000 * Self.seconds, .max] {
      for milliseconds: UInt32 in [0, 86_400_999, 604_799_999, 1 << 27, (1 << 30) - 1, .max] {
        for day: UInt8 in [0, 6, 7, 255] {
          let epoch = MSMEpoch(
            constellation: constellation, milliseconds: milliseconds, glonassDayOfWeek: day)
          let reference = GPSTime(nanoseconds: reference)
          let time = epoch.gpsTime(near: reference)
          #expect((time == nil) == (epoch.impossibleTime != nil))
          if let time { #expect(abs(time.week - reference.week) <= 1) }
        }
      }
    }
  }

  @Test("BeiDou's state space corrections are in its own time, those of IGS in GPS time")
  func resolvesStateSpace() throws {
    let time = GPSTime(week: 2421, millisecondsOfWeek: 5000)
    let beidou = try #require(SSRType(.beidou, .clock))
    let own = SSRMessage(type: beidou, header: SSRHeader(epochSeconds: 604_791))
    #expect(own.epoch.gpsTime(near: time) == time)
    let igs = try #require(SSRType(.beidou, .clock, .igs))
    let common = SSRMessage(type: igs, header: SSRHeader(epochSeconds: 5))
    #expect(common.epoch.gpsTime(near: time) == time)
    let ionosphere = SSRIonosphere(header: SSRHeader(epochSeconds: 5), layers: [])
    #expect(ionosphere.epoch.gpsTime(near: time) == time)
  }
}
