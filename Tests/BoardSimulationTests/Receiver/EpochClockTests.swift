import GNSSBasics
import Testing

@testable import BoardSimulation

@Suite("Times of navigation epochs")
struct EpochClockTests {
  @Test("epochs are at whole multiples of their period in GPS time")
  func epochs() {
    let boot = UnixTime(seconds: 1_780_315_200)
    #expect(EpochClock(bootDate: boot, period: .seconds(1)).next == .zero)
    let later = boot.advanced(by: .milliseconds(250))
    var clock = EpochClock(bootDate: later, period: .seconds(1))
    #expect(clock.next == .milliseconds(750))
    clock.step()
    #expect(clock.next == .milliseconds(1750))
    clock.setPeriod(.seconds(1), at: .milliseconds(1200))
    #expect(clock.next == .milliseconds(1750))
    // The next epoch is after `now`, although `now` is an epoch of the new period.
    clock.setPeriod(.milliseconds(200), at: .milliseconds(1350))
    #expect(clock.next == .milliseconds(1550))
    let time = clock.time(at: .milliseconds(1550))
    #expect(time.unixTime == boot.advanced(by: .milliseconds(1800)))
    clock.restart(period: .seconds(1), at: .seconds(30))
    #expect(clock.next == .milliseconds(30_750))
    clock.restart(period: .milliseconds(250), at: .seconds(60))
    #expect(clock.next == .seconds(60))
    // GPS time is 18 s ahead of UTC: multiples of 10 s are at 2, 12, 22 … seconds of UTC.
    #expect(EpochClock(bootDate: boot, period: .seconds(10)).next == .seconds(2))
  }

  @Test("a date before 2017 has the leap seconds of its day")
  func leapSecondsOfTheDay() {
    // GPS time is 16 s ahead of UTC on 2015-06-01T12:00:00Z: multiples of 10 s are at 4, 14, 24 … seconds of
    // UTC.
    let boot = UnixTime(seconds: 1_433_160_000)
    let clock = EpochClock(bootDate: boot, period: .seconds(10))
    #expect(clock.next == .seconds(4))
    #expect(clock.time(at: clock.next).unixTime == boot.advanced(by: .seconds(4)))
  }
}
