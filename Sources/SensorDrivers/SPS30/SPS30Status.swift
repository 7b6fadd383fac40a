/// The status flags of an SPS30 (firmware 2.2 and later).
public struct SPS30Status: OptionSet, Hashable, Sendable {
  /// The 32 bits of the status register.
  public var rawValue: UInt32
  /// Creates a set from the register's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A fan speed out of range.
  public static var fanSpeedWarning: Self { Self(rawValue: 1 << 21) }
  /// A laser current out of range.
  public static var laserError: Self { Self(rawValue: 1 << 5) }
  /// A blocked or broken fan.
  public static var fanError: Self { Self(rawValue: 1 << 4) }
}

extension SPS30Status: CustomStringConvertible {
  /// The worst reported defect in words.
  public var description: String {
    if contains(.laserError) { return "the laser's current is out of range" }
    if contains(.fanError) { return "the fan stands still" }
    return contains(.fanSpeedWarning) ? "the fan turns at a wrong speed" : "all is well"
  }

  /// The defects that invalidate the measurements.
  static var failures: Self { [.fanSpeedWarning, .laserError, .fanError] }
}

/// The firmware version of an SPS30.
public struct SPS30FirmwareVersion: Hashable, Sendable {
  /// The major version number.
  public var major: UInt8
  /// The minor version number.
  public var minor: UInt8

  /// Creates a version from its parts.
  public init(major: UInt8, minor: UInt8) {
    self.major = major
    self.minor = minor
  }

  /// Whether the firmware has a status register: version 2.2 and later.
  var hasStatus: Bool { (major, minor) >= (2, 2) }
}
