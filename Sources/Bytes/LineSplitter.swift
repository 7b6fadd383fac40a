/// A splitter of bytes into lines, which may arrive in pieces of any size.
///
/// Lines end with a line feed; a carriage return before it is no part of the line.
package struct LineSplitter: Sendable {
  /// The length limit of a line, bytes; the rest of a longer line is left out.
  package let limit: Int
  /// The number of lines so far.
  package private(set) var count = 0
  private var line: [UInt8] = []

  /// Creates a splitter without any bytes.
  package init(limit: Int) { self.limit = limit }

  /// Splits the next bytes, and calls the closure with each line that ends in them and
  /// its number, from 1.
  package mutating func consume<E: Error>(
    _ bytes: Span<UInt8>, onLine: (_ number: Int, ArraySlice<UInt8>) throws(E) -> Void
  ) throws(E) {
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != .lineFeed { end += 1 }
      let piece = bytes.extracting(start..<end)
      line.append(contentsOf: piece.extracting(first: min(piece.count, limit - line.count)))
      if end < bytes.count { try endLine(onLine) }
      start = end + 1
    }
  }

  /// Ends the bytes; calls the closure with a last line without a line feed.
  package mutating func finish<E: Error>(
    onLine: (_ number: Int, ArraySlice<UInt8>) throws(E) -> Void
  ) throws(E) {
    if !line.isEmpty { try endLine(onLine) }
  }

  private mutating func endLine<E: Error>(
    _ onLine: (_ number: Int, ArraySlice<UInt8>) throws(E) -> Void
  ) throws(E) {
    count += 1
    defer { line.removeAll(keepingCapacity: true) }
    try onLine(count, line.last == .carriageReturn ? line.dropLast() : line[...])
  }
}
