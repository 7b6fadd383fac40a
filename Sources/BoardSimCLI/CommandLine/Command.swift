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

  /// Creates the command with every option at its default.
  init()

  /// Runs the command.
  ///
  /// - Throws: ``UsageError`` when options contradict each other, ``Failure`` when the command fails.
  mutating func run() async throws
}

extension Command {
  /// The command as it is typed.
  static var title: String { "boardsim " + words.joined(separator: " ") }
}

/// A fault of the command line; the process ends with status 2.
struct UsageError: Error {
  /// The fault and the right form.
  var message: String
}
