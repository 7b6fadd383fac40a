internal import Mathematics

extension Xoshiro256 {
  /// Draws a number of a non-empty range; every machine and every version of Swift draws the same number.
  ///
  /// The ranges here are so short that the remainder's bias towards their beginning is negligible.
  mutating func draw(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Draws an element of a non-empty array.
  mutating func draw<Element>(_ elements: [Element]) -> Element { elements[draw(elements.indices)] }

  /// Draws `count` random bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
