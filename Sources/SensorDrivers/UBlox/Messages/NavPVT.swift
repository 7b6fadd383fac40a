/// Position, velocity and time of one navigation epoch (UBX-NAV-PVT).
///
/// Properties hold the integers of the wire, named by their unit; `E7` means steps of 1e-7.
///
/// Source: u-blox F9 HPG interface description, UBX-NAV-PVT. Payload: 92 bytes.
public struct NavPVT: Hashable, Sendable {
  /// GPS time of week of the epoch, milliseconds; it is ahead of UTC by the leap seconds.
  public var timeOfWeekMilliseconds: UInt32 = 0
  /// Year, UTC.
  public var year: UInt16 = 0
  /// Month, `1...12`, UTC.
  public var month: UInt8 = 0
  /// Day of the month, `1...31`, UTC.
  public var day: UInt8 = 0
  /// Hour, `0...23`, UTC.
  public var hour: UInt8 = 0
  /// Minute, `0...59`, UTC.
  public var minute: UInt8 = 0
  /// Second, `0...60`, UTC.
  public var second: UInt8 = 0
  /// The validity of date and time.
  public var validity: Validity = []
  /// Time accuracy estimate, nanoseconds.
  public var timeAccuracyNanoseconds: UInt32 = 0
  /// Fraction of the second, nanoseconds; may be negative.
  public var nanoseconds: Int32 = 0
  /// The kind of fix.
  public var fixType: FixType = .noFix
  /// Fix status.
  public var flags: Flags = []
  /// Further flags about the confirmation of date and time, as they stand on the wire.
  public var confirmationFlags: UInt8 = 0
  /// The number of satellites used.
  public var satelliteCount: UInt8 = 0
  /// Longitude, 1e-7 degrees.
  public var longitudeE7: Int32 = 0
  /// Latitude, 1e-7 degrees.
  public var latitudeE7: Int32 = 0
  /// Height above the ellipsoid, millimetres.
  public var heightMillimetres: Int32 = 0
  /// Height above mean sea level, millimetres.
  public var meanSeaLevelHeightMillimetres: Int32 = 0
  /// Horizontal accuracy estimate, millimetres.
  public var horizontalAccuracyMillimetres: UInt32 = 0
  /// Vertical accuracy estimate, millimetres.
  public var verticalAccuracyMillimetres: UInt32 = 0
  /// Velocity to the north, mm/s.
  public var velocityNorthMillimetresPerSecond: Int32 = 0
  /// Velocity to the east, mm/s.
  public var velocityEastMillimetresPerSecond: Int32 = 0
  /// Velocity down, mm/s.
  public var velocityDownMillimetresPerSecond: Int32 = 0
  /// Speed over ground, mm/s.
  public var groundSpeedMillimetresPerSecond: Int32 = 0
  /// Heading of motion, 1e-5 degrees.
  public var headingOfMotionE5: Int32 = 0
  /// Speed accuracy estimate, mm/s.
  public var speedAccuracyMillimetresPerSecond: UInt32 = 0
  /// Heading accuracy estimate, 1e-5 degrees.
  public var headingAccuracyE5: UInt32 = 0
  /// Position dilution of precision, hundredths.
  public var positionDOPE2: UInt16 = 0
  /// Position validity and the age of corrections.
  public var positionFlags: PositionFlags = []
  /// Heading of the vehicle, 1e-5 degrees.
  public var headingOfVehicleE5: Int32 = 0
  /// Magnetic declination, hundredths of a degree.
  public var magneticDeclinationE2: Int16 = 0
  /// Accuracy of the magnetic declination, hundredths of a degree.
  public var magneticDeclinationAccuracyE2: UInt16 = 0

  /// Creates a message without a fix, all zeros.
  public init() {}
}

extension NavPVT {
  /// The kind of fix (`fixType`).
  public struct FixType: RawRepresentable, Hashable, Sendable {
    /// The code on the wire.
    public var rawValue: UInt8
    /// Creates a fix type from its code.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No position.
    public static var noFix: Self { Self(rawValue: 0) }
    /// Dead reckoning only.
    public static var deadReckoning: Self { Self(rawValue: 1) }
    /// Latitude and longitude, height assumed.
    public static var twoDimensional: Self { Self(rawValue: 2) }
    /// Latitude, longitude and height.
    public static var threeDimensional: Self { Self(rawValue: 3) }
    /// Satellites and dead reckoning.
    public static var combined: Self { Self(rawValue: 4) }
    /// Time only, position known beforehand.
    public static var timeOnly: Self { Self(rawValue: 5) }
  }

