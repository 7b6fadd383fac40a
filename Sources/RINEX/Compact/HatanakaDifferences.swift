internal import TextOutput

/// A value that is written by its differences: the initial value, then differences of growing order, up to the third.
struct HatanakaDifferences: Sendable {
  /// The last value, its first difference, and so on.
  private var differences: [Int64] = []
  /// The same of the values' digits before the last five.
  private var upper: [Int64] = []

  /// The order at which differences no longer grow, as in RNX2CRX.
  private static let order = 3
  /// The greatest difference of the digits before the last five, over which RNX2CRX begins an arc.
  private static let greatest = 100_000

  /// Ends the arc: the next value is an initial one.
  mutating func end() {
    differences.removeAll(keepingCapacity: true)
    upper.removeAll(keepingCapacity: true)
  }

  /// Appends the field of the next value.
  ///
  /// - Parameters:
  ///   - value: The value, at most 18 digits, in units of its last decimal.
  ///   - mayRestart: Whether an arc begins where a difference is large, as for observations.
  ///   - text: The text.
  mutating func append(_ value: Int64, mayRestart: Bool, to text: inout [UInt8]) {
    if !differences.isEmpty {
      Self.take(value, into: &differences)
      Self.take(value / 100_000, into: &upper)
      if mayRestart, upper[upper.count - 1].magnitude > Self.greatest { end() }
    }
    guard differences.isEmpty else {
      return text.append(integer: differences[differences.count - 1])
    }
    differences.append(value)
    upper.append(value / 100_000)
    text.append(integer: Self.order)
    text.append(UInt8(ascii: "&"))
    text.append(integer: value)
  }

  /// Goes on to the differences of the next value; those of 18 digits are within 63 bits.
  private static func take(_ value: Int64, into differences: inout [Int64]) {
    var next = value
    for index in differences.indices {
      let last = differences[index]
      differences[index] = next
      next &-= last
    }
    if differences.count <= order { differences.append(next) }
  }
}

extension [UInt8] {
  /// Appends the characters of a text that are not those of the last one: `&` for a blank, a blank for no change.
  ///
  /// - Parameters:
  ///   - new: The text.
  ///   - old: The last text; all beyond its end is new, blanks too.
  mutating func appendHatanakaDifferences(of new: [UInt8], to old: [UInt8]) {
    for place in 0..<Swift.max(new.count, old.count) {
      let byte = place < new.count ? new[place] : UInt8(ascii: " ")
      if place < old.count, byte == old[place] {
        append(UInt8(ascii: " "))
      } else {
        append(byte == UInt8(ascii: " ") ? UInt8(ascii: "&") : byte)
      }
    }
  }
}
