import AppServer
@testable import AppStore
import Testing

@Suite("The thread that writes")
struct GroupCommitTests {
  private static let whole = ["BEGIN", "COMMIT"]

  /// Makes two changes, one after the other, and returns their results.
  private func outcomes(
    on first: ScriptedConnection, _ opener: ConnectionOpener
  ) async throws -> [Int?] {
    let writing = try GroupCommit(on: first) { () throws(StoreError) in opener.open() }
    var outcomes: [Int?] = []
    for number in 1...2 {
      outcomes.append(try? await writing.write { _ throws(StoreError) in number })
    }
    await writing.close()
    return outcomes
  }

  @Test("each change is committed, and answered then")
  func committed() async throws {
    let (first, opener) = (ScriptedConnection(), ConnectionOpener())
    #expect(try await outcomes(on: first, opener) == [1, 2])
    #expect(first.asked == Self.whole + Self.whole)
    #expect(opener.opened.isEmpty)
  }

  @Test("a change on a connection that was lost before is made on a new one")
  func lostBefore() async throws {
    let first = ScriptedConnection(failingAt: "BEGIN", isLosing: true)
    let opener = ConnectionOpener()
    #expect(try await outcomes(on: first, opener) == [1, 2])
    #expect(opener.opened.map(\.asked) == [Self.whole + Self.whole])
  }

  @Test("a change whose commit was cut short is not made again, since it may be there")
  func lostCommit() async throws {
    let first = ScriptedConnection(failingAt: "COMMIT", isLosing: true)
    let opener = ConnectionOpener()
    #expect(try await outcomes(on: first, opener) == [nil, 2])
    #expect(first.asked == Self.whole + ["ROLLBACK"])
    #expect(opener.opened.map(\.asked) == [Self.whole])
  }

  @Test("a change that fails is undone")
  func undone() async throws {
    let (first, opener) = (ScriptedConnection(failingAt: "COMMIT"), ConnectionOpener())
    #expect(try await outcomes(on: first, opener) == [nil, nil])
    let undone = Self.whole + ["ROLLBACK"]
    #expect(first.asked == undone + undone)
    #expect(opener.opened.isEmpty)
  }
}
