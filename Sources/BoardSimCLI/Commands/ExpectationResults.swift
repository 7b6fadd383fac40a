internal import BoardFirmware
internal import TextOutput
internal import VirtualBoard
internal import Locks

/// The results of a run's expectations, written on the board's thread and read after its end.
final class ExpectationResults: Sendable {
  let expectations: [Expectation]
  private let command: String
  private let state = Lock<[ExpectationOutcome]>([])

  init(_ expectations: [Expectation], of command: String = "run") {
    (self.expectations, self.command) = (expectations, command)
  }

  /// Takes the results from a board at the end of its run.
  func conclude(_ board: Board) {
    let report = board.snapshot.status(at: board.now)
    let outcomes = board.outcomes(of: expectations, report: report)
    state.withLock { $0 = outcomes }
  }

  /// Takes the results from a board without firmware when its client has left.
  func conclude(_ board: BusBoard) {
    let outcomes = board.outcomes
    state.withLock { $0 = outcomes }
  }

  var outcomes: [ExpectationOutcome] { state.withLock { $0 } }

  /// Writes the results as a JUnit report.
  func write(_ path: String, error: String? = nil) throws(Failure) {
    let text = JUnitReport.document(
      name: "boardsim", command: command, outcomes: outcomes, error: error)
    try TextFile.write(text, to: path)
  }

  /// Fails when an expectation is not met.
  func check() throws(Failure) {
    let problems = outcomes.problems
    guard problems.isEmpty else {
      throw Failure(message: problems.joined(separator: "\nboardsim: "))
    }
  }
}

extension [ExpectationOutcome] {
  /// A sentence for each expectation that is not met.
  var problems: [String] { filter { !$0.isMet }.map { "expectation not met: \($0)" } }
}
