import Testing

@testable import BoardHost

@Suite("The last events of a board")
struct EventRingTests {
  @Test("ids rise from the first one, and a client goes on after any that is kept")
  func goesOn() {
    var ring = EventRing(after: 100)
    #expect(ring.lastID == 100)
    #expect(ring.entries(after: 100)?.isEmpty == true)
    #expect(ring.entries(after: 99) == nil && ring.entries(after: 101) == nil)
    for _ in 0..<3 { _ = ring.append(.beat, Array("{}".utf8)) }
    #expect(ring.entries(after: 100)?.map(\.id) == [101, 102, 103])
    #expect(ring.entries(after: 102)?.map(\.id) == [103])
    #expect(ring.entries(after: 103)?.isEmpty == true)
    #expect(ring.entries(after: 104) == nil)
  }

  @Test("a thousand are kept, in order, also after many rounds")
  func limit() {
    var ring = EventRing(after: 0)
    for _ in 0..<2345 { _ = ring.append(.beat, []) }
    #expect(ring.lastID == 2345)
    #expect(ring.entries(after: 1344) == nil)
    #expect(ring.entries(after: 1345)?.map(\.id) == Array(1346...2345))
    #expect(ring.entries(after: 2340)?.map(\.id) == Array(2341...2345))
  }

  @Test("a ring that is emptied goes on counting, and knows that its last client has missed events")
  func clears() {
    var ring = EventRing(after: 0)
    _ = ring.append(.beat, [])
    ring.clear()
    #expect(ring.entries(after: 0) == nil && ring.entries(after: 1) == nil)
    #expect(ring.append(.card, []).id == 3)
    #expect(ring.entries(after: 1) == nil)
    #expect(ring.entries(after: 2)?.map(\.kind) == [.card])
  }

  @Test("an event is its id, kind and data, each in a line, and an empty line")
  func text() {
    let text = EventText.encode(.sample, Array(#"{"a":1}"#.utf8), id: 7)
    #expect(String(decoding: text, as: UTF8.self) == "id: 7\nevent: sample\ndata: {\"a\":1}\n\n")
    let bare = EventText.encode(.reset, Array("{}".utf8), id: nil)
    #expect(String(decoding: bare, as: UTF8.self) == "event: reset\ndata: {}\n\n")
  }

  @Test("kinds are read from a list")
  func kinds() {
    #expect(EventKind.list("sample,fault") == [.sample, .fault])
    #expect(EventKind.list("beat") == [.beat])
    for text in ["", "sample,", ",", "Sample", "sample fault", "nothing"] {
      #expect(EventKind.list(text) == nil, "\(text)")
    }
  }
}

@Suite("The limit of events in a second")
struct EventThinningTests {
  private let start = ContinuousClock.now

  @Test("ten at once, then one each tenth of a second; the last one always")
  func limits() {
    var thinning = EventThinning()
    var sent: [Int] = []
    for _ in 0..<30 {
      thinning.add(.sample)
      sent += thinning.takeDue(at: start).map(\.leftOut)
    }
    #expect(sent == Array(repeating: 0, count: 10))
    #expect(thinning.takeDue(at: start + .milliseconds(99)).isEmpty)
    let last = thinning.takeDue(at: start + .milliseconds(100))
    #expect(last.map(\.kind) == [.sample] && last.map(\.leftOut) == [19])
    #expect(thinning.takeDue(at: start + .seconds(9)).isEmpty)
  }

  @Test("kinds do not wait for each other, and come in one order")
  func kinds() {
    var thinning = EventThinning()
    for _ in 0..<11 {
      thinning.add(.sample)
      _ = thinning.takeDue(at: start)
    }
    for kind in [EventKind.beat, .status, .sample] { thinning.add(kind) }
    #expect(thinning.takeDue(at: start).map(\.kind) == [.status, .beat])
  }

  @Test("credit grows to ten, not beyond")
  func credit() {
    var thinning = EventThinning()
    thinning.add(.beat)
    _ = thinning.takeDue(at: start)
    var count = 0
    for _ in 0..<20 {
      thinning.add(.beat)
      count += thinning.takeDue(at: start + .seconds(3600)).count
    }
    #expect(count == 10)
  }
}
