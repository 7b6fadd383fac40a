/// A value of a status or a report, which can be written as JSON, looked up by a path, told as a schema
/// and, where it is a number, as a metric.
///
/// A number or text that may be missing is `nil` where it is: what kind of value it would be stays known.
public indirect enum DescribedValue: Hashable, Sendable {
  /// Members in the order they are written.
  ///
  /// One with a name of its own is a schema of that name, which others refer to.
  case object([Described], schema: String? = nil)
  /// Members whose names are nobody's to list, each of the kind of `element`.
  case table([Described], of: DescribedValue)
  /// A list.
  case array([DescribedValue])
  /// A text.
  case text(String?)
  /// A date and time, ISO 8601.
  case date(String)
  /// A word of a fixed set.
  case word(String, of: [String])
  /// A word of an ascending list, as its index in the list.
  case rank(Int, of: [String])
  /// A whole number.
  case count(Int?)
  /// A number, with the decimals it is written with.
  case number(Double?, decimals: Int)
  /// A yes or no.
  case flag(Bool)

  /// The members of an object or a table; none of anything else.
  public var members: [Described] {
    switch self {
    case .object(let members, _), .table(let members, _): members
    case .array, .text, .date, .word, .rank, .count, .number, .flag: []
    }
  }

  /// The values of an array; none of anything else.
  public var elements: [DescribedValue] {
    if case .array(let values) = self { values } else { [] }
  }

  /// The member of this name; `nil` when there is none.
  public subscript(name: String) -> Described? { members.first { $0.name == name } }

  /// The value at a dotted path, `gnss.best_fix`; `nil` when there is no such member.
  public subscript(path path: String) -> DescribedValue? {
    var value = self
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      guard let member = value[String(name)] else { return nil }
      value = member.value
    }
    return value
  }

  /// The value as text: a word for a rank; `nil` for what is no text, and where there is none.
  public var text: String? {
    switch self {
    case .text(let text): text
    case .date(let text), .word(let text, _): text
    case .rank(let index, let words): words[index]
    case .object, .table, .array, .count, .number, .flag: nil
    }
  }

  /// The value as a number: the index of a rank; `nil` for what is no number, and where there is none.
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
  /// Writes the value.
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

  /// The value as JSON.
  public var json: String {
    var json = JSONWriter()
    write(to: &json)
    return json.text
  }
}
