import Testing
import UBloxRaw

@Suite("Navigation schedule")
struct NavigationScheduleTests {
  /// Sunday, 0:00 in GPS time.
  static let sunday = GPSTime(week: 2317, secondsOfWeek: 0)

  private func slots(
    _ constellation: Constellation, _ number: Int = 10, from: Int = 0, to: Int
  ) throws -> [NavigationSlot] {
    let schedule = try #require(
      NavigationSchedule(constellation: constellation, satelliteNumber: number))
    return schedule.slots(
      endingAfter: Self.sunday.advanced(byNanoseconds: Int64(from) * 1_000_000_000),
      through: Self.sunday.advanced(byNanoseconds: Int64(to) * 1_000_000_000))
  }

  /// Returns the end of a slot, seconds of the week.
  private func end(_ slot: NavigationSlot) -> Double {
    Double((slot.end.nanoseconds - Self.sunday.nanoseconds) / 1_000_000) / 1000
  }

  @Test(
    "GPS and QZSS send subframes 1 to 3 in the first 18 s of 30",
    arguments: [Constellation.gps, .qzss])
  func lnav(constellation: Constellation) throws {
    let slots = try slots(constellation, 1, to: 60)
    #expect(slots.map(\.message) == [1, 2, 3, 1, 2, 3].map { .lnav(subframe: $0) })
    #expect(slots.map(end) == [6, 12, 18, 36, 42, 48])
    #expect(slots[1].start == slots[0].end)
  }

  @Test("page 18 of subframe 4 comes once in 12.5 minutes, counted from the week's begin")
  func page18() throws {
    let slots = try slots(.gps, to: 1500).filter { $0.message == .lnavIonosphere }
    #expect(slots.map(end) == [534, 1284])
    // 20 160 frames are not a whole number of cycles.
    let next = try self.slots(.gps, from: 604_800, to: 604_800 + 750)
    #expect(next.filter { $0.message == .lnavIonosphere }.map(end) == [604_800 + 534])
  }

  @Test("Galileo sends a word each 2 s on E1-B, from odd seconds on")
  func inav() throws {
    let slots = try slots(.galileo, from: 1, to: 31)
    let words = [2, 4, 6, 0, 0, 0, 0, 0, 1, 3, 5, 0, 0]
    #expect(slots.map(\.message) == words.map { .inav(word: $0) })
    #expect(slots.map(end) == [3, 5, 7, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31])
  }

  @Test("BeiDou's D1 has a subframe each 6 s, D2 a page each 3 s, by its own time")
  func beidou() throws {
    let d1 = try slots(.beidou, 20, from: 14, to: 44)
    #expect(d1.map(\.message) == [1, 2, 3].map { .d1(subframe: $0) })
    #expect(d1.map(end) == [20, 26, 32])
    let d2 = try slots(.beidou, 3, from: 14, to: 44)
    #expect(d2.map(\.message) == (1...10).map { .d2(page: $0) })
    #expect(d2.map(end) == [14.6, 17.6, 20.6, 23.6, 26.6, 29.6, 32.6, 35.6, 38.6, 41.6])
    #expect(try slots(.beidou, 59, to: 30).count == 10)
  }

  @Test("GLONASS sends strings 1 to 5 in the first 10 s of 30, by Moscow's time")
  func glonass() throws {
    // GPS time is 18 s ahead of UTC, and so of UTC's half minutes.
    let slots = try slots(.glonass, from: 18, to: 48)
    #expect(slots.map(\.message) == (1...5).map { .glonass(string: $0) })
    #expect(slots.map(end) == [20, 22, 24, 26, 28])
  }

  @Test("SBAS and NavIC have none")
  func others() {
    for constellation in [Constellation.sbas, .navic] {
      #expect(NavigationSchedule(constellation: constellation, satelliteNumber: 20) == nil)
    }
  }

  @Test(
    "asked from epoch to epoch, each piece comes once",
    arguments: [Constellation.gps, .galileo, .beidou, .glonass], [50, 200, 1000, 7000])
  func cutting(constellation: Constellation, milliseconds: Int64) throws {
    for number in constellation == .beidou ? [1, 20] : [1] {
      let schedule = try #require(
        NavigationSchedule(constellation: constellation, satelliteNumber: number))
      let start = Self.sunday.advanced(byNanoseconds: -61_000_000_000)
      var pieces: [NavigationSlot] = []
      var time = start
      for _ in 0..<(210_000 / milliseconds) {
        let next = time.advanced(byNanoseconds: milliseconds * 1_000_000)
        pieces += schedule.slots(endingAfter: time, through: next)
        time = next
      }
      #expect(pieces == schedule.slots(endingAfter: start, through: time))
      #expect(!pieces.isEmpty)
    }
  }

  @Test(
    "an ephemeris has been heard when each of its pieces has been sent whole, almanacs aside",
    arguments: [
      (.gps, 1, 0, 18), (.gps, 1, 1, 36), (.gps, 1, 6, 36), (.gps, 1, 18, 48), (.gps, 1, 505, 528),
      (.qzss, 1, 0, 18), (.galileo, 10, 1, 25), (.galileo, 10, 2, 33), (.galileo, 10, 5, 35),
      (.beidou, 20, 14, 32), (.beidou, 20, 15, 50), (.beidou, 3, 14, 41.6), (.beidou, 3, 15, 44.6),
      (.glonass, 10, 18, 26), (.glonass, 10, 19, 50),
    ] as [(Constellation, Int, Int, Double)])
  func ephemerisEnd(
    constellation: Constellation, number: Int, second: Int, expected: Double
  ) throws {
    let schedule = try #require(
      NavigationSchedule(constellation: constellation, satelliteNumber: number))
    let start = Self.sunday.advanced(byNanoseconds: Int64(second) * 1_000_000_000)
    let end = schedule.ephemerisEnd(heardFrom: start)
    #expect(end.nanoseconds - Self.sunday.nanoseconds == Int64(expected * 10) * 100_000_000)
  }

  @Test("backwards there is nothing")
  func backwards() throws {
    #expect(try slots(.gps, from: 60, to: 0).isEmpty)
    #expect(try slots(.gps, from: 60, to: 60).isEmpty)
  }
}
