internal import TextOutput

/// A fault of a query, as Socrata's body of an error tells it.
struct SoQLError: Error, Hashable {
  /// Socrata's word for it.
  var code: String
  /// The fault, its place and the supported forms.
  var message: String
  /// The feature that the real service has and this one lacks; `nil` for a mistake.
  var unsupported: String?

  private init(_ code: String, _ message: String, unsupported: String? = nil) {
    self.code = code
    self.message = message
    self.unsupported = unsupported
  }

  /// Text that is no query.
  static func malformed(_ clause: String, _ problem: String, at offset: Int? = nil) -> Self {
    let place = offset.map { " at character \($0 + 1)" } ?? ""
    return Self("query.compiler.malformed", "\(clause)\(place): \(problem)")
  }

  /// A value where one of another type belongs.
  static func typeMismatch(_ clause: String, _ problem: String) -> Self {
    Self("query.soql.type-mismatch", "\(clause): \(problem)")
  }

  /// A column that the data set does not have.
  static func noSuchColumn(_ name: String, known: [String]) -> Self {
    Self(
      "query.soql.no-such-column",
      "No such column: \(name.quoted); the columns are \(known.joined(separator: ", "))")
  }

  /// A parameter whose value cannot be used.
  static func invalid(_ problem: String) -> Self { Self("invalid_request", problem) }

  /// Something that Socrata has and that is not to be had here.
  static func unsupported(_ what: String, instead: String) -> Self {
    Self(
      "query.soql.unsupported", "\(what.quoted) is not offered here; \(instead)",
      unsupported: what.quoted)
  }
}

extension String {
  /// As much of what was sent as an error should repeat, without what a terminal would obey.
  var quoted: String {
    let head = unicodeScalars.prefix(60)
    var text = String(String.UnicodeScalarView(head)).withControlsEscaped
    if unicodeScalars.count > head.count { text += "…" }
    return text
  }
}
