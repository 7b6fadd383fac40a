package import GNSSBasics

/// The time that a board spent in each state of its fix, seconds.
package struct FixTimes: Hashable, Sendable {
  private var seconds = SIMD8<Double>()

  /// Creates times of zero.
  package init() {}

  /// The time with a fix, seconds.
  package subscript(fix: GNSSFix) -> Double {
    get { seconds[Int(fix.rawValue)] }
    set { seconds[Int(fix.rawValue)] = newValue }
  }

  /// Whether the file tells no fix.
  package var isEmpty: Bool { seconds.sum() <= 0 }

  /// Returns the times since an earlier moment of the same track.
  static func - (later: Self, earlier: Self) -> Self {
    var difference = later
    difference.seconds -= earlier.seconds
    return difference
  }
}
