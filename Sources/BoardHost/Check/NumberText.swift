/// A field's text, as both apps read it: MOQA with `parseFloat`, Air Quality with `Number`.
enum NumberText: Hashable {
  /// Digits with or without a decimal point: the form that boards send.
  case plain(Double, decimals: Int)
  /// An empty field: no sensor has delivered a value.
  case empty
  /// A number in an unusual form that both apps read, with a description of the form.
  case odd(Double, String)
  /// A number with a decimal comma: `23,4`.
  case comma(Double)
  /// A number followed by other text: `102700 Pa`.
  case followed(Double, by: String)
  /// No number: `nan`, `null`, words, markup.
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

  /// The intended number; `nil` for an empty field and for no number.
  var value: Double? {
    switch self {
    case .plain(let value, _), .odd(let value, _), .comma(let value), .followed(let value, _): value
    case .empty, .none: nil
    }
  }
}

/// A reader of the number at the beginning of a text.
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
