internal import Mathematics

extension Xoshiro256 {
  /// A number of a range that is not empty, by the same draw on every machine and in every version of
  /// Swift; no range here is long enough for the remainder to prefer its beginning noticeably.
  mutating func draw(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Draws an element of an array that is not empty.
  mutating func draw<Element>(_ elements: [Element]) -> Element { elements[draw(elements.indices)] }

  /// Draws `count` random bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
