internal import TextOutput
internal import RTCMText

/// A parser that fills a command from the words after its name.
struct ArgumentParser<C: Command> {
  private let parameters = C.parameters
  private var command = C()
  private var rest: ArraySlice<String>
  private var positionals: [String] = []

  private init(_ words: ArraySlice<String>) { rest = words }

  /// Returns the command that the words describe.
  ///
  /// - Throws: ``UsageError`` for an unknown option, a missing value, a superfluous word or a broken rule.
  static func parse(_ words: ArraySlice<String>) throws(UsageError) -> C {
    var parser = ArgumentParser(words)
    try parser.consumeWords()
    try parser.assignPositionals()
    try parser.command.checkRules()
    return parser.command
  }

  private mutating func consumeWords() throws(UsageError) {
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        return
      }
      if word.hasPrefix("--") {
        try consumeOption(word)
      } else if word.hasPrefix("-"), word.count > 1, !word.isNumber {
        try consumeShortOption(word)
      } else {
        positionals.append(word)
      }
    }
  }

  private mutating func consumeOption(_ word: String) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let parameter = parameters.first(where: { $0.label == "--\(name)" }) else {
      let known = parameters.map(\.label).filter { $0.hasPrefix("--") } + ["--help"]
      throw UsageError(
        message: "no option '--\(name)' for '\(C.title)'\(suggestion(for: "--\(name)", in: known))")
    }
    try apply(parameter, as: "--\(name)", inline: parts.count == 2 ? String(parts[1]) : nil)
  }

  private mutating func consumeShortOption(_ word: String) throws(UsageError) {
    let letter = word[word.index(after: word.startIndex)]
    guard let parameter = parameters.first(where: { $0.short == letter }) else {
      throw UsageError(message: "no option '-\(letter)' for '\(C.title)'")
    }
    let inline = String(word.dropFirst(2))
    try apply(parameter, as: "-\(letter)", inline: inline.isEmpty ? nil : inline)
  }

  private mutating func apply(
    _ parameter: Parameter<C>, as name: String, inline: String?
  ) throws(UsageError) {
    switch parameter.kind {
    case .flag(let set):
      if let inline { throw UsageError(message: "\(name) takes no value, but got '\(inline)'") }
      set(&command)
    case .option(let assign):
      guard let value = inline ?? rest.popFirst() else {
        throw UsageError(message: "\(name) needs a value: \(name) \(parameter.placeholder)")
      }
      try assign(&command, value)
    case .argument:
      break  // an argument is never found by an option's name
    }
  }

  private mutating func assignPositionals() throws(UsageError) {
    var words = positionals[...]
    for parameter in parameters {
      guard case .argument(let assign, let isRequired, let isRepeated) = parameter.kind else {
        continue
      }
      if words.isEmpty && isRequired {
        let help = parameter.help.split(separator: "\n").joined(separator: " ")
        throw UsageError(message: "\(parameter.placeholder) is missing: \(help)")
      }
      repeat {
        guard let word = words.popFirst() else { break }
        try assign(&command, word)
      } while isRepeated
    }
    if let extra = words.first {
      throw UsageError(message: "'\(C.title)' does not know what to do with '\(extra)'")
    }
  }
}

extension String {
  /// Whether the word is a number or a list of numbers, so that a leading minus is a sign.
  fileprivate var isNumber: Bool {
    Double(self) != nil || split(separator: ",").allSatisfy { Double($0) != nil }
  }
}
