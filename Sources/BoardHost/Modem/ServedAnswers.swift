internal import Bytes
internal import Locks
internal import Quantities
package import TextOutput

/// The answers that a program's server has given, whoever asked.
package final class ServedAnswers: Sendable {
  private let state = Lock((count: 0, last: [UInt8]()))

  /// Creates a record without any answer.
  package init() {}

  /// Takes an answer: its head, if it has one, and its body.
  package func take(_ answer: [UInt8]) {
    state.withLock { $0 = ($0.count + 1, answer) }
  }

  /// The number of answers, the bytes of the last one, and the values of its fields, read as the apps do.
  package var described: DescribedValue {
    let (count, last) = state.withLock { $0 }
    let text = Self.body(of: String(decoding: last, as: UTF8.self))
    let fields = BoardText(text, as: BoardText.dialect(of: text)).fields
    return .object(
      [
        Described("answers", count: count, "Answers given"),
        Described("bytes", count: last.count, "Bytes of the last one"),
      ]
        + fields.map { field in
          Described(
            field.quantity.name, number: field.number.value, decimals: field.quantity.decimals)
        })
  }

  private static func body(of answer: String) -> String {
    guard answer.hasPrefix("HTTP/"), let end = answer.firstRange(of: "\r\n\r\n") else {
      return answer
    }
    return String(answer[end.upperBound...])
  }
}
