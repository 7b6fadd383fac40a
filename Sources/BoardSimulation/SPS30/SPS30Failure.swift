/// A failure of an SPS30, which spoils its measurements while it lasts.
///
/// Each shows in the device status register. Clearing the register does not heal the part: the mark is
/// back with the next check, once a second while it measures.
///
/// Source: Sensirion SPS30 datasheet version 1.0, §4.4.
public struct SPS30Failure: OptionSet, Hashable, Sendable {
  /// The failures.
  public let rawValue: UInt32
  /// Creates a set; the bits are those of the register.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The fan turns too slowly: less air passes than the part reckons with.
  public static let fanSpeed = Self(rawValue: 1 << 21)
  /// The laser is dark: nothing is seen.
  public static let laser = Self(rawValue: 1 << 5)
  /// The fan stands still: only what drifts in is seen.
  public static let fan = Self(rawValue: 1 << 4)
}

/// The checks of laser and fan, made once a second while the part measures.
struct SPS30Checks: Hashable, Sendable {
  private var slowSeconds = 0
  private var stillSeconds = 0
  /// The failures that the checks have found by now.
  private(set) var found: SPS30Failure = []

  /// Checks once more.
  ///
  /// The fan is out of order when two checks in a row say so; its speed is not looked at in the first
  /// three seconds.
  mutating func check(_ failure: SPS30Failure, secondsSinceStart: Double) {
    let isSpeedChecked = secondsSinceStart > 3
    slowSeconds = isSpeedChecked && failure.contains(.fanSpeed) ? slowSeconds + 1 : 0
    stillSeconds = failure.contains(.fan) ? stillSeconds + 1 : 0
    found = failure.intersection(.laser)
    if slowSeconds > 1 { found.insert(.fanSpeed) }
    if stillSeconds > 1 { found.insert(.fan) }
  }

  /// The status register after it: the mark of the fan's speed goes by itself, the others stay.
  func status(after old: UInt32) -> UInt32 {
    old & ~SPS30Failure.fanSpeed.rawValue | found.rawValue
  }

  /// The part of the truth that is seen; how much is left without a fan is our guess.
  var sight: Double {
    if found.contains(.laser) { return 0 }
    if found.contains(.fan) { return 0.02 }
    return found.contains(.fanSpeed) ? 0.8 : 1
  }
}
