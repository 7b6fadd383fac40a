import Mathematics
import Testing

@Suite("Lengths of time as numbers")
struct DurationTests {
  @Test(
    "whole seconds and their parts both count",
    arguments: [
      (Duration.zero, 0, 0), (.seconds(3), 3, 3_000_000_000),
      (.milliseconds(1250), 1.25, 1_250_000_000),
      (.milliseconds(-1250), -1.25, -1_250_000_000), (.nanoseconds(7), 7e-9, 7),
      (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1.999_999_999e-9, 1),
    ] as [(Duration, Double, Int64)])
  func numbers(duration: Duration, seconds: Double, nanoseconds: Int64) {
    #expect(abs(duration.inSeconds - seconds) <= 1e-15 * abs(seconds))
    #expect(duration.inNanoseconds == nanoseconds)
  }
}
