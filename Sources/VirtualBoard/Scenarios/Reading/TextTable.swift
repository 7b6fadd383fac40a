/// A table of text as spreadsheets write it: fields separated by commas, semicolons or tabs, without quotes.
struct TextTable {
  /// A row that is not empty, with its line number from 1.
  struct Row {
    var line: Int
    var fields: [Substring]
  }

  let rows: [Row]

  /// Reads a table; line ends may be those of any system, and a comment begins with `#`.
  init(_ bytes: [UInt8]) {
    let text = String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
    var rows: [Row] = []
    for (index, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      let line = line.trimmed
      guard !line.isEmpty, line.first != "#" else { continue }
      let separator: Character = line.contains(";") ? ";" : line.contains("\t") ? "\t" : ","
      let fields = line.split(separator: separator, omittingEmptySubsequences: false)
      rows.append(Row(line: index + 1, fields: fields.map(\.trimmed)))
    }
    self.rows = rows
  }
}

extension Substring {
  /// The text without spaces at both ends.
  var trimmed: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else {
      return self[startIndex..<startIndex]
    }
    return self[...last].drop { $0.isWhitespace }
  }
}

extension TextTable.Row {
  /// Throws an error at this row's line.
  func fail(_ problem: String, _ remedy: String) throws(ScenarioError) -> Never {
    throw ScenarioError(line: line, problem, remedy)
  }

  /// Returns the number in a column, counted from 0; throws unless it is in the range.
  func number(
    _ column: Int, _ name: String, in range: ClosedRange<Double>
  ) throws(ScenarioError) -> Double {
    let text = fields.indices.contains(column) ? fields[column] : ""
    guard let number = Double(text), number.isFinite, range.contains(number) else {
      try fail(
        "\(name) must be a number, not \(ScenarioError.quoted(String(text)))",
        "write one from \(ScenarioNode.text(range.lowerBound)) to "
          + "\(ScenarioNode.text(range.upperBound))")
    }
    return number
  }
}
