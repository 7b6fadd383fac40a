internal import BoardFirmware
internal import BoardHost
internal import Locks
internal import Pages
internal import TextOutput
internal import VirtualBoard

/// The recording of a board's run, written on the board's thread: into a file as it goes, and in memory for a report.
///
/// A file that fails is given up, and ``finish(_:)`` throws the failure.
final class RunRecording: Sendable {
  private struct State {
    var file: PendingRecording?
    var failure: Failure?
    var thinned: ThinnedRecording?
  }

  static let help =
    "record every sample of the first board, some 5 kB each, for 'boardsim page';\n"
    + "- for standard output"

  private let title: String
  private let reportPath: String?
  private let state: Lock<State>

  /// Opens the file; returns `nil` where neither a recording nor a report as a page is wanted.
  ///
  /// - Parameters:
  ///   - title: The name of what runs.
  ///   - path: The file of the recording; `nil` for none.
  ///   - report: The file of the report; one that ends with `.html` is a page.
  /// - Throws: ``Failure`` when the file cannot be written.
  init?(of title: String, to path: String?, report: String?) throws(Failure) {
    let page = report.flatMap { Self.isPage($0) ? $0 : nil }
    guard path != nil || page != nil else { return nil }
    var file: PendingRecording?
    if let path { file = try PendingRecording(path, RunRecorder.head(title)) }
    (self.title, reportPath) = (title, page)
    state = Lock(State(file: file, thinned: page == nil ? nil : ThinnedRecording()))
  }

  /// Whether a report's file is a page, by the ending of its name.
  static func isPage(_ path: String) -> Bool { FileEnding(of: path).isOne(of: [".html", ".htm"]) }

  /// Records a board from this time on.
  func follow(_ board: Board, number: Int) {
    var recorder = RunRecorder(of: number)
    board.observeSamples { [weak self, unowned board] snapshot in
      self?.take(recorder.lines(of: snapshot, on: board))
    }
  }

  private func take(_ lines: RunRecorder.Lines) {
    state.withLock { state in
      state.thinned?.append(lines)
      guard state.failure == nil else { return }
      do throws(Failure) {
        try state.file?.write(lines.changes + lines.sample)
      } catch {
        state.failure = error
      }
    }
  }

  /// Completes the recording, and writes the report with the outcomes of the expectations.
  ///
  /// - Throws: ``Failure`` when a file cannot be written.
  func finish(_ outcomes: [ExpectationOutcome]) throws(Failure) {
    let (file, failure, lines) = state.withLock { state in
      defer { state.file = nil }
      return (state.file, state.failure, state.thinned?.lines)
    }
    if let failure { throw failure }
    try file?.finish()
    guard let reportPath, let lines else { return }
    guard let page = PageBundle.html(of: RunRecorder.head(title, outcomes) + lines) else {
      throw Failure(message: "\(reportPath): this program was built without pages; write a .json")
    }
    var report = try OutputFile(reportPath)
    try report.write(page)
    try report.finish()
  }
}

/// A recording's file that can be handed from one place to another.
private final class PendingRecording {
  private var file: OutputFile

  init(_ path: String, _ head: [UInt8]) throws(Failure) {
    // What a run that is killed has recorded is worth keeping.
    file = try OutputFile(path, inPlace: true)
    try file.write(head)
  }

  func write(_ bytes: [UInt8]) throws(Failure) { try file.write(bytes) }

  func finish() throws(Failure) { try file.finish() }
}
