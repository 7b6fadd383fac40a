import AppServer
@testable import AppStore
import Locks

/// A connection that records its calls, finds no rows, and fails at a given word.
final class ScriptedConnection: SQLConnection {
  private struct State {
    var asked: [String] = []
    var isLost = false
  }

  /// A row without values.
  struct Row: SQLRow {
    func integer(_ column: Int) -> Int64? { nil }
    func real(_ column: Int) -> Double? { nil }
    func text(_ column: Int) -> String? { nil }
    func bytes(_ column: Int) -> [UInt8]? { nil }
  }

  static let migrations: [String] = []
  static let removeMonth = Statement.deleteMonth
  static func sums(of field: Quantity, byOwner: Bool) -> Statement { .sums(field) }

  let place = "nowhere"
  private let state = Lock(State())
  private let failure: String?
  private let isLosing: Bool

  /// - Parameters:
  ///   - failure: The word at which the connection fails; `nil` for none.
  ///   - isLosing: Whether the connection is lost by the failure.
  init(failingAt failure: String? = nil, isLosing: Bool = false) {
    self.failure = failure
    self.isLosing = isLosing
  }

  /// The calls so far.
  var asked: [String] { state.withLock(\.asked) }
  var isLost: Bool { state.withLock(\.isLost) }

  private func note(_ word: String) throws(StoreError) {
    let fails = word == failure
    state.withLock { state in
      state.asked.append(word)
      if fails { state.isLost = isLosing }
    }
    if fails { throw .unavailable(word) }
  }

  func execute(_ script: String) throws(StoreError) { try note(script) }

  func run(
    _ statement: Statement, _ values: [SQLValue], _ body: (Row) -> Void
  ) throws(StoreError) -> Int {
    try note("\(statement)")
    return 1
  }

  func begin() throws(StoreError) -> ChainEnd? {
    try note("BEGIN")
    return nil
  }

  func monthBounds(before time: Int64) throws(StoreError) -> [Range<Int64>] { [] }
  func takingLong<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T { try body() }
  func beginMigration() throws(StoreError) { try note("BEGIN") }
  func version() throws(StoreError) -> Int { 0 }
}

/// A source of connections, which keeps the connections it has opened.
final class ConnectionOpener: Sendable {
  private struct State {
    var opened: [ScriptedConnection] = []
    var next: [ScriptedConnection]
  }

  private let state: Lock<State>

  /// - Parameter next: The connections that are opened first.
  init(_ next: ScriptedConnection...) { state = Lock(State(next: next)) }

  var opened: [ScriptedConnection] { state.withLock(\.opened) }

  func open() -> ScriptedConnection {
    state.withLock { state in
      let connection =
        state.next.isEmpty ? ScriptedConnection() : state.next.removeFirst()
      state.opened.append(connection)
      return connection
    }
  }
}
