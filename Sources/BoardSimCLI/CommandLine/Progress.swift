/// How far long work has come: a bar on a terminal, a line now and then elsewhere.
struct Progress: ~Copyable {
  private let title: String
  private let isQuiet: Bool
  private var lastShown = ContinuousClock.now
  private var hasBar = false

  init(_ title: String, isQuiet: Bool) {
    self.title = title
    self.isQuiet = isQuiet
  }

  /// Takes the bar off the terminal, also when the work has failed.
  deinit { clear() }

  /// Says how far the work is, `0...1`; cheap to call often.
  mutating func update(_ fraction: Double) {
    guard !isQuiet else { return }
    let pause: Duration = Console.isInteractive ? .milliseconds(100) : .seconds(5)
    guard ContinuousClock.now - lastShown >= pause else { return }
    lastShown = .now
    let percent = Int(min(max(fraction, 0), 1) * 100)
    if Console.isInteractive {
      let done = percent * 30 / 100
      let bar = String(repeating: "━", count: done) + String(repeating: "╌", count: 30 - done)
      Console.noteInPlace("\(title) \(bar) \(percent) %")
      hasBar = true
    } else {
      Console.note("\(title): \(percent) %")
    }
  }

  /// Takes the bar off the terminal.
  mutating func finish() {
    clear()
    hasBar = false
  }

  private func clear() {
    if hasBar { Console.noteInPlace("") }
  }
}
