import Bytes

/// A filter of a sourcetable's records: the query of a version 2 request for the sourcetable.
///
/// A query lists the fields of a record in their order, separated by `;`. Each field is a
/// condition, or empty to accept any value:
///
/// ```
/// STR;;;RTCM 3*;;;*GAL*;;ITA;>44     streams of RTCM 3 with Galileo in Italy, north of 44°
/// STR;;;;;;;;;~45.478;~9.23          the stream nearest to a place
/// ```
/// - A text must match the whole field, ignoring case; `*` matches any characters, `?` matches one.
///   A text and a field that are both numbers are compared as numbers.
/// - `=n`, `!=n`, `<n`, `<=n`, `>n`, `>=n` compare numbers; a field that is not a number meets only `!=`.
/// - `~n` selects the nearest of all records that meet the other conditions. Conditions on latitude
///   and longitude together select the nearest place.
/// - `!` is not, `+` is and, `|` is or, with parentheses. `|` binds closer than `+`.
///
/// Characters with another meaning in a query are percent-encoded. The query may begin with
/// `filter=` or `match=`, which have the same meaning, and with the words `auth` and `strict`, each
/// followed by `&`.
///
/// Source: the grammar of BKG's NtripCaster 2, from its public source. That source has neither
/// `auth` nor `strict`, and parses `~` without an effect; these three follow the standard from
/// memory.
public struct SourcetableFilter: Hashable, Sendable {
  /// A condition on one field of a record.
  indirect enum Condition: Hashable, Sendable {
    case text([UInt8])
    case compared(Comparison, Double)
    case nearest(Double)
    case not(Condition)
    case all([Condition])
    case either([Condition])
  }

  /// The comparison of a field with a number.
  enum Comparison: Hashable, Sendable {
    case equal, different, less, atMost, greater, atLeast
  }

  /// Whether only streams that the requester may read are wanted (`auth`); the owner of the rights
  /// applies it.
  public private(set) var isForReader = false
  /// Whether texts are compared case-sensitively (`strict`).
  public private(set) var isStrict = false
  /// The conditions on the fields, from the first field on; `nil` for any value.
  private(set) var conditions: [Condition?] = []

  /// The maximum number of fields of a query; a record has at most 19.
  static let mostFields = 32

  /// Parses a query, the text behind the `?`.
  ///
  /// - Throws: ``SourcetableFilterError``, with the number of the field, from 1.
  public init(query: String) throws(SourcetableFilterError) {
    var fields = Array(query.utf8)[...]
    while let word = Self.leadingWord(of: fields) {
      fields = fields.dropFirst(word.count + 1)
      isForReader = isForReader || word.text.isSame(ignoringCase: "auth")
      isStrict = isStrict || word.text.isSame(ignoringCase: "strict")
    }
    let parts = fields.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      guard index < Self.mostFields else { throw .tooManyFields }
      conditions.append(try Self.condition(part, field: index + 1))
    }
  }

  /// Returns a leading word of the query that precedes the fields; `nil` when there is none.
  ///
  /// The word ends at `&`, at `=` or at the end of the query.
  private static func leadingWord(of query: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let word = query.prefix { $0.isLetter }
    let ends = query.dropFirst(word.count).first
    let isEnded = ends == nil || ends == UInt8(ascii: "&") || ends == UInt8(ascii: "=")
    let words = ["auth", "strict", "filter", "match"]
    return isEnded && words.contains { word.text.isSame(ignoringCase: $0) } ? word : nil
  }

  private static func condition(
    _ field: ArraySlice<UInt8>, field number: Int
  ) throws(SourcetableFilterError) -> Condition? {
    let text: String
    do throws(NtripURLError) {
      text = try PercentEncoding.decode(field)
    } catch {
      throw .badPercentEncoding(field: number)
    }
    let bytes = Array(text.utf8)[...].trimmed
    if bytes.isEmpty { return nil }
    var parser = FilterFieldParser(bytes, field: number)
    return try parser.parse()
  }
}

/// An error in a sourcetable filter.
public enum SourcetableFilterError: Error, Hashable, Sendable {
  /// A `%` in this field is not followed by two hexadecimal digits.
  case badPercentEncoding(field: Int)
  /// A comparison in this field is not followed by a number.
  case notANumber(field: Int)
  /// The condition in this field is incomplete: an operand or a parenthesis is missing.
  case incomplete(field: Int)
  /// `~` in this field is combined with another condition, or not followed by a number.
  case misplacedNearest(field: Int)
  /// Parentheses in this field are nested too deeply.
  case tooDeep(field: Int)
  /// The filter has more than 32 fields.
  case tooManyFields
}

extension SourcetableFilterError: CustomStringConvertible {
  /// The field with the mistake, and the expected form.
  public var description: String {
    switch self {
    case .badPercentEncoding(let field):
      "field \(field) of the filter: '%' must be followed by two hexadecimal digits; write %25 for a '%'"
    case .notANumber(let field):
      "field \(field) of the filter: a comparison must be followed by a number, as in >44.5"
    case .incomplete(let field):
      "field \(field) of the filter: something is missing behind an operator, or a parenthesis"
    case .misplacedNearest(let field):
      "field \(field) of the filter: '~' must be followed by a number and nothing else, as in ~45.5"
    case .tooDeep(let field):
      "field \(field) of the filter: parentheses are nested too deep"
    case .tooManyFields: "the filter has more than 32 fields; STR, the longest record, has 19"
    }
  }
}
