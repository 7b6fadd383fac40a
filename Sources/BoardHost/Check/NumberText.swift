/// A field's text, read as both apps read it: MOQA with `parseFloat`, Air Quality with `Number`.
enum NumberText: Hashable {
  /// Digits with a decimal point or without: what a board sends.
  case plain(Double, decimals: Int)
  /// Nothing: no sensor has delivered a value.
  case empty
  /// A number that both apps read, in a form no board should need; with what is odd.
  case odd(Double, String)
  /// A number with a comma: `23,4`.
  case comma(Double)
  /// A number with something behind it: `102700 Pa`.
  case followed(Double, by: String)
  /// No number at all: `nan`, `null`, words, markup.
  case none(String)

  init(_ text: String) {
    let blanks: (Character) -> Bool = { $0.isWhitespace }
    guard !text.isEmpty else {
      self = .empty
      return
    }
    let core = String(text.drop(while: blanks).reversed().drop(while: blanks).reversed())
    var reader = NumberReader(core)
    guard let number = reader.read() else {
      self = .none(text)
      return
    }
    if !reader.rest.isEmpty {
      let isComma = reader.rest.first == "," && reader.rest.dropFirst().allSatisfy(\.isNumber)
      self =
        isComma && reader.rest.count > 1
        ? .comma(Double(core.replacing(",", with: ".")) ?? number)
        : .followed(number, by: String(reader.rest))
    } else if let oddity = reader.oddity ?? (core == text ? nil : "blanks or a line end around it")
    {
      self = .odd(number, oddity)
    } else {
      self = .plain(number, decimals: reader.decimals)
    }
  }

  /// The number that is meant, where there is one.
  var value: Double? {
    switch self {
    case .plain(let value, _), .odd(let value, _), .comma(let value), .followed(let value, _): value
    case .empty, .none: nil
    }
  }
}

/// Reads the number that a text begins with.
private struct NumberReader {
  private(set) var rest: Substring
  private(set) var decimals = 0
  private(set) var oddity: String?

  init(_ text: String) { rest = text[...] }

  mutating func read() -> Double? {
    var digits = ""
    if let sign = rest.first, sign == "-" || sign == "+" {
      digits.append(sign)
      rest.removeFirst()
      if sign == "+" { oddity = "a plus sign" }
    }
    let whole = takeDigits()
    var fraction = ""
    if rest.first == "." {
      rest.removeFirst()
      fraction = takeDigits()
      if whole.isEmpty || fraction.isEmpty { oddity = "a point without a digit on each side" }
    }
    guard !(whole + fraction).isEmpty else { return nil }
    decimals = fraction.utf8.count
    return Double(digits + "0" + whole + "." + fraction + "0" + takeExponent())
  }

  private mutating func takeDigits() -> String {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count)
    return String(digits)
  }

  private mutating func takeExponent() -> String {
    let before = rest
    guard let letter = rest.first, letter == "e" || letter == "E" else { return "" }
    rest.removeFirst()
    var exponent = "e"
    if let sign = rest.first, sign == "-" || sign == "+" {
      exponent.append(sign)
      rest.removeFirst()
    }
    let digits = takeDigits()
    guard !digits.isEmpty else {
      rest = before
      return ""
    }
    oddity = "an exponent"
    return exponent + digits
  }
}
