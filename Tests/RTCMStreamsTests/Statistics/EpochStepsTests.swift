import GNSSBasics
import Testing

@testable import RTCMStreams

@Suite("Steps between epochs")
struct EpochStepsTests {
  private static let begin = GPSTime(week: 2421, secondsOfWeek: 1000)

  /// Returns the steps of epochs at some milliseconds.
  private func steps(_ milliseconds: [Double]) -> EpochSteps {
    var steps = EpochSteps()
    for time in milliseconds { steps.add(Self.begin.advanced(byNanoseconds: Int64(time * 1e6))) }
    return steps
  }

  @Test("the most common step is the interval, and longer ones are gaps with missing epochs")
  func gaps() {
    let steps = steps([0, 1000, 2000, 5000, 6000, 7500, 9001])
    #expect(steps.epochCount == 7 && steps.disorders == 0)
    #expect(steps.interval == 1 && steps.missingEpochs == 4)
    #expect(
      steps.gaps.map { $0.start.nanoseconds - Self.begin.nanoseconds } == [
        2_000_000_000, 7_500_000_000,
      ])
    #expect(steps.gaps.map(\.length) == [3_000_000_000, 1_501_000_000])
    #expect(steps.first == Self.begin)
  }

  @Test("epochs that are not later than the one before are counted, and make no step")
  func disorders() {
    let steps = steps([0, 1000, 1000, 500, 1500])
    #expect(steps.disorders == 2 && steps.epochCount == 5)
    #expect(steps.interval == 1 && steps.gaps.isEmpty)
  }

  @Test("the ten longest gaps are kept, in the order of their times")
  func longest() {
    var times = [0.0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, 11_000, 12_000]
    for gap in [5.0, 3, 9, 4, 20, 6, 7, 8, 10, 11, 12, 2] {
      times.append(times[times.count - 1] + gap * 1000)
    }
    let gaps = steps(times).gaps
    #expect(gaps.map { $0.length / 1_000_000_000 } == [5, 9, 4, 20, 6, 7, 8, 10, 11, 12])
  }

  @Test("steps shorter than a millisecond count as one")
  func short() {
    let steps = steps([0, 0.1, 0.2, 0.3, 3])
    #expect(steps.interval == 0.001 && steps.missingEpochs == 1)
  }

  @Test("a stream without a step has no interval", arguments: [[], [0.0]])
  func none(times: [Double]) {
    let steps = steps(times)
    #expect(steps.interval == nil && steps.missingEpochs == 0 && steps.gaps.isEmpty)
  }
}
