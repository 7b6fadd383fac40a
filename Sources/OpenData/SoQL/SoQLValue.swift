/// The type of a column.
///
/// Types convert as in Socrata: a string literal becomes a number or a time when the column has that type.
/// A number never becomes text, so `idsensore = 5909` is an error and `idsensore = '5909'` is valid.
enum SoQLType: String, Hashable, Sendable {
  /// Text; compared byte by byte, case-sensitively.
  case text
  /// A number; compared by value, so that 21 equals 21.0.
  case number
  /// A date and time without a zone; compared by time, independent of its notation.
  case timestamp = "floating_timestamp"
  /// A place; can be tested for null, and cannot be compared.
  case point
}

/// A value of a column or of a literal; `null` belongs to every type.
enum SoQLValue: Hashable, Sendable {
  case null
  case text(String)
  case number(Double)
  /// A time, milliseconds since 1970-01-01T00:00:00 of local time.
  case timestamp(Int64)
  case point(latitude: Double, longitude: Double)

  /// The type of the value; `nil` for null, which belongs to every type.
  var type: SoQLType? {
    switch self {
    case .null: nil
    case .text: .text
    case .number: .number
    case .timestamp: .timestamp
    case .point: .point
    }
  }

  /// Returns whether the value is less than another value of its type; `nil` when they cannot be compared.
  func isLess(than other: SoQLValue) -> Bool? {
    switch (self, other) {
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.number(let a), .number(let b)): a < b
    case (.timestamp(let a), .timestamp(let b)): a < b
    default: nil
    }
  }

  /// Returns whether the value equals another value of its type.
  ///
  /// Nulls, points and values of different types return `nil`.
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
  /// Returns the index of the column with a name, ignoring case; `nil` when no column has it.
  func place(of name: String) -> Int? {
    let name = name.lowercased()
    return firstIndex { $0.name == name }
  }

  /// Returns the index of the column with a name, ignoring case.
  ///
  /// - Throws: ``SoQLError`` with the list of columns when no column has the name.
  func find(_ name: String) throws(SoQLError) -> Int {
    guard let place = place(of: name) else {
      throw .noSuchColumn(name, known: map(\.name))
    }
    return place
  }
}
