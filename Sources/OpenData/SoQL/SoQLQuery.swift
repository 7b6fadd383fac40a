internal import Bytes
internal import HTTPMessages

/// A query of a data set, from a request's parameters.
struct SoQLQuery: Hashable {
  /// A key of the order.
  struct Key: Hashable {
    var column: Int
    var isDescending: Bool
  }

  /// The columns to deliver, by their place.
  var columns: [Int]
  /// The condition of rows; `nil` for all of them.
  var condition: SoQLCondition?
  /// The sort keys of rows; empty for the data set's own order.
  var order: [Key] = []
  /// The most rows; `nil` when it was not said.
  var limit: Int?
  /// The number of rows left out at the beginning.
  var offset = 0

  /// The most rows when nothing is said.
  static let defaultLimit = 1000
  /// The most rows.
  static let mostRows = 50_000
  /// The longest query of all, bytes.
  private static let longest = 16_384
  /// The supported clauses, for errors.
  private static let offer =
    "there are COLUMN=VALUE, $select, $where, $order, $limit, $offset and $$app_token"

  /// Creates a query of parts.
  init(columns: [Int], condition: SoQLCondition?, order: [Key] = [], limit: Int? = nil) {
    self.columns = columns
    self.condition = condition
    self.order = order
    self.limit = limit
  }

  /// Reads parameters.
  ///
  /// - Throws: ``SoQLError`` for one that is not offered, is wrong or comes twice.
  init(_ parameters: [HTTPField], of columns: [SoQLColumn]) throws(SoQLError) {
    self.columns = Array(columns.indices)
    let length = parameters.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 2 }
    guard length <= Self.longest else {
      throw .invalid("the query is longer than \(Self.longest) bytes; ask in parts")
    }
    var conditions: [SoQLCondition] = []
    var seen: Set<String> = []
    for parameter in parameters {
      let name = parameter.name.lowercased()
      guard seen.insert(name).inserted else {
        throw .invalid("\(parameter.name.quoted) is given twice; say it once, or use $where")
      }
      try take(name, parameter.value, of: columns, into: &conditions)
    }
    condition = conditions.count > 1 ? .all(conditions) : conditions.first
  }

  private mutating func take(
    _ name: String, _ value: String, of columns: [SoQLColumn],
    into conditions: inout [SoQLCondition]
  ) throws(SoQLError) {
    switch name {
    case "$limit": limit = try Self.count(value, name, most: Self.mostRows)
    case "$offset": offset = try Self.count(value, name, most: 1_000_000_000)
    case "$select": self.columns = try Self.selection(value, of: columns)
    case "$order": order = try Self.order(value, of: columns)
    case "$where": conditions.append(try SoQLParser.condition(value, of: columns))
    case "$$app_token": break
    case _ where name.utf8.first == UInt8(ascii: "$"):
      throw .unsupported(name, instead: Self.offer)
    default:
      conditions.append(try Self.filter(name, value, of: columns))
    }
  }

  /// `column=value`: the value is written without quotes.
  private static func filter(
    _ name: String, _ text: String, of columns: [SoQLColumn]
  ) throws(SoQLError) -> SoQLCondition {
    let place = try columns.find(name)
    guard let value = SoQLValue.reading(text, as: columns[place].type) else {
      throw .typeMismatch(
        columns[place].name, "'\(text.quoted)' is no \(columns[place].type.rawValue)")
    }
    return .comparison(.column(place), .equal, .value(value))
  }

  private static func count(_ text: String, _ name: String, most: Int) throws(SoQLError) -> Int {
    guard let count = Array(text.utf8)[...].decimalInteger, count <= most else {
      throw .invalid("\(name) is '\(text.quoted)'; it takes 0 to \(most)")
    }
    return count
  }

  private static func selection(
    _ text: String, of columns: [SoQLColumn]
  ) throws(SoQLError) -> [Int] {
    var selection: [Int] = []
    for item in try items(of: text, in: "$select") {
      guard let first = item.first else { throw .malformed("$select", "a column is missing") }
      if item == [.symbol("*")] {
        selection += columns.indices
      } else if item.count == 1, let name = first.columnName {
        selection.append(try columns.find(name))
      } else {
        throw .unsupported(
          text, instead: "$select takes columns and *, without functions and new names")
      }
    }
    guard Set(selection).count == selection.count else {
      throw .invalid("$select has a column twice")
    }
    return selection
  }

  private static func order(_ text: String, of columns: [SoQLColumn]) throws(SoQLError) -> [Key] {
    var keys: [Key] = []
    for item in try items(of: text, in: "$order") {
      guard let first = item.first else { throw .malformed("$order", "a column is missing") }
      guard let name = first.columnName else {
        throw .malformed("$order", "names columns, with ASC or DESC behind")
      }
      let column = try columns.find(name)
      guard columns[column].type != .point else {
        throw .typeMismatch("$order", "\(columns[column].name) is a point and has no order")
      }
      let key = Key(column: column, isDescending: try isDescending(item.dropFirst()))
      // What is alike by a column once is so the second time.
      if !keys.contains(where: { $0.column == column }) { keys.append(key) }
    }
    return keys
  }

  private static func isDescending(_ words: ArraySlice<SoQLToken>) throws(SoQLError) -> Bool {
    guard let word = words.first else { return false }
    if words.count == 1, case .name(let name) = word {
      if name.uppercased() == "ASC" { return false }
      if name.uppercased() == "DESC" { return true }
    }
    if word == .symbol("(") {
      throw .unsupported("a function", instead: "$order takes columns, with ASC or DESC behind")
    }
    throw .malformed("$order", "takes ASC or DESC behind a column, and commas between columns")
  }

  /// The parts of a list between its commas.
  private static func items(
    of text: String, in clause: String
  ) throws(SoQLError) -> [[SoQLToken]] {
    guard text.utf8.count <= SoQLParser.longest else {
      throw .malformed(clause, "is longer than \(SoQLParser.longest) bytes")
    }
    return try SoQLTokens(text, in: clause).tokens.map(\.token)
      .split(separator: .symbol(","), omittingEmptySubsequences: false).map(Array.init)
  }
}

extension SoQLToken {
  /// The name, where it may be a column's.
  fileprivate var columnName: String? {
    switch self {
    case .name(let name), .quotedName(let name): name
    case .text, .number, .symbol: nil
    }
  }
}
