import AppServer
@testable import AppStore
import Testing

@Suite("A thread's connection")
struct LinkTests {
  private func link(
    _ first: ScriptedConnection?, _ opener: ConnectionOpener
  ) -> Link<ScriptedConnection> {
    Link(first) { () throws(StoreError) in opener.open() }
  }

  private func ask(_ connection: ScriptedConnection) throws(StoreError) {
    try connection.execute("?")
  }

  @Test("one that is there is used, and no other one is opened")
  func given() throws {
    let (first, opener) = (ScriptedConnection(), ConnectionOpener())
    let link = link(first, opener)
    for _ in 1...2 { try link.use(ask) }
    #expect(first.asked == ["?", "?"])
    #expect(opener.opened.isEmpty)
  }

  @Test("where there is none one is opened, and stays until it is closed")
  func opened() throws {
    let opener = ConnectionOpener()
    let link = link(nil, opener)
    for _ in 1...2 { try link.use(ask) }
    #expect(opener.opened.map(\.asked) == [["?", "?"]])
    link.close()
    try link.use(ask)
    #expect(opener.opened.map(\.asked) == [["?", "?"], ["?"]])
  }

  @Test("where it turns out to be lost the same is done on a new one, if it may be")
  func lost() throws {
    for canRepeat in [true, false] {
      let first = ScriptedConnection(failingAt: "?", isLosing: true)
      let opener = ConnectionOpener()
      let link = link(first, opener)
      if canRepeat {
        try link.use(ask)
      } else {
        #expect(throws: StoreError.unavailable("?")) { try link.use(canRepeat: { false }, ask) }
        #expect(opener.opened.isEmpty)
        try link.use(ask)
      }
      #expect(first.asked == ["?"])
      #expect(opener.opened.map(\.asked) == [["?"]])
    }
  }

  @Test("what fails otherwise is told, and the connection stays")
  func failing() throws {
    let first = ScriptedConnection(failingAt: "?")
    for (given, next) in [(first, ScriptedConnection()), (nil, first)] {
      let opener = ConnectionOpener(next)
      let link = link(given, opener)
      let count = first.asked.count
      #expect(throws: StoreError.unavailable("?")) { try link.use(ask) }
      try link.use { connection throws(StoreError) in try connection.execute("!") }
      #expect(first.asked.dropFirst(count) == ["?", "!"])
      #expect(opener.opened.count == (given == nil ? 1 : 0))
    }
  }

  @Test("a new one that is lost at once is told, and the next use opens another one")
  func lostAgain() throws {
    let opener = ConnectionOpener(ScriptedConnection(failingAt: "?", isLosing: true))
    let link = link(nil, opener)
    #expect(throws: StoreError.unavailable("?")) { try link.use(ask) }
    try link.use(ask)
    #expect(opener.opened.map(\.asked) == [["?"], ["?"]])
  }
}
