internal import BoardHost

/// A rule between options, and the usage error of a command line that breaks it.
struct CommandRule<Options> {
  /// The names of the options that the rule is about, without dashes.
  let options: [String]
  /// Returns the sentence of the usage error; `nil` when the options keep the rule.
  private let complaint: (Options) -> String?

  /// Creates a rule whose sentence depends on the options' values.
  ///
  /// - Parameters:
  ///   - options: The names of the options that the rule is about, without dashes.
  ///   - complaint: Returns the sentence of the usage error; `nil` when the options keep the rule.
  init(_ options: [String], complaint: @escaping (Options) -> String?) {
    (self.options, self.complaint) = (options, complaint)
  }

  /// Creates a rule with one sentence.
  ///
  /// - Parameters:
  ///   - options: The names of the options that the rule is about, without dashes.
  ///   - sentence: The sentence of the usage error.
  ///   - isBroken: Returns whether the options break the rule.
  init(
    _ options: [String], says sentence: String, when isBroken: @escaping (Options) -> Bool
  ) {
    self.init(options) { isBroken($0) ? sentence : nil }
  }

  /// Refuses options that break the rule.
  func check(_ options: Options) throws(UsageError) {
    if let sentence = complaint(options) { throw UsageError(message: sentence) }
  }

  /// Returns the rule for a command that has the options as one of its properties.
  func of<C>(_ path: KeyPath<C, Options>) -> CommandRule<C> {
    CommandRule<C>(options) { [complaint] in complaint($0[keyPath: path]) }
  }
}

extension Array {
  /// Returns the rules for a command that has the options as one of its properties.
  func of<C, Options>(_ path: KeyPath<C, Options>) -> [CommandRule<C>]
  where Element == CommandRule<Options> {
    map { $0.of(path) }
  }
}

// MARK: Rules that several commands have

extension CommandRule {
  /// Returns the rule that a run at full speed has an end.
  static func speedNeedsEnd(
    _ speed: @escaping (Options) -> SpeedArgument,
    _ duration: @escaping (Options) -> SecondsArgument?
  ) -> Self {
    Self(["speed", "duration"], says: "--speed max needs --duration, or it would never end") {
      speed($0).pace == .unlimited && duration($0) == nil
    }
  }

  /// Returns the rule that an output is named.
  static func output(_ output: @escaping (Options) -> String) -> Self {
    Self(["output"], says: "the output is missing: -o FILE, or -o - for standard output") {
      output($0).isEmpty
    }
  }

  /// Returns the rule that an option's file is another file than the input, which it would replace.
  ///
  /// - Parameters:
  ///   - option: The name of the option.
  ///   - file: The option's file.
  ///   - input: The file that is read.
  ///   - kind: The kind of the input, as its command calls it.
  /// - Returns: The rule.
  static func file(
    of option: String, _ file: @escaping (Options) -> String?,
    isNot input: @escaping (Options) -> String?, _ kind: String = "capture"
  ) -> Self {
    Self([option]) { options in
      guard let file = file(options), let input = input(options), isSameFile(input, file)
      else { return nil }
      return "'\(file)' is the \(kind) as well; name another file for --\(option)"
    }
  }
}
