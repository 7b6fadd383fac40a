/// A value of a status or a report, for output as JSON, as a schema or as a metric, and for look-up by path.
///
/// A missing number or text is `nil` in its case, so that its kind stays known.
public indirect enum DescribedValue: Hashable, Sendable {
  /// An object: members in the order of output.
  ///
  /// An object with a schema name is a schema of that name, to which other schemas refer.
  case object([Described], schema: String? = nil)
  /// A table: members whose names are not fixed, each of the kind of `element`.
  case table([Described], of: DescribedValue)
  /// A list of values.
  case array([DescribedValue])
  /// A text; `nil` if it is missing.
  case text(String?)
  /// A date and time in ISO 8601 form.
  case date(String)
  /// A word of a fixed set of words.
  case word(String, of: [String])
  /// A word of an ascending list of words, as its index in the list.
  case rank(Int, of: [String])
  /// A whole number; `nil` if it is missing.
  case count(Int?)
  /// A number with its count of decimals in output; `nil` if it is missing.
  case number(Double?, decimals: Int)
  /// A Boolean value.
  case flag(Bool)

  /// The members of an object or a table; empty for other kinds.
  public var members: [Described] {
    switch self {
    case .object(let members, _), .table(let members, _): members
    case .array, .text, .date, .word, .rank, .count, .number, .flag: []
    }
  }

  /// The values of an array; empty for other kinds.
  public var elements: [DescribedValue] {
    if case .array(let values) = self { values } else { [] }
  }

  /// The member of a name; `nil` if there is none.
  public subscript(name: String) -> Described? { members.first { $0.name == name } }

  /// The value at a dotted path, such as `gnss.best_fix`; `nil` if there is no such member.
  public subscript(path path: String) -> DescribedValue? {
    var value = self
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      guard let member = value[String(name)] else { return nil }
      value = member.value
    }
    return value
  }

  /// The value as text; a rank as its word; `nil` for other kinds and missing texts.
  public var text: String? {
    switch self {
    case .text(let text): text
    case .date(let text), .word(let text, _): text
    case .rank(let index, let words): words[index]
    case .object, .table, .array, .count, .number, .flag: nil
    }
  }

  /// The value as a number; a rank as its index; `nil` for other kinds and missing numbers.
  public var number: Double? {
    switch self {
    case .count(let count): count.map { Double($0) }
    case .number(let number, _): number
    case .rank(let index, _): Double(index)
    case .object, .table, .array, .text, .date, .word, .flag: nil
    }
  }
}

// MARK: JSON

extension DescribedValue {
  /// Writes the value as JSON.
  public func write(to json: inout JSONWriter) {
    switch self {
    case .object(let members, _), .table(let members, _):
      json.object { json in
        for member in members { json.member(member.name) { member.value.write(to: &$0) } }
      }
    case .array(let values):
      json.array { json in
        for value in values { value.write(to: &json) }
      }
    case .text, .date, .word, .rank: json.value(text)
    case .count(let count): json.value(count)
    case .number(let number, let decimals): json.value(number, decimals: decimals)
    case .flag(let flag): json.value(flag)
    }
  }

  /// The value as JSON text.
  public var json: String {
    var json = JSONWriter()
    write(to: &json)
    return json.text
  }
}
