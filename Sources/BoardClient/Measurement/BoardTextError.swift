internal import TextOutput

/// Why a body is not what a board says.
public enum BoardTextError: Error, Hashable, Sendable {
  /// There is nothing in it.
  case empty
  /// It is longer than ``BoardMeasurement/longestBody``.
  case tooLong(byteCount: Int)
  /// It has another number of fields; `nil` where no dialect was asked for.
  case fieldCount(found: Int, expected: Int?)
  /// A field holds something else than a number.
  case notANumber(field: String, text: String)
  /// It is some other web page, which begins so.
  case page(beginning: String)
  /// It is the original firmware's page, which has grown too long to be sent.
  case outgrownPage
  /// It is not the original firmware's page, which was asked for.
  case notThePage
}

extension BoardTextError: CustomStringConvertible {
  /// What is wrong and what would be right, as part of a sentence.
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
