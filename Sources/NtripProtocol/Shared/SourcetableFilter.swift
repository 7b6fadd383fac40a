import Bytes

/// A filter of a sourcetable's records: the query of a version 2 request for it.
///
/// A query is the fields of a record in their order, separated by `;`. Each is empty, for any value, or a
/// condition:
///
/// ```
/// STR;;;RTCM 3*;;;*GAL*;;ITA;>44     streams of RTCM 3 with Galileo in Italy, north of 44°
/// STR;;;;;;;;;~45.478;~9.23          the stream nearest to a place
/// ```
/// - A text must be the whole field, letters of either case taken as one; `*` in it stands for any
///   characters, `?` for one. What is a number in both is compared as one.
/// - `=n`, `!=n`, `<n`, `<=n`, `>n`, `>=n` compare numbers; a field that is none meets `!=` alone.
/// - `~n` takes the nearest of all records that meet the other conditions. At latitude and longitude
///   together it is the nearest place.
/// - `!` is not, `+` and, `|` or, with parentheses. `|` binds closer than `+`.
///
/// What is not text or number in a field is percent-encoded, as in every query. In front may stand `filter=`
/// or `match=`, which ask for the same, and the words `auth` and `strict` with a `&` behind them.
///
/// Source: the grammar of BKG's NtripCaster 2, from its public source, which knows neither `auth` nor
/// `strict` and parses `~` without an effect; these three are here as the standard is remembered.
public struct SourcetableFilter: Hashable, Sendable {
  /// A condition on one field.
  indirect enum Condition: Hashable, Sendable {
    case text([UInt8])
    case compared(Comparison, Double)
    case nearest(Double)
    case not(Condition)
    case all([Condition])
    case either([Condition])
  }

  /// The comparison of a number.
  enum Comparison: Hashable, Sendable {
    case equal, different, less, atMost, greater, atLeast
  }

  /// Whether only streams are wanted that whoever asks may read, `auth`; the owner of the rights sees to it.
  public private(set) var isForReader = false
  /// Whether texts are compared letter by letter, case included, `strict`.
  public private(set) var isStrict = false
  /// Field by field from the first; `nil` for any value.
  private(set) var conditions: [Condition?] = []

  /// The most fields that a query may have; no record has more than 19.
  static let mostFields = 32

  /// Reads a query, as it stands behind the `?`.
  ///
  /// - Throws: ``SourcetableFilterError``, with the number of the field from 1.
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

  /// The word in front of the fields, if one of those is there: it ends with `&`, `=` or the query.
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

/// An invalid filter.
public enum SourcetableFilterError: Error, Hashable, Sendable {
  /// A `%` in this field is not followed by two hexadecimal digits.
  case badPercentEncoding(field: Int)
  /// A comparison in this field is not followed by a number.
  case notANumber(field: Int)
  /// Something is missing in this field: behind an operator, or a parenthesis.
  case incomplete(field: Int)
  /// `~` is not all there is in this field.
  case misplacedNearest(field: Int)
  /// Parentheses in this field are nested too deep.
  case tooDeep(field: Int)
  /// There are more fields than any record has.
  case tooManyFields
}

extension SourcetableFilterError: CustomStringConvertible {
  /// The fault's place, and the right form.
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
    case .tooManyFields: "the filter has more fields than any record of a sourcetable; STR has 19"
    }
  }
}
