@testable import NtripCaster
import Testing

@Suite("The loop's timers")
struct EventBaseTests {
  @Test(
    "timers never run out before their time",
    arguments: [
      (.zero, 0, 0), (.nanoseconds(1), 0, 1), (.microseconds(1), 0, 1), (.nanoseconds(1001), 0, 2),
      (.milliseconds(2500), 2, 500_000), (.seconds(3), 3, 0),
      (Duration(secondsComponent: 0, attosecondsComponent: 1_000_000_000_001), 0, 2),
    ] as [(Duration, Int, Int)])
  func roundsUp(duration: Duration, seconds: Int, microseconds: Int) {
    #expect(EventBase.roundedUp(duration) == (seconds, microseconds))
  }
}
