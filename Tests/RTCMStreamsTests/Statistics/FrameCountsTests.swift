import RTCMStreams
import Testing

@Suite("Frame counts")
struct FrameCountsTests {
  @Test("are by ascending type")
  func areSorted() {
    var counts = FrameCounts()
    for type: UInt16? in [1077, 1005, nil, 1230, 1077, 4095, 0, 1077] { counts.count(type) }
    #expect(counts.byType.map(\.type) == [0, 1005, 1077, 1230, 4095])
    #expect(counts.byType.map(\.count) == [1, 1, 3, 1, 1])
    #expect(counts[1077] == 3)
    #expect(counts[1006] == 0)
    #expect(counts.untyped == 1)
    #expect(counts.total == 8)
  }
}
