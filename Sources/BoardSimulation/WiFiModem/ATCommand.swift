internal import Bytes

/// A command line of a sketch, taken apart.
struct ATCommand: Hashable, Sendable {
  /// The form of a command.
  enum Form: Hashable, Sendable {
    /// `AT+NAME`.
    case plain
    /// `AT+NAME?`.
    case query
    /// `AT+NAME=?`.
    case test
    /// `AT+NAME=…`.
    case set([Argument])
  }

  /// The storage that a setting goes to.
  enum Scope: Hashable, Sendable {
    /// No suffix: flash.
    case usual
    /// `_CUR`: until the next reset.
    case current
    /// `_DEF`: flash.
    case standard
  }

  /// A value between two commas.
  struct Argument: Hashable, Sendable {
    var text: String
    var isQuoted = false

    /// The value as a number; `nil` for a text in quotes, other signs than digits, and more than nine of them.
    var number: Int? {
      guard !isQuoted, text.utf8.count <= 9 else { return nil }
      return Array(text.utf8)[...].decimalInteger
    }
  }

  /// The name without suffix, such as `+CWMODE`; `E0` and `E1` for the echo, empty for `AT` alone.
  let name: String
  let scope: Scope
  let form: Form

  /// The name as the answer repeats it: `+CWMODE_CUR`.
  var shown: String {
    switch scope {
    case .usual: name
    case .current: name + "_CUR"
    case .standard: name + "_DEF"
    }
  }

  /// The values of a command that sets; empty for the other forms.
  var arguments: [Argument] {
    if case .set(let arguments) = form { arguments } else { [] }
  }

  /// Parses a line without its `AT` and its line end; `nil` where quotes do not close.
  init?(parsing line: [UInt8]) {
    guard line.first == UInt8(ascii: "+") else {
      (name, scope, form) = (line[...].text, .usual, .plain)
      return
    }
    let end =
      line.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "?") } ?? line.endIndex
    (name, scope) = Self.divided(line[..<end].text)
    guard let form = Self.form(of: line[end...]) else { return nil }
    self.form = form
  }

  private static func divided(_ name: String) -> (String, Scope) {
    if name.hasSuffix("_CUR") { return (String(name.dropLast(4)), .current) }
    if name.hasSuffix("_DEF") { return (String(name.dropLast(4)), .standard) }
    return (name, .usual)
  }

  private static func form(of tail: ArraySlice<UInt8>) -> Form? {
    switch tail.text {
    case "": .plain
    case "?": .query
    case "=?": .test
    default: tail.first == UInt8(ascii: "=") ? values(of: tail.dropFirst()).map(Form.set) : nil
    }
  }

  /// Returns the values between commas; inside quotes a backslash takes the meaning from the next byte.
  private static func values(of text: ArraySlice<UInt8>) -> [Argument]? {
    var (values, rest) = ([Argument](), text)
    while true {
      guard let value = nextValue(of: &rest) else { return nil }
      values.append(value)
      guard let comma = rest.popFirst() else { return values }
      guard comma == UInt8(ascii: ",") else { return nil }
    }
  }

  private static func nextValue(of rest: inout ArraySlice<UInt8>) -> Argument? {
    guard rest.first == UInt8(ascii: "\"") else {
      let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
      defer { rest = rest[end...] }
      return Argument(text: rest[..<end].trimmed.text)
    }
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return Argument(text: bytes[...].text, isQuoted: true)
      case UInt8(ascii: "\\"): bytes.append(rest.popFirst() ?? byte)
      default: bytes.append(byte)
      }
    }
    return nil
  }
}
