import NtripProtocol

/// A filter that can be read takes records away and changes none, and once more takes none away; an error
/// names a field that there is.
///
/// The first line is the query, the rest the table.
func fuzzTableFilter(_ bytes: [UInt8]) {
  let query = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
  let table = Sourcetable(decoding: Array(bytes.drop { $0 != 10 }.dropFirst()).span)
  do throws(SourcetableFilterError) {
    let filter = try SourcetableFilter(query: query)
    let kept = table.filtered(by: filter)
    var rest = table.records[...]
    for record in kept.records {
      guard let index = rest.firstIndex(of: record) else {
        finding("a record is one of the table's")
      }
      rest = rest[(index + 1)...]
    }
    require(kept.filtered(by: filter).records == kept.records, "what was let through is again")
    // Words in front of it ask for the same.
    if let words = try? SourcetableFilter(query: "auth&filter=" + query) {
      require(table.filtered(by: words).records == kept.records, "words in front change nothing")
      require(words.isForReader && words.isStrict == filter.isStrict, "but what they say")
    }
  } catch {
    if let field = error.field {
      let count = query.utf8.count { $0 == UInt8(ascii: ";") } + 1
      require((1...count).contains(field), "the field exists: \(error)")
    }
  }
}

extension SourcetableFilterError {
  fileprivate var field: Int? {
    switch self {
    case .badPercentEncoding(let field), .notANumber(let field), .incomplete(let field),
      .misplacedNearest(let field), .tooDeep(let field):
      field
    case .tooManyFields: nil
    }
  }
}
