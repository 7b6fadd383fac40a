internal import Bytes
package import GNSSBasics

/// A reader of the timed points of a GPX track, which may arrive in pieces of any size.
///
/// A point that cannot be read costs that point alone.
package struct GPXTrackReader {
  /// A point of the track.
  package struct Point {
    /// The position.
    package var position: GeodeticPosition
    /// The time, seconds since 1970.
    package var time: Double
  }

  /// The number of points that could not be read.
  package private(set) var faultCount = 0
  /// The fault of the first of them, with its line.
  package private(set) var firstFault: String?

  /// The bytes from the beginning of a point that is not complete yet.
  private var rest: [UInt8] = []
  /// The number of lines before the rest.
  private var lineCount = 0

  /// Creates a reader.
  package init() {}

  /// Reads the next bytes, and calls the closure with each point that ends in them.
  package mutating func consume<E: Error>(
    _ bytes: Span<UInt8>, onPoint: (Point) throws(E) -> Void
  ) throws(E) {
    rest.append(contentsOf: bytes)
    var position = 0
    while let start = Self.find(Self.opening, in: rest, from: position) {
      lineCount += Self.lines(in: rest[position..<start])
      position = start
      guard let end = Self.end(of: rest, from: start) else { break }
      try read(rest[start..<end], onPoint)
      lineCount += Self.lines(in: rest[start..<end])
      position = end
    }
    keep(from: position)
  }

  /// Ends the file; a point that is cut off counts as unreadable.
  package mutating func finish() {
    guard Self.find(Self.opening, in: rest, from: 0) == 0 else { return }
    note("the file ends within a point", line: 1)
  }

  /// Drops the bytes before a position, but for the beginning of a point.
  private mutating func keep(from position: Int) {
    var start = position
    if Self.find(Self.opening, in: rest, from: start) != start {
      start = max(start, rest.count - Self.opening.count + 1)
    } else if rest.count - start > Self.longestPoint {
      note("a point is longer than \(Self.longestPoint) bytes", line: 1)
      start += Self.opening.count
    }
    lineCount += Self.lines(in: rest[position..<start])
    rest.removeFirst(start)
  }

  private mutating func read<E: Error>(
    _ block: ArraySlice<UInt8>, _ onPoint: (Point) throws(E) -> Void
  ) throws(E) {
    let stop: TrackFile.Stop
    do throws(ScenarioError) {
      guard let first = try TrackFile.gpx(Array(block)).first else { return }
      stop = first
    } catch {
      return note(error.problem, line: max(error.line, 1))
    }
    guard let time = stop.time else { return note("the point has no time", line: stop.line) }
    try onPoint(Point(position: stop.position, time: time + TrackFile.epoch))
  }

  /// Notes a fault; `line` counts from the beginning of the rest.
  private mutating func note(_ fault: String, line: Int) {
    faultCount += 1
    if firstFault == nil { firstFault = "line \(lineCount + line): \(fault)" }
  }

  // MARK: Bytes

  private static let opening = Array("<trkpt".utf8)
  private static let closing = Array("</trkpt>".utf8)
  private static let longestPoint = 1 << 20

  /// Returns the end of a point that begins at an index; `nil` if the point is not complete.
  private static func end(of bytes: [UInt8], from start: Int) -> Int? {
    guard let angle = find([UInt8(ascii: ">")], in: bytes, from: start) else { return nil }
    if bytes[angle - 1] == UInt8(ascii: "/") { return angle + 1 }
    return find(closing, in: bytes, from: angle).map { $0 + closing.count }
  }

  private static func find(_ word: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + word.count <= bytes.count {
      if bytes[index] == word[0], bytes[index..<index + word.count].elementsEqual(word) {
        return index
      }
      index += 1
    }
    return nil
  }

  private static func lines(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 == .lineFeed }
  }
}
