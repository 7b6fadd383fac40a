import GNSSBasics
import RTCMParser
import Testing

@testable import GNSSSimulation

@Suite("Ephemeris schedule")
struct EphemerisScheduleTests {
  static let start = GPSTime(week: 2421, secondsOfWeek: 129_618)
  static let satellites = Array(BundledSatellites.of([.gps]).prefix(10))
  static let inView = satellites.compactMap { $0.set(at: start) }
  /// The data of the last satellites two hours later.
  static let renewed = satellites.compactMap { $0.set(at: time(7200)) }

  static func time(_ seconds: Int) -> GPSTime {
    GPSTime(nanoseconds: start.nanoseconds + Int64(seconds) * 1_000_000_000)
  }

  static func schedule() -> EphemerisSchedule {
    EphemerisSchedule(intervalNanoseconds: 30_000_000_000, mostAtOnce: 4)
  }

  @Test("all are told in the first seconds, then each every thirty")
  func tellsAllThenCycles() {
    var schedule = Self.schedule()
    let told = (0..<90).map {
      schedule.choose(from: Self.inView, at: Self.time($0)).map(\.satellite)
    }
    #expect(told[0..<3].flatMap(\.self) == Self.inView.map(\.satellite))
    #expect(told.map(\.count).max() == 4)
    for data in Self.inView {
      let times = told.indices.filter { told[$0].contains(data.satellite) }
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 30 })
      #expect(times.count == 3)
    }
  }

  @Test("a satellite that rises and data that are new are told at once")
  func tellsNewAtOnce() {
    var schedule = Self.schedule()
    for second in 0..<10 {
      _ = schedule.choose(from: Self.inView.dropLast(), at: Self.time(second))
    }
    var inView = Self.inView
    #expect(schedule.choose(from: inView, at: Self.time(10)) == [inView[9]])
    inView[2] = Self.renewed[2]
    #expect(schedule.choose(from: inView, at: Self.time(11)) == [inView[2]])
  }

  @Test("data that are new go before those that are due again")
  func prefersNew() {
    var schedule = Self.schedule()
    for second in 0..<3 { _ = schedule.choose(from: Self.inView, at: Self.time(second)) }
    var inView = Self.inView
    inView[9] = Self.renewed[9]
    let told = schedule.choose(from: inView, at: Self.time(30))
    #expect(told == [inView[9]] + inView[0..<3])
  }
}
