import RTCMParser
import TextOutput

/// The rows of a satellite's observation record: blanks until values are written into them.
struct RecordSheet: Sendable {
  /// The width of a value in columns: `F14.3`, the loss of lock indicator, and a blank signal strength.
  static let valueWidth = 16
  private static let numberWidth = 14

  private var bytes: [UInt8] = []
  /// The number of columns of each row.
  private var width = 0
  /// Whether no value has been written.
  private(set) var isBlank = true

  /// Replaces the rows with blank ones.
  mutating func clear(rows: Int, width: Int) {
    self.width = width
    isBlank = true
    let count = rows * width
    if bytes.count < count {
      bytes = [UInt8](repeating: UInt8(ascii: " "), count: count)
    } else {
      bytes.removeLast(bytes.count - count)
      var span = bytes.mutableSpan
      for index in 0..<count { span[index] = UInt8(ascii: " ") }
    }
  }

  /// Writes a satellite's name into the first three columns.
  mutating func write(satellite number: Int, of constellation: Constellation) {
    bytes[0] = constellation.rinexLetter.asciiValue ?? UInt8(ascii: " ")
    bytes[1] = UInt8(ascii: "0") + UInt8(number / 10)
    bytes[2] = UInt8(ascii: "0") + UInt8(number % 10)
  }

  /// Writes a value at a column, counted from the first column of the first row; a value that does not fit is
  /// left out.
  mutating func write(_ value: Double, lossOfLock: Int = 0, at place: Int) {
    let end = place + Self.numberWidth
    guard bytes.write(decimal: value, decimals: 3, columns: place..<end) else { return }
    if lossOfLock > 0 { bytes[end] = UInt8(ascii: "0") + UInt8(lossOfLock) }
    isBlank = false
  }

  /// Appends the rows without their trailing blanks.
  func appendRows(to text: inout [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: width) {
      var end = start + width
      while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
      text.append(contentsOf: bytes[start..<end])
      text.append(UInt8(ascii: "\n"))
    }
  }
}
