/// The completions that a shell may offer for the word being typed.
struct Candidates: Equatable {
  /// The paths that the shell adds to the completions by itself.
  enum Paths: String {
    case none, files, folders
  }

  /// A completion and its meaning.
  struct Word: Equatable {
    var text: String
    var meaning = ""
  }

  var words: [Word] = []
  var paths = Paths.none

  /// Returns candidates of words without meanings.
  static func words(_ texts: some Sequence<String>, or paths: Paths = .none) -> Self {
    Self(words: texts.map { Word(text: $0) }, paths: paths)
  }

  /// The candidates for a file's name, which the shell adds by itself.
  static let files = Self(paths: .files)

  /// Creates the candidates of a placeholder of the help text, such as `FILE`, `NAME|FILE` or `on|off`.
  init(placeholder: String) {
    let parts = placeholder.split(separator: "|").map(String.init)
    if !Set(parts).isDisjoint(with: ["FILE", "CAPTURE", "CARD"]) {
      paths = .files
    } else if parts.contains("DIR") {
      paths = .folders
    }
  }

  init(words: [Word] = [], paths: Paths = .none) { (self.words, self.paths) = (words, paths) }

  /// Returns the candidates of both.
  func or(_ other: Self) -> Self {
    Self(words: words + other.words, paths: paths == .none ? other.paths : paths)
  }

  /// Filters the candidates by the beginning of a word.
  ///
  /// - Parameters:
  ///   - word: The typed word.
  ///   - start: The part of the word before the candidates, which is put before each of them.
  /// - Returns: The candidates that begin with the word.
  func beginning(as word: String, behind start: String = "") -> Self {
    let fitting = words.map { Word(text: start + $0.text, meaning: $0.meaning) }
    return Self(words: fitting.filter { $0.text.hasPrefix(word) }, paths: paths)
  }

  /// The candidates for a shell: the kind of paths, then a line for each word with its meaning after a tab.
  var text: String {
    ([paths.rawValue] + words.map { $0.text + "\t" + $0.meaning }).joined(separator: "\n")
  }
}

extension Candidates {
  /// Creates the candidates for the end of a command line.
  ///
  /// - Parameters:
  ///   - words: The line without the program's name; the last word is being typed, and may be empty. A
  ///     shell that splits `--name=value` passes `=` as a separate word.
  ///   - commands: All commands.
  init(for words: [String], of commands: [any Command.Type]) {
    var typed = words
    var current = typed.popLast() ?? ""
    if current == "=" { current = "" }
    let before = typed.filter { $0 != "=" }
    let next = Self.nextWords(behind: before, of: commands).beginning(as: current)
    guard let command = commands.first(where: { before.starts(with: $0.words) }) else {
      self = next
      return
    }
    if before.count > command.words.count, !next.words.isEmpty {
      self = next
      return
    }
    let own = Self.of(command, behind: before.dropFirst(command.words.count), typing: current)
    self = before.count == command.words.count ? next.or(own) : own
  }

  /// Returns the next words of the commands whose words begin with the line.
  private static func nextWords(
    behind before: [String], of commands: [any Command.Type]
  ) -> Self {
    var found: [Word] = []
    for command in commands
    where command.words.count > before.count && command.words.starts(with: before) {
      let text = command.words[before.count]
      if let known = found.firstIndex(where: { $0.text == text }) {
        // A group of commands has no meaning of its own.
        found[known].meaning = ""
      } else {
        found.append(Word(text: text, meaning: command.abstract))
      }
    }
    if before.isEmpty {
      found += [Word(text: "--help"), Word(text: "--version")]
    }
    return Self(words: found)
  }

  private static func of<C: Command>(
    _ command: C.Type, behind words: ArraySlice<String>, typing current: String
  ) -> Self {
    let parameters = C.parameters
    let arguments = parameters.filter { !$0.isOption }
    var (argumentCount, pending, isOptionLeft) = (0, Parameter<C>?.none, true)
    for word in words {
      if pending != nil {
        pending = nil
      } else if word == "--" {
        isOptionLeft = false
      } else if isOptionLeft, word.hasPrefix("-"), word.count > 1 {
        pending = parameters.first { $0.isWritten(word) && $0.takesValue }
      } else {
        argumentCount += 1
      }
    }
    if let pending { return pending.candidates.beginning(as: current) }
    let options = Self(words: parameters.filter(\.isOption).map(\.word) + [Word(text: "--help")])
    if isOptionLeft, current.hasPrefix("-"), current.count > 1 || arguments.isEmpty {
      guard let equals = current.firstIndex(of: "=") else {
        return options.beginning(as: current)
      }
      let name = String(current[..<equals])
      guard let option = parameters.first(where: { $0.isWritten(name) && $0.takesValue }) else {
        return Self()
      }
      return option.candidates.beginning(as: current, behind: name + "=")
    }
    let argument = argumentCount < arguments.count ? arguments[argumentCount] : arguments.last
    guard let argument, argumentCount < arguments.count || argument.isRepeated else {
      return isOptionLeft ? options.beginning(as: current) : Self()
    }
    return argument.candidates.beginning(as: current)
  }
}

extension Parameter {
  fileprivate var isRepeated: Bool {
    guard case .argument(_, _, let isRepeated) = kind else { return false }
    return isRepeated
  }

  fileprivate var takesValue: Bool {
    guard case .option = kind else { return false }
    return true
  }

  fileprivate func isWritten(_ word: String) -> Bool {
    isOption && (word == "--\(name)" || short.map { word == "-\($0)" } ?? false)
  }

  /// The option as a candidate, with the first line of its help.
  fileprivate var word: Candidates.Word {
    Candidates.Word(
      text: "--\(name)", meaning: String(help.split(separator: "\n").first ?? ""))
  }
}
