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

  @Test("a span has its start and not its end, and without an end it lasts for ever")
  func spans() {
    let (start, end) = (Duration.seconds(2), Duration.seconds(3))
    #expect(!Duration.nanoseconds(1_999_999_999).isIn(start, until: end))
    #expect(
      start.isIn(start, until: end) && Duration.nanoseconds(2_999_999_999).isIn(start, until: end))
    #expect(!end.isIn(start, until: end) && Duration.seconds(1e9).isIn(start, until: nil))
    #expect(!start.isIn(start, until: start) && !Duration.zero.isIn(start, until: nil))
  }
}
