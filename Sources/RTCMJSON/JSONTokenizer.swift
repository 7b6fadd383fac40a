/// A tokenizer of JSON texts (RFC 8259).
///
/// An array's or object's token comes before the tokens of its contents, a member's name before its value.
/// Foundation's readers create an object or a dictionary entry for each value. Reading a text that way takes
/// longer than the whole decoding here.
struct JSONTokenizer {
  /// A text that is not JSON.
  struct NotJSON: Error {}

  /// The greatest depth of nested arrays and objects; RFC 8259 §9 sets none, Foundation has the same limit.
  static let maximumDepth = 512

  private let bytes: [UInt8]
  private var position = 0
  private var tokens: [JSONToken] = []

  /// Returns the tokens of a text that is a single value.
  static func tokens(of bytes: [UInt8]) throws(NotJSON) -> [JSONToken] {
    var tokenizer = JSONTokenizer(bytes)
    try tokenizer.value(depth: 0)
    tokenizer.skipBlanks()
    guard tokenizer.position == bytes.count else { throw NotJSON() }
    return tokenizer.tokens
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 16 + 8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }  // §8.1: a BOM is skipped
  }

  private mutating func value(depth: Int) throws(NotJSON) {
    skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): try object(depth: depth + 1)
    case UInt8(ascii: "["): try array(depth: depth + 1)
    case UInt8(ascii: "\""): try text()
    case let digit? where digit.isOfNumber: number()
    case UInt8(ascii: "t"): try literal("true", .yes)
    case UInt8(ascii: "f"): try literal("false", .no)
    case UInt8(ascii: "n"): try literal("null", .null)
    default: throw NotJSON()
    }
  }

  private mutating func object(depth: Int) throws(NotJSON) {
    try list(.object, until: UInt8(ascii: "}"), depth) { (parser) throws(NotJSON) in
      parser.skipBlanks()
      guard parser.byte == UInt8(ascii: "\"") else { throw NotJSON() }
      try parser.text()
      guard parser.tokens[parser.tokens.count - 1].kind == .text else { throw NotJSON() }
      parser.skipBlanks()
      guard parser.skip(UInt8(ascii: ":")) else { throw NotJSON() }
      try parser.value(depth: depth)
    }
  }

  private mutating func array(depth: Int) throws(NotJSON) {
    try list(.array, until: UInt8(ascii: "]"), depth) { (parser) throws(NotJSON) in
      try parser.value(depth: depth)
    }
  }

  /// Reads comma-separated parts up to the closing bracket.
  @inline(__always)
  private mutating func list(
    _ kind: JSONToken.Kind, until bracket: UInt8, _ depth: Int,
    of part: (inout Self) throws(NotJSON) -> Void
  ) throws(NotJSON) {
    guard depth <= Self.maximumDepth else { throw NotJSON() }
    let (token, start) = (tokens.count, position)
    var count = 0
    tokens.append(JSONToken(kind: kind, range: start..<start, end: token))
    position += 1
    skipBlanks()
    if !skip(bracket) {
      repeat {
        try part(&self)
        count += 1
        skipBlanks()
      } while skip(UInt8(ascii: ","))
      guard skip(bracket) else { throw NotJSON() }
    }
    tokens[token].range = start..<position
    tokens[token].count = count
    tokens[token].end = tokens.count
  }

  private mutating func text() throws(NotJSON) {
    let start = position + 1
    let (end, hasEscapes, isASCII) = endOfText(from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { throw NotJSON() }
    position = end + 1
    let isReadable =
      isASCII && !hasEscapes
      || JSONString.text(of: bytes, in: start..<end, hasEscapes: hasEscapes) != nil
    append(isReadable ? .text : .unreadable, start..<end, hasEscapes: hasEscapes)
  }

  /// Finds the end of a string: the next quote that is not escaped, or a byte that no string may contain.
  private func endOfText(from start: Int) -> (Int, hasEscapes: Bool, isASCII: Bool) {
    let bytes = bytes.span
    var (end, hasEscapes, isASCII) = (start, false, true)
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] >= 0x20 {
      if bytes[end] >= 0x80 { isASCII = false }
      if bytes[end] == UInt8(ascii: "\\") {
        hasEscapes = true
        end += 1
      }
      end += 1
    }
    return (end, hasEscapes, isASCII)
  }

  /// Reads the characters of a number; they are parsed only when the value is needed.
  private mutating func number() {
    let end = endOfNumber(from: position)
    append(.number, position..<end)
    position = end
  }

  private func endOfNumber(from start: Int) -> Int {
    let bytes = bytes.span
    var end = start
    while end < bytes.count, bytes[end].isOfNumber { end += 1 }
    return end
  }

  private mutating func literal(_ text: StaticString, _ kind: JSONToken.Kind) throws(NotJSON) {
    let start = position
    for character in text.description.utf8 {
      guard skip(character) else { throw NotJSON() }
    }
    append(kind, start..<position)
  }

  private mutating func append(
    _ kind: JSONToken.Kind, _ range: Range<Int>, hasEscapes: Bool = false
  ) {
    tokens.append(
      JSONToken(kind: kind, hasEscapes: hasEscapes, range: range, end: tokens.count + 1))
  }

  /// The next byte; `nil` at the end.
  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Skips a byte if it is the next one; returns whether it was.
  private mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    position += 1
    return true
  }
}

extension UInt8 {
  /// Whether the character may be part of a number.
  fileprivate var isOfNumber: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
