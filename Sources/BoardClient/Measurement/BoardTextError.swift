internal import TextOutput

/// A body that is not a board's answer.
public enum BoardTextError: Error, Hashable, Sendable {
  /// The body is empty.
  case empty
  /// The body is longer than ``BoardMeasurement/longestBody``.
  case tooLong(byteCount: Int)
  /// The number of fields is wrong; `expected` is `nil` when no dialect was requested.
  case fieldCount(found: Int, expected: Int?)
  /// A field contains something other than a number.
  case notANumber(field: String, text: String)
  /// The body is an unrelated web page; its beginning.
  case page(beginning: String)
  /// The body is the original firmware's page without content, because it has grown too long to be sent.
  case outgrownPage
  /// The body is not the original firmware's page, although that dialect was requested.
  case notThePage
}

extension BoardTextError: CustomStringConvertible {
  /// The fault and the expected form, as part of a sentence.
  public var description: String {
    switch self {
    case .empty: "the body is empty; a board sends 13 or 11 fields joined by ';'"
    case .tooLong(let count):
      "the body has \(count) bytes, a board's has some hundred; is that the board's address?"
    case .fieldCount(let found, nil):
      "\(found) fields joined by ';', where a board sends 13 or 11; is that the board's address?"
    case .fieldCount(let found, let expected?):
      "\(found) fields joined by ';' instead of \(expected); ask for the dialect that the board speaks"
    case .notANumber(let field, let text):
      "\(field) is '\(text.withControlsEscaped)'; a board sends digits with a decimal point, or nothing"
    case .page(let beginning):
      "a web page, '\(beginning.withControlsEscaped)…'; is that the board's address?"
    case .outgrownPage:
      "the original firmware's page has grown too long to be sent; switch the board off and on"
    case .notThePage:
      "not the original firmware's page; ask for the dialect that the board speaks"
    }
  }
}
