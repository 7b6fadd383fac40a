import Bytes

/// A parser for the condition on one field of a sourcetable filter.
///
/// ```
/// all    = either *( "+" either )
/// either = term *( "|" term )
/// term   = *"!" ( "(" all ")" / comparison number / text )
/// ```
struct FilterFieldParser {
  private typealias Condition = SourcetableFilter.Condition

  /// The maximum depth of nested parentheses.
  private static let deepest = 16

  private var rest: ArraySlice<UInt8>
  private let field: Int
  private var depth = 0

  /// Creates a parser for a field's bytes, at least one; `field` is the field's number, from 1.
  init(_ bytes: ArraySlice<UInt8>, field: Int) {
    rest = bytes
    self.field = field
  }

  mutating func parse() throws(SourcetableFilterError) -> SourcetableFilter.Condition {
    if take("~") {
      guard let number = rest.trimmed.decimalNumber else { throw .misplacedNearest(field: field) }
      return .nearest(number)
    }
    let condition = try parseAll()
    guard rest.isEmpty else { throw .incomplete(field: field) }
    return condition
  }

  private mutating func parseAll() throws(SourcetableFilterError) -> Condition {
    var parts = [try parseEither()]
    while take("+") { parts.append(try parseEither()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func parseEither() throws(SourcetableFilterError) -> Condition {
    var parts = [try parseTerm()]
    while take("|") { parts.append(try parseTerm()) }
    return parts.count == 1 ? parts[0] : .either(parts)
  }

  private mutating func parseTerm() throws(SourcetableFilterError) -> Condition {
    var isNegated = false
    while peek("!"), !peek("!=") {
      _ = take("!")
      isNegated.toggle()
    }
    let condition = try parsePrimary()
    return isNegated ? .not(condition) : condition
  }

  private mutating func parsePrimary() throws(SourcetableFilterError) -> Condition {
    if take("(") {
      guard depth < Self.deepest else { throw .tooDeep(field: field) }
      depth += 1
      let condition = try parseAll()
      depth -= 1
      guard take(")") else { throw .incomplete(field: field) }
      return condition
    }
    if let comparison = takeComparison() {
      let text = takeText()
      if let number = text.decimalNumber { return .compared(comparison, number) }
      switch comparison {  // texts can only be equal or different
      case .equal where !text.isEmpty: return .text(Array(text))
      case .different where !text.isEmpty: return .not(.text(Array(text)))
      default: throw .notANumber(field: field)
      }
    }
    if peek("~") { throw .misplacedNearest(field: field) }
    let text = takeText()
    guard !text.isEmpty else { throw .incomplete(field: field) }
    return .text(Array(text))
  }

  private mutating func takeComparison() -> SourcetableFilter.Comparison? {
    if take("!=") { return .different }
    if take("<=") { return .atMost }
    if take(">=") { return .atLeast }
    if take("<") { return .less }
    if take(">") { return .greater }
    if take("==") || take("=") { return .equal }
    return nil
  }

  /// Removes and returns the text up to the next operator, without surrounding blanks.
  private mutating func takeText() -> ArraySlice<UInt8> {
    let text = rest.prefix { !"+|!=<>~()".utf8.contains($0) }
    rest = rest.dropFirst(text.count)
    return text.trimmed
  }

  private func peek(_ token: String) -> Bool { rest.drop { $0 == 0x20 }.begins(with: token) }

  private mutating func take(_ token: String) -> Bool {
    let next = rest.drop { $0 == 0x20 }
    guard next.begins(with: token) else { return false }
    rest = next.dropFirst(token.utf8.count)
    return true
  }
}
