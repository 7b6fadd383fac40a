/// A progress bar for the steps of long work; ends the work when the process is asked to end.
final class StepCounter {
  private let count: Int
  private var progress: Progress

  init(_ title: String, of count: Int, isQuiet: Bool) {
    self.count = count
    progress = Progress(title, isQuiet: isQuiet)
  }

  /// Shows the progress after `number` steps, and returns whether to continue.
  func isToGoOn(after number: Int) -> Bool {
    progress.update(Double(number) / Double(max(count, 1)))
    return !Interruption.isRequested
  }

  /// Removes the bar from the terminal.
  func finish() { progress.finish() }
}
