/// A failure of an SPS30's fan or laser, which distorts measurements while it lasts.
///
/// Each failure has a bit in the device status register. Clearing the register does not repair the part: the
/// bit is set again by the next check, once a second during measurement.
///
/// Source: Sensirion SPS30 datasheet version 1.0, §4.4.
public struct SPS30Failure: OptionSet, Hashable, Sendable {
  /// The bits of the failures.
  public let rawValue: UInt32
  /// Creates a set from its bits, which are those of the device status register.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A fan speed that is too low, so that less air passes than the part assumes.
  public static let fanSpeed = Self(rawValue: 1 << 21)
  /// A dark laser, so that nothing is detected.
  public static let laser = Self(rawValue: 1 << 5)
  /// A stopped fan, so that only air that drifts in is detected.
  public static let fan = Self(rawValue: 1 << 4)
}

/// The checks of laser and fan, once a second during measurement.
struct SPS30Checks: Hashable, Sendable {
  private var slowSeconds = 0
  private var stillSeconds = 0
  /// The failures detected by the checks so far.
  private(set) var found: SPS30Failure = []

  /// Carries out one check.
  ///
  /// Two consecutive checks must find a fan failure. The fan's speed is not checked in the first three
  /// seconds.
  mutating func check(_ failure: SPS30Failure, secondsSinceStart: Double) {
    let isSpeedChecked = secondsSinceStart > 3
    slowSeconds = isSpeedChecked && failure.contains(.fanSpeed) ? slowSeconds + 1 : 0
    stillSeconds = failure.contains(.fan) ? stillSeconds + 1 : 0
    found = failure.intersection(.laser)
    if slowSeconds > 1 { found.insert(.fanSpeed) }
    if stillSeconds > 1 { found.insert(.fan) }
  }

  /// Returns the status register after the checks; the fan-speed bit clears by itself, the other bits stay.
  func status(after old: UInt32) -> UInt32 {
    old & ~SPS30Failure.fanSpeed.rawValue | found.rawValue
  }

  /// The detected share of the particles; the share left without a fan is an estimate.
  var sight: Double {
    if found.contains(.laser) { return 0 }
    if found.contains(.fan) { return 0.02 }
    return found.contains(.fanSpeed) ? 0.8 : 1
  }
}
