/// A command of `boardsim`: its words, its options, and its action.
protocol Command {
  /// The words that select the command, such as `["rtcm", "stats"]`.
  static var words: [String] { get }
  /// The one-line description in the list of commands.
  static var abstract: String { get }
  /// Command lines for the help text that work as they are.
  static var examples: [String] { get }
  /// The options and arguments, in the order in which help shows them.
  static var parameters: [Parameter<Self>] { get }
  /// The rules between options, in the order in which they are checked; none by default.
  static var rules: [CommandRule<Self>] { get }

  /// Creates the command with every option at its default.
  init()

  /// Runs the command.
  ///
  /// - Throws: ``UsageError`` for an option whose fault only the work shows, ``Failure`` when the command
  ///   fails.
  mutating func run() async throws
}

extension Command {
  static var rules: [CommandRule<Self>] { [] }

  /// The command as it is typed.
  static var title: String { "boardsim " + words.joined(separator: " ") }

  /// Refuses options that break one of the command's rules.
  func checkRules() throws(UsageError) {
    for rule in Self.rules { try rule.check(self) }
  }
}

/// A fault of the command line; the process ends with status 2.
struct UsageError: Error {
  /// The fault and the right form.
  var message: String
}