  /// The validity of date and time (`valid`).
  public struct Validity: OptionSet, Hashable, Sendable {
    /// The bits on the wire.
    public var rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The date is valid.
    public static var date: Self { Self(rawValue: 1 << 0) }
    /// The time of day is valid.
    public static var time: Self { Self(rawValue: 1 << 1) }
    /// The leap seconds are known.
    public static var fullyResolved: Self { Self(rawValue: 1 << 2) }
  }

  /// Fix status (`flags`).
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits on the wire.
    public var rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The fix is within the receiver's limits.
    public static var gnssFixOK: Self { Self(rawValue: 1 << 0) }
    /// Differential corrections were applied.
    public static var differential: Self { Self(rawValue: 1 << 1) }
    /// The heading of the vehicle is valid.
    public static var headingOfVehicleValid: Self { Self(rawValue: 1 << 5) }
  }

  /// Position validity and age of corrections (`flags3`).
  public struct PositionFlags: OptionSet, Hashable, Sendable {
    /// The bits on the wire.
    public var rawValue: UInt16
    /// Creates a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Longitude, latitude and heights are invalid.
    public static var invalidPosition: Self { Self(rawValue: 1 << 0) }
  }

  /// The state of the carrier-phase solution, `flags` bits 6 and 7.
  public var carrierSolution: CarrierSolution {
    get { CarrierSolution(rawValue: flags.rawValue >> 6) ?? .absent }
    set { flags.rawValue = flags.rawValue & 0x3F | newValue.rawValue << 6 }
  }

  /// The age of the most recent corrections as a code of `0...15`, `flags3` bits 1 to 4.
  ///
  /// 0 is not available, 1 below one second; then the upper limits are 2, 5, 10, 15, 20, 30, 45, 60,
  /// 90 and 120 s for 2 to 11, and 12 is anything older.
  public var correctionAgeCode: UInt8 {
    get { UInt8(truncatingIfNeeded: positionFlags.rawValue >> 1) & 0xF }
    set {
      positionFlags.rawValue = positionFlags.rawValue & ~0x1E | UInt16(newValue & 0xF) << 1
    }
  }
}

/// The resolution of the carrier-phase ambiguities (`carrSoln`).
public enum CarrierSolution: UInt8, Hashable, Sendable {
  /// The carrier phase is not used.
  case absent = 0
  /// Ambiguities are estimated as real numbers: decimetres.
  case float = 1
  /// Ambiguities are fixed to integers: centimetres.
  case fixed = 2
}

extension NavPVT: FixedUBXPayload {
  /// UBX-NAV-PVT.
  public static var messageID: UBXMessageID { .navPVT }
  /// The payload's length in bytes.
  public static var length: Int { 92 }

  /// Goes along the fields.
  public mutating func fields(_ codec: inout UBXFieldCodec) {
    codec.field(&timeOfWeekMilliseconds, at: 0)
    codec.field(&year, at: 4)
    codec.field(&month, at: 6)
    codec.field(&day, at: 7)
    codec.field(&hour, at: 8)
    codec.field(&minute, at: 9)
    codec.field(&second, at: 10)
    codec.field(&validity.rawValue, at: 11)
    codec.field(&timeAccuracyNanoseconds, at: 12)
    codec.field(&nanoseconds, at: 16)
    codec.field(&fixType.rawValue, at: 20)
    codec.field(&flags.rawValue, at: 21)
    codec.field(&confirmationFlags, at: 22)
    codec.field(&satelliteCount, at: 23)
    codec.field(&longitudeE7, at: 24)
    codec.field(&latitudeE7, at: 28)
    codec.field(&heightMillimetres, at: 32)
    codec.field(&meanSeaLevelHeightMillimetres, at: 36)
    codec.field(&horizontalAccuracyMillimetres, at: 40)
    codec.field(&verticalAccuracyMillimetres, at: 44)
    codec.field(&velocityNorthMillimetresPerSecond, at: 48)
    codec.field(&velocityEastMillimetresPerSecond, at: 52)
    codec.field(&velocityDownMillimetresPerSecond, at: 56)
    codec.field(&groundSpeedMillimetresPerSecond, at: 60)
    codec.field(&headingOfMotionE5, at: 64)
    codec.field(&speedAccuracyMillimetresPerSecond, at: 68)
    codec.field(&headingAccuracyE5, at: 72)
    codec.field(&positionDOPE2, at: 76)
    codec.field(&positionFlags.rawValue, at: 78)
    codec.field(&headingOfVehicleE5, at: 84)
    codec.field(&magneticDeclinationE2, at: 88)
    codec.field(&magneticDeclinationAccuracyE2, at: 90)
  }
}
