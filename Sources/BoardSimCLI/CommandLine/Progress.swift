/// The progress of long work: a bar on a terminal, otherwise a line every 5 s.
struct Progress: ~Copyable {
  private let title: String
  /// Whether nothing is shown.
  let isQuiet: Bool
  /// The number of bytes to read, at least 1.
  private var length = 1
  private var lastShown = ContinuousClock.now
  private var hasBar = false

  init(_ title: String, isQuiet: Bool) {
    self.title = title
    self.isQuiet = isQuiet
  }

  /// Creates the progress through an input of `length` bytes; for an unknown length, nothing is shown.
  init(_ title: String, of length: Int?, isQuiet: Bool) {
    self.init(title, isQuiet: isQuiet || length == nil)
    self.length = max(length ?? 1, 1)
  }

  /// Removes the bar from the terminal, also after a failure.
  deinit { clear() }

  /// Shows the completed fraction, `0...1`; frequent calls cost little.
  mutating func update(_ fraction: Double) {
    guard !isQuiet else { return }
    let pause: Duration = Console.isInteractive ? .milliseconds(100) : .seconds(5)
    guard ContinuousClock.now - lastShown >= pause else { return }
    lastShown = .now
    let percent = Int(min(max(fraction, 0), 1) * 100)
    if Console.isInteractive {
      Console.noteInPlace("\(title) \(Self.bar(percent)) \(percent) %")
      hasBar = true
    } else {
      Console.note("\(title): \(percent) %")
    }
  }

  /// Returns the bar of a percentage, 30 characters.
  static func bar(_ percent: Int) -> String {
    let done = percent * 30 / 100
    return String(repeating: "━", count: done) + String(repeating: "╌", count: 30 - done)
  }

  /// Shows the fraction completed after `byteCount` bytes of the input.
  mutating func update(after byteCount: Int) { update(fraction(after: byteCount)) }

  /// Returns the fraction of the input that a number of bytes makes up.
  func fraction(after byteCount: Int) -> Double { Double(byteCount) / Double(length) }

  /// Removes the bar from the terminal.
  mutating func finish() {
    clear()
    hasBar = false
  }

  private func clear() {
    if hasBar { Console.noteInPlace("") }
  }
}
