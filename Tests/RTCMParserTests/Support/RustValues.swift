/// A structure as Rust prints it with `{:#?}`, one value a line: `name: 5,`, or `name: Some(` with `5,` below
/// it, or `name: None,`.
struct RustValues {
  enum Value: Equatable {
    case number(Double)
    case none
    /// A text, or a signal such as `1C`.
    case text(String)
  }

  private(set) var items: [(name: String, value: Value)] = []
  private var name: Substring = ""
  /// The characters so far of an unfinished text or signal; `nil` outside one.
  private var characters: String?

  init(_ text: String) {
    for line in text.split(separator: "\n") { read(line.drop { $0 == " " }) }
  }

  private mutating func read(_ line: Substring) {
    var value = line
    if let colon = line.firstRange(of: ": ") {
      name = line[..<colon.lowerBound]
      value = line[colon.upperBound...]
    }
    if value.hasSuffix(",") { value.removeLast() }
    switch value {
    case "None": add(.none)
    case "Df88591String(", "SigId(": characters = ""
    case ")": endText()
    case _ where value.hasPrefix("'"): characters?.append(contentsOf: value.dropFirst().dropLast())
    case _ where value.hasPrefix("ArrayString"):
      add(.text(String(value.drop { $0 != "\"" }.dropFirst().dropLast(2))))
    default: readNumber(value)
    }
  }

  private mutating func readNumber(_ value: Substring) {
    guard let number = Double(value) else { return }
    // A number between characters is the band of a signal.
    if characters == nil { add(.number(number)) } else { characters?.append(contentsOf: value) }
  }

  private mutating func endText() {
    if let characters { add(.text(characters)) }
    characters = nil
  }

  private mutating func add(_ value: Value) { items.append((String(name), value)) }
}
