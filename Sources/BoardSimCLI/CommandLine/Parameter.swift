/// An option, a flag or a positional argument of a command.
struct Parameter<C> {
  enum Kind {
    /// A flag: `--name`.
    case flag((inout C) -> Void)
    /// An option with a value: `--name VALUE` or `--name=VALUE`.
    case option((inout C, String) throws(UsageError) -> Void)
    /// A positional argument, without a name of its own.
    case argument((inout C, String) throws(UsageError) -> Void, isRequired: Bool, isRepeated: Bool)
  }

  var name: String
  var short: Character?
  /// The placeholder of the value in the help, such as `FILE`.
  var placeholder = ""
  var help: String
  /// The completions for the value.
  var candidates = Candidates()
  var kind: Kind

  /// The parameter's form in help and messages.
  var label: String {
    if case .argument = kind { return placeholder }
    return "--\(name)"
  }

  /// Whether the parameter is an option or a flag, and not a positional argument.
  var isOption: Bool {
    if case .argument = kind { return false }
    return true
  }
}

extension Parameter {
  /// Returns a flag, which is off unless given.
  static func flag(
    _ name: String, short: Character? = nil, _ path: WritableKeyPath<C, Bool>, help: String
  ) -> Self {
    Self(name: name, short: short, help: help, kind: .flag { $0[keyPath: path] = true })
  }

  /// Returns an option whose value is read from text.
  static func option<V: OptionValue>(
    _ name: String, short: Character? = nil, _ path: WritableKeyPath<C, V>,
    _ placeholder: String, help: String
  ) -> Self {
    Self(
      name: name, short: short, placeholder: placeholder, help: help,
      candidates: V.candidates.or(Candidates(placeholder: placeholder)),
      kind: .option { (command, text) throws(UsageError) in
        command[keyPath: path] = try V(optionText: text, of: "--\(name)")
      })
  }

  /// Returns an option that may be given several times.
  static func list<V: OptionValue>(
    _ name: String, short: Character? = nil, _ path: WritableKeyPath<C, [V]>,
    _ placeholder: String, help: String
  ) -> Self {
    Self(
      name: name, short: short, placeholder: placeholder, help: help,
      candidates: V.candidates.or(Candidates(placeholder: placeholder)),
      kind: .option { (command, text) throws(UsageError) in
        command[keyPath: path].append(try V(optionText: text, of: "--\(name)"))
      })
  }

  /// Returns a positional argument that must be given.
  static func argument<V: OptionValue>(
    _ placeholder: String, _ path: WritableKeyPath<C, V>, offers more: Candidates = Candidates(),
    help: String
  ) -> Self {
    Self(
      name: placeholder.lowercased(), placeholder: placeholder, help: help,
      candidates: V.candidates.or(Candidates(placeholder: placeholder)).or(more),
      kind: .argument(
        { (command, text) throws(UsageError) in
          command[keyPath: path] = try V(optionText: text, of: placeholder)
        }, isRequired: true, isRepeated: false))
  }

  /// Returns a positional argument that may be given several times, and must be given at least once unless it is
  /// not required.
  static func arguments<V: OptionValue>(
    _ placeholder: String, _ path: WritableKeyPath<C, [V]>, isRequired: Bool = true, help: String
  ) -> Self {
    Self(
      name: placeholder.lowercased(), placeholder: placeholder, help: help,
      candidates: V.candidates.or(Candidates(placeholder: placeholder)),
      kind: .argument(
        { (command, text) throws(UsageError) in
          command[keyPath: path].append(try V(optionText: text, of: placeholder))
        }, isRequired: isRequired, isRepeated: true))
  }
}

/// A type that can be read from the text of an option's value.
protocol OptionValue {
  /// The completions for a value.
  static var candidates: Candidates { get }

  /// Reads a value; `parameter` names the option in the error.
  init(optionText text: String, of parameter: String) throws(UsageError)
}

extension OptionValue {
  static var candidates: Candidates { Candidates() }
}

extension String: OptionValue {
  init(optionText text: String, of parameter: String) throws(UsageError) { self = text }
}

extension Optional: OptionValue where Wrapped: OptionValue {
  static var candidates: Candidates { Wrapped.candidates }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    self = try Wrapped(optionText: text, of: parameter)
  }
}

extension UInt16: OptionValue {
  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let value = UInt16(text) else {
      throw UsageError(message: "\(parameter) must be a number from 0 to 65535, not '\(text)'")
    }
    self = value
  }
}

extension UInt64: OptionValue {
  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let value = UInt64(text) else {
      throw UsageError(message: "\(parameter) must be a whole number, not '\(text)'")
    }
    self = value
  }
}

extension Double: OptionValue {
  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let value = Double(text), value.isFinite else {
      throw UsageError(message: "\(parameter) must be a number, not '\(text)'")
    }
    self = value
  }
}

/// An option value that is one of a few words.
protocol OptionChoice: OptionValue, RawRepresentable, CaseIterable where RawValue == String {}

extension OptionChoice {
  static var candidates: Candidates { .words(allCases.map(\.rawValue)) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let value = Self(rawValue: text) else {
      let choices = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "\(parameter) must be one of \(choices), not '\(text)'")
    }
    self = value
  }
}
