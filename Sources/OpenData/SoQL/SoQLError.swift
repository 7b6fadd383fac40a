internal import TextOutput

/// A fault of a query, in the form of Socrata's error body.
struct SoQLError: Error, Hashable {
  /// Socrata's error code.
  var code: String
  /// The fault, its place and the supported forms.
  var message: String
  /// The feature that the real service has and this service lacks; `nil` for a mistake in the query.
  var unsupported: String?

  private init(_ code: String, _ message: String, unsupported: String? = nil) {
    self.code = code
    self.message = message
    self.unsupported = unsupported
  }

  /// Returns the error for a text that cannot be parsed.
  static func malformed(_ clause: String, _ problem: String, at offset: Int? = nil) -> Self {
    let place = offset.map { " at character \($0 + 1)" } ?? ""
    return Self("query.compiler.malformed", "\(clause)\(place): \(problem)")
  }

  /// Returns the error for a value of the wrong type.
  static func typeMismatch(_ clause: String, _ problem: String) -> Self {
    Self("query.soql.type-mismatch", "\(clause): \(problem)")
  }

  /// Returns the error for a column that the data set does not have.
  static func noSuchColumn(_ name: String, known: [String]) -> Self {
    Self(
      "query.soql.no-such-column",
      "No such column: \(name.quoted); the columns are \(known.joined(separator: ", "))")
  }

  /// Returns the error for a parameter with an invalid value.
  static func invalid(_ problem: String) -> Self { Self("invalid_request", problem) }

  /// Returns the error for a feature of Socrata that this service does not offer.
  static func unsupported(_ what: String, instead: String) -> Self {
    Self(
      "query.soql.unsupported", "\(what.quoted) is not offered here; \(instead)",
      unsupported: what.quoted)
  }
}

extension String {
  /// The text for an error message: at most 60 characters, with control characters escaped.
  var quoted: String {
    let head = unicodeScalars.prefix(60)
    var text = String(String.UnicodeScalarView(head)).withControlsEscaped
    if unicodeScalars.count > head.count { text += "…" }
    return text
  }
}
