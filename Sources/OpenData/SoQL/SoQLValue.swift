/// The type of a column.
///
/// Columns compare as Socrata's do: a string in a query becomes a number or a time where the column is one,
/// a number never becomes text, so `idsensore = 5909` is a mistake and `idsensore = '5909'` is none.
enum SoQLType: String, Hashable, Sendable {
  /// Text; compared byte by byte, upper and lower case apart.
  case text
  /// A number; compared by value, so 21 is 21.0.
  case number
  /// A date and time of no zone; compared by time, whichever way it is written.
  case timestamp = "floating_timestamp"
  /// A place; is there or not, and cannot be compared.
  case point
}

/// A value of a column, or of a literal; `null` is of every type.
enum SoQLValue: Hashable, Sendable {
  case null
  case text(String)
  case number(Double)
  /// Milliseconds since 1970-01-01T00:00:00 of local time.
  case timestamp(Int64)
  case point(latitude: Double, longitude: Double)

  /// Its type; `nil` for null, which has all of them.
  var type: SoQLType? {
    switch self {
    case .null: nil
    case .text: .text
    case .number: .number
    case .timestamp: .timestamp
    case .point: .point
    }
  }

  /// Whether it comes before another one of the same type; `nil` when there is no saying.
  func isLess(than other: SoQLValue) -> Bool? {
    switch (self, other) {
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.number(let a), .number(let b)): a < b
    case (.timestamp(let a), .timestamp(let b)): a < b
    default: nil
    }
  }

  /// Whether it is the same as another one of the same type; `nil` when one of them is null.
  func isEqual(to other: SoQLValue) -> Bool? {
    switch (self, other) {
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.number(let a), .number(let b)): a == b
    case (.timestamp(let a), .timestamp(let b)): a == b
    default: nil
    }
  }
}

/// A column of a data set.
struct SoQLColumn: Hashable, Sendable {
  var name: String
  var type: SoQLType

  init(_ name: String, _ type: SoQLType) {
    self.name = name
    self.type = type
  }
}

extension [SoQLColumn] {
  /// Returns the index of the column of a name, upper and lower case as one.
  func place(of name: String) -> Int? {
    let name = name.lowercased()
    return firstIndex { $0.name == name }
  }

  /// The column of this name.
  ///
  /// - Throws: ``SoQLError`` where there is none, with the list of those that there are.
  func find(_ name: String) throws(SoQLError) -> Int {
    guard let place = place(of: name) else {
      throw .noSuchColumn(name, known: map(\.name))
    }
    return place
  }
}
