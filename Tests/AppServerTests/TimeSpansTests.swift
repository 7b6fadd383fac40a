import AppServer
import GNSSBasics
import Testing

@Suite("Spans of time")
struct TimeSpansTests {
  private static func second(_ second: Int64) -> UnixTime { UnixTime(seconds: second) }

  @Test("a day in 500 spans has spans of 172.8 s, and each instant is in one of them")
  func day() {
    let spans = TimeSpans(Self.second(0)...Self.second(86_400), atMost: 500)
    #expect(spans.count == 500 && spans.seconds == 172.8)
    #expect(spans.start(of: 1) == UnixTime(nanoseconds: 172_800_000_000))
    for index in 0..<500 {
      let span = spans.span(index)
      #expect(spans.index(of: span.lowerBound) == index)
      #expect(spans.index(of: span.upperBound) == index)
      if index > 0 {
        #expect(
          span.lowerBound.duration(since: spans.span(index - 1).upperBound) == .nanoseconds(1))
      }
    }
    #expect(spans.span(499).upperBound == Self.second(86_400), "the end belongs to the last span")
    #expect(spans.index(of: Self.second(86_401)) == nil && spans.index(of: Self.second(-1)) == nil)
  }

  @Test(
    "spans are whole milliseconds, at most as many as asked for, and cover the period",
    arguments: [
      (0, 0, 5, 1), (0, 1, 5, 1), (0, 1_000_000, 5, 1), (0, 7_000_000, 5, 4), (-7_500_000, 0, 8, 8),
      (.min, .max, 5000, 5000), (.min, .max, 1, 1), (.max, .max, 2, 1),
    ] as [(Int64, Int64, Int, Int)])
  func lengths(first: Int64, last: Int64, most: Int, count: Int) {
    let period = UnixTime(nanoseconds: first)...UnixTime(nanoseconds: last)
    let spans = TimeSpans(period, atMost: most)
    #expect(spans.count == count && spans.count <= most)
    #expect(spans.length > 0)
    #expect(spans.span(0).lowerBound == period.lowerBound)
    #expect(spans.span(spans.count - 1).upperBound == period.upperBound)
    #expect(spans.index(of: period.upperBound) == spans.count - 1)
  }
}
