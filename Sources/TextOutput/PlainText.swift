/// Numbers and lists as text for readers.
package enum PlainText {
  /// Returns a number as text, without trailing zeros; `?` if the number cannot be written.
  package static func number(_ value: Double, decimals: Int) -> String {
    var bytes: [UInt8] = []
    guard bytes.append(decimal: value, decimals: decimals) else { return "?" }
    if decimals > 0 {
      while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a time in seconds as hours of at least two digits, minutes and seconds: `01:02:03`.
  package static func clock(seconds: Int) -> String {
    var text: [UInt8] = []
    text.append(integer: seconds / 3600, width: 2)
    text.append(UInt8(ascii: ":"))
    text.append(integer: seconds / 60 % 60, width: 2)
    text.append(UInt8(ascii: ":"))
    text.append(integer: seconds % 60, width: 2)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a percentage as text, such as `2.5 %`.
  package static func percent(_ share: Double) -> String {
    share < 0.01 ? "less than 0.01 %" : number(share, decimals: 2) + " %"
  }

  /// Returns a time in milliseconds as seconds, such as `1.5 s`.
  package static func seconds(_ milliseconds: Int) -> String {
    number(Double(milliseconds) / 1000, decimals: 3) + " s"
  }

  /// Returns the rate of an interval in milliseconds: `5 Hz`, or `30 s` for intervals over a second.
  package static func rate(_ milliseconds: Int) -> String {
    guard milliseconds <= 1000 else { return seconds(milliseconds) }
    return number(1000 / Double(milliseconds), decimals: 2) + " Hz"
  }

  /// Returns a list of items as text: `1, 2 and 3`.
  package static func list(_ items: [String]) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns rows of cells as lines with aligned columns.
  ///
  /// - Parameters:
  ///   - rows: The rows; a row may be shorter than others.
  ///   - leading: The number of columns, from the first one, that are aligned to the left; the others are aligned to
  ///     the right.
  /// - Returns: The lines.
  package static func table(_ rows: [[String]], leading: Int = 0) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        return column < leading ? cell + blanks : blanks + cell
      }.joined(separator: "  ")
    }
  }
}
