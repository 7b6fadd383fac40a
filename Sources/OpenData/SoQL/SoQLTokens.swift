internal import Bytes

/// A token of a clause.
enum SoQLToken: Hashable {
  /// The name of a column, a keyword or a function.
  case name(String)
  /// A name in backquotes; never a keyword.
  case quotedName(String)
  case text(String)
  case number(Double)
  /// An operator or a punctuation mark, such as `=`, `!=`, `(` or `,`.
  case symbol(String)
}

/// The tokens of a clause, each with the offset of its first byte.
struct SoQLTokens {
  var tokens: [(token: SoQLToken, offset: Int)] = []
  private let bytes: [UInt8]
  private var place = 0
  private let clause: String

  /// Splits a clause into tokens.
  ///
  /// - Throws: ``SoQLError`` for text that is no token of SoQL.
  init(_ text: String, in clause: String) throws(SoQLError) {
    bytes = Array(text.utf8)
    self.clause = clause
    while let byte = skipBlanks() {
      let start = place
      tokens.append((try token(beginningWith: byte), start))
    }
  }

  private mutating func skipBlanks() -> UInt8? {
    while place < bytes.count, bytes[place].isBlank { place += 1 }
    return place < bytes.count ? bytes[place] : nil
  }

  private mutating func token(beginningWith byte: UInt8) throws(SoQLError) -> SoQLToken {
    switch byte {
    case UInt8(ascii: "'"): return .text(try quoted(by: byte))
    case UInt8(ascii: "`"): return .quotedName(try quoted(by: byte))
    case _ where byte.beginsName:
      return .name(take { $0.beginsName || $0.isDigit })
    case _ where byte.isDigit || (byte == UInt8(ascii: ".") && isDigit(at: place + 1)):
      return try number()
    default: return try symbol()
    }
  }

  /// Reads the text between two quotes; a doubled quote stands for one quote.
  private mutating func quoted(by quote: UInt8) throws(SoQLError) -> String {
    let start = place
    var text: [UInt8] = []
    place += 1
    while place < bytes.count {
      if bytes[place] == quote {
        place += 1
        guard place < bytes.count, bytes[place] == quote else {
          return String(decoding: text, as: UTF8.self)
        }
      }
      text.append(bytes[place])
      place += 1
    }
    throw .malformed(clause, "a quote is not closed; a quote in a string is doubled", at: start)
  }

  private mutating func take(while isPart: (UInt8) -> Bool) -> String {
    let start = place
    while place < bytes.count, isPart(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func number() throws(SoQLError) -> SoQLToken {
    let start = place
    var text = take { $0.isDigit || $0 == UInt8(ascii: ".") }
    if place < bytes.count, bytes[place].lowercased == UInt8(ascii: "e") {
      let isSigned = place + 1 < bytes.count && bytes[place + 1].isSign
      if isDigit(at: place + (isSigned ? 2 : 1)) {
        place += isSigned ? 2 : 1
        text += (isSigned && bytes[place - 1] == UInt8(ascii: "-") ? "e-" : "e")
        text += take { $0.isDigit }
      }
    }
    guard let number = SoQLLiteral.number(text) else {
      throw .malformed(clause, "\(text.quoted) is not a number", at: start)
    }
    return .number(number)
  }

  private mutating func symbol() throws(SoQLError) -> SoQLToken {
    let rest = bytes[place...]
    for symbol in ["!=", "<>", "<=", ">="] where rest.starts(with: symbol.utf8) {
      place += 2
      return .symbol(symbol)
    }
    for symbol in ["=", "<", ">", "(", ")", ",", "-", "+", "*"] where rest.starts(with: symbol.utf8)
    {
      place += 1
      return .symbol(symbol)
    }
    let text = String(decoding: rest.prefix(12), as: UTF8.self)
    throw .malformed(clause, "\(text.quoted) begins no word of SoQL", at: place)
  }

  private func isDigit(at index: Int) -> Bool { index < bytes.count && bytes[index].isDigit }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  fileprivate var isSign: Bool { self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }
  fileprivate var beginsName: Bool { isLetter || self == UInt8(ascii: "_") }
}
