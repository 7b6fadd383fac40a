/// Shows how many steps of long work are done, and ends it when the process is asked to end.
final class StepCounter {
  private let count: Int
  private var progress: Progress

  init(_ title: String, of count: Int, isQuiet: Bool) {
    self.count = count
    progress = Progress(title, isQuiet: isQuiet)
  }

  /// Whether to go on after so many.
  func isToGoOn(after number: Int) -> Bool {
    progress.update(Double(number) / Double(max(count, 1)))
    return !Interruption.isRequested
  }

  /// Takes the bar off the terminal.
  func finish() { progress.finish() }
}
