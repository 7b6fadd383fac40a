/// A command of `boardsim`: its words, its options, and its action.
protocol Command {
  /// The words that choose the command: `["rtcm", "stats"]`.
  static var words: [String] { get }
  /// The command's line in the list of commands.
  static var abstract: String { get }
  /// Command lines that work as they stand, for the help text.
  static var examples: [String] { get }
  /// The options and arguments, in the order in which help shows them.
  static var parameters: [Parameter<Self>] { get }

  /// Creates the command with every option at its default.
  init()

  /// Does the work.
  ///
  /// - Throws: ``UsageError`` when options contradict each other, ``Failure`` when the work failed.
  mutating func run() async throws
}

extension Command {
  /// The command as it is typed.
  static var title: String { "boardsim " + words.joined(separator: " ") }
}

/// The command line was wrong; the process ends with status 2.
struct UsageError: Error {
  /// The fault and the right form.
  var message: String
}
