internal import Bytes
internal import HTTPMessages

/// A query of a data set, from a request's parameters.
struct SoQLQuery: Hashable {
  /// A sort key: a column and a direction.
  struct Key: Hashable {
    var column: Int
    var isDescending: Bool
  }

  /// The indices of the columns to deliver.
  var columns: [Int]
  /// The condition of rows; `nil` selects all rows.
  var condition: SoQLCondition?
  /// The sort keys of rows; empty for the data set's own order.
  var order: [Key] = []
  /// The greatest number of rows; `nil` without a `$limit`.
  var limit: Int?
  /// The number of rows skipped at the beginning.
  var offset = 0

  /// The greatest number of rows without a `$limit`.
  static let defaultLimit = 1000
  /// The greatest value of `$limit`.
  static let mostRows = 50_000
  /// The greatest length of all parameters together, bytes.
  private static let longest = 16_384
  /// The supported clauses, for error messages.
  private static let offer =
    "there are COLUMN=VALUE, $select, $where, $order, $limit, $offset and $$app_token"

  /// Creates a query from its parts.
  init(columns: [Int], condition: SoQLCondition?, order: [Key] = [], limit: Int? = nil) {
    self.columns = columns
    self.condition = condition
    self.order = order
    self.limit = limit
  }

  /// Reads a query from a request's parameters.
  ///
  /// - Throws: ``SoQLError`` for a parameter that is unsupported, invalid or repeated.
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

  /// Returns the condition of a `column=value` parameter, whose value is written without quotes.
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
      // A repeated column is ignored: rows that are equal by a column stay equal by it.
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

  /// Returns the items of a comma-separated list.
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
  /// The name, when the token can be a column's name; `nil` otherwise.
  fileprivate var columnName: String? {
    switch self {
    case .name(let name), .quotedName(let name): name
    case .text, .number, .symbol: nil
    }
  }
}
