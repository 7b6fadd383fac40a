/// A parser of conditions: comparisons, AND, OR, NOT, parentheses, IN, BETWEEN, IS NULL.
///
/// A clause has at most ``longest`` bytes and at most ``deepest`` levels. Its columns must exist, and the
/// types of its operands must agree.
struct SoQLParser {
  /// The greatest length of a clause, bytes.
  static let longest = 8192
  /// The greatest nesting depth of parentheses and NOTs.
  static let deepest = 50
  /// The greatest number of columns and values in a clause; each is evaluated for every row.
  static let mostOperands = 500

  let columns: [SoQLColumn]
  private let tokens: [(token: SoQLToken, offset: Int)]
  let clause: String
  private var place = 0
  private var operandCount = 0

  /// Reads a clause.
  ///
  /// - Parameters:
  ///   - text: The clause, without its name.
  ///   - columns: The data set's columns.
  ///   - clause: The clause's name, for error messages.
  /// - Returns: The condition.
  /// - Throws: ``SoQLError`` with the fault, its place and the supported forms.
  static func condition(
    _ text: String, of columns: [SoQLColumn], in clause: String = "$where"
  ) throws(SoQLError) -> SoQLCondition {
    guard text.utf8.count <= longest else {
      throw .malformed(clause, "is longer than \(longest) bytes; ask in parts")
    }
    var parser = SoQLParser(
      columns: columns, tokens: try SoQLTokens(text, in: clause).tokens, clause: clause)
    let condition = try parser.disjunction(depth: 0)
    guard parser.place == parser.tokens.count else {
      throw parser.expected("AND, OR or the end")
    }
    return condition
  }

  private init(
    columns: [SoQLColumn], tokens: [(token: SoQLToken, offset: Int)], clause: String
  ) {
    self.columns = columns
    self.tokens = tokens
    self.clause = clause
  }

  // MARK: OR, AND, NOT

  private mutating func disjunction(depth: Int) throws(SoQLError) -> SoQLCondition {
    var parts = [try conjunction(depth: depth)]
    while take("OR") { parts.append(try conjunction(depth: depth)) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction(depth: Int) throws(SoQLError) -> SoQLCondition {
    var parts = [try negation(depth: depth)]
    while take("AND") { parts.append(try negation(depth: depth)) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation(depth: Int) throws(SoQLError) -> SoQLCondition {
    guard depth <= Self.deepest else {
      throw .malformed(clause, "goes deeper than \(Self.deepest) parentheses", at: offset)
    }
    if take("NOT") { return .not(try negation(depth: depth + 1)) }
    guard take(symbol: "(") else { return try predicate() }
    let condition = try disjunction(depth: depth + 1)
    guard take(symbol: ")") else { throw expected("AND, OR or )") }
    return condition
  }

  // MARK: Predicates

  private mutating func predicate() throws(SoQLError) -> SoQLCondition {
    var operand = try operand()
    if take("IS") {
      let isNegated = take("NOT")
      guard take("NULL") else { throw expected("NULL") }
      return isNegated ? .not(.isNull(operand)) : .isNull(operand)
    }
    let isNegated = take("NOT")
    if take("IN") {
      let list = try list(like: &operand)
      let condition = SoQLCondition.isIn(operand, list)
      return isNegated ? .not(condition) : condition
    }
    if take("BETWEEN") {
      var (value, low) = (operand, try self.operand())
      guard take("AND") else { throw expected("AND") }
      var high = try self.operand()
      try agree(&value, &low)
      try agree(&value, &high)
      try agree(&value, &low)
      return isNegated ? .not(.between(value, low, high)) : .between(value, low, high)
    }
    guard !isNegated else { throw expected("IN or BETWEEN") }
    return try comparison(of: operand)
  }

  private mutating func comparison(
    of left: SoQLCondition.Operand
  ) throws(SoQLError) -> SoQLCondition {
    guard case .symbol(let symbol) = next,
      let comparison = SoQLCondition.Comparison(rawValue: symbol)
    else { throw expected("a comparison (= != <> < <= > >=), IN, BETWEEN or IS NULL") }
    place += 1
    var (left, right) = (left, try operand())
    try agree(&left, &right)
    return .comparison(left, comparison, right)
  }

  private mutating func list(
    like operand: inout SoQLCondition.Operand
  ) throws(SoQLError) -> [SoQLCondition.Operand] {
    guard take(symbol: "(") else { throw expected("( and a list of values") }
    var list: [SoQLCondition.Operand] = []
    repeat { list.append(try self.operand()) } while take(symbol: ",")
    // Types are agreed twice: a later item may turn the operand into a number after earlier items were
    // compared.
    for index in list.indices { try agree(&operand, &list[index]) }
    for index in list.indices { try agree(&operand, &list[index]) }
    guard take(symbol: ")") else { throw expected(", or )") }
    return list
  }

  private mutating func operand() throws(SoQLError) -> SoQLCondition.Operand {
    operandCount += 1
    guard operandCount <= Self.mostOperands else {
      throw .malformed(
        clause, "has more than \(Self.mostOperands) columns and values; ask in parts", at: offset)
    }
    let sign: Double? = take(symbol: "-") ? -1 : take(symbol: "+") ? 1 : nil
    switch next {
    case .number(let number):
      place += 1
      return .value(.number((sign ?? 1) * number))
    case _ where sign != nil: throw expected("a number")
    case .text(let text):
      place += 1
      return .value(.text(text))
    case .quotedName(let name):
      place += 1
      return .column(try columns.find(name))
    case .name(let name): return try named(name)
    default: throw expected("a column, a number or a 'string'")
    }
  }

  private mutating func named(_ name: String) throws(SoQLError) -> SoQLCondition.Operand {
    guard !Self.keywords.contains(name.uppercased()) else { throw expected("a column or a value") }
    place += 1
    if name.uppercased() == "NULL" { return .value(.null) }
    if case .symbol("(") = next {
      throw .unsupported(
        name + "(…)", instead: "\(clause) compares columns and values, without functions")
    }
    return .column(try columns.find(name))
  }

  private static let keywords: Set<String> = ["AND", "OR", "NOT", "IN", "BETWEEN", "IS", "LIKE"]

  // MARK: Tokens

  private var next: SoQLToken? { place < tokens.count ? tokens[place].token : nil }

  private var offset: Int? { place < tokens.count ? tokens[place].offset : nil }

  private mutating func take(_ keyword: String) -> Bool {
    guard case .name(let name) = next, name.uppercased() == keyword else { return false }
    place += 1
    return true
  }

  private mutating func take(symbol: String) -> Bool {
    guard next == .symbol(symbol) else { return false }
    place += 1
    return true
  }

  private func expected(_ what: String) -> SoQLError {
    if case .name(let name) = next, name.uppercased() == "LIKE" {
      return .unsupported("LIKE", instead: "compare with = or IN")
    }
    if case .symbol(let symbol) = next, ["*", "+", "-"].contains(symbol), place > 0 {
      return .unsupported(symbol, instead: "\(clause) compares columns and values as they are")
    }
    return .malformed(
      clause, "\(next.map { "\($0.text.quoted) where" } ?? "ends where") \(what) is expected",
      at: offset)
  }
}

extension SoQLToken {
  fileprivate var text: String {
    switch self {
    case .name(let text), .quotedName(let text), .symbol(let text): text
    case .text(let text): "'\(text)'"
    case .number(let number): "\(number)"
    }
  }
}
