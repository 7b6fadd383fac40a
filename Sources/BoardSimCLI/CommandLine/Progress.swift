/// The progress of long work: a bar on a terminal, a line now and then elsewhere.
struct Progress: ~Copyable {
  private let title: String
  /// Whether nothing is said.
  let isQuiet: Bool
  /// The number of bytes to read, at least 1.
  private var length = 1
  private var lastShown = ContinuousClock.now
  private var hasBar = false

  init(_ title: String, isQuiet: Bool) {
    self.title = title
    self.isQuiet = isQuiet
  }

  /// The way through an input of so many bytes; one of which nobody knows the end is passed over in silence.
  init(_ title: String, of length: Int?, isQuiet: Bool) {
    self.init(title, isQuiet: isQuiet || length == nil)
    self.length = max(length ?? 1, 1)
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

  /// Says how far the work is once so many bytes of the input have been read.
  mutating func update(after byteCount: Int) { update(fraction(after: byteCount)) }

  /// Returns the fraction of the input that a number of bytes is.
  func fraction(after byteCount: Int) -> Double { Double(byteCount) / Double(length) }

  /// Takes the bar off the terminal.
  mutating func finish() {
    clear()
    hasBar = false
  }

  private func clear() {
    if hasBar { Console.noteInPlace("") }
  }
}
