/// The position, velocity and time of one navigation epoch (UBX-NAV-PVT).
///
/// Properties hold the integers of the payload and are named by their unit; `E7` means steps of 1e-7.
///
/// Source: u-blox F9 HPG interface description, UBX-NAV-PVT. Payload: 92 bytes.
public struct NavPVT: Hashable, Sendable {
  /// The GPS time of week of the epoch in milliseconds; it is ahead of UTC by the leap seconds.
  public var timeOfWeekMilliseconds: UInt32 = 0
  /// The UTC year.
  public var year: UInt16 = 0
  /// The UTC month, `1...12`.
  public var month: UInt8 = 0
  /// The UTC day of the month, `1...31`.
  public var day: UInt8 = 0
  /// The UTC hour, `0...23`.
  public var hour: UInt8 = 0
  /// The UTC minute, `0...59`.
  public var minute: UInt8 = 0
  /// The UTC second, `0...60`.
  public var second: UInt8 = 0
  /// The validity of date and time.
  public var validity: Validity = []
  /// The estimated time accuracy in nanoseconds.
  public var timeAccuracyNanoseconds: UInt32 = 0
  /// The fraction of the second in nanoseconds; may be negative.
  public var nanoseconds: Int32 = 0
  /// The kind of fix.
  public var fixType: FixType = .noFix
  /// The fix status (`flags`).
  public var flags: Flags = []
  /// The flags on the confirmation of date and time, unchanged from the payload.
  public var confirmationFlags: UInt8 = 0
  /// The number of satellites used.
  public var satelliteCount: UInt8 = 0
  /// The longitude in 1e-7 degrees.
  public var longitudeE7: Int32 = 0
  /// The latitude in 1e-7 degrees.
  public var latitudeE7: Int32 = 0
  /// The height above the ellipsoid in millimetres.
  public var heightMillimetres: Int32 = 0
  /// The height above mean sea level in millimetres.
  public var meanSeaLevelHeightMillimetres: Int32 = 0
  /// The estimated horizontal accuracy in millimetres.
  public var horizontalAccuracyMillimetres: UInt32 = 0
  /// The estimated vertical accuracy in millimetres.
  public var verticalAccuracyMillimetres: UInt32 = 0
  /// The north component of the velocity in mm/s.
  public var velocityNorthMillimetresPerSecond: Int32 = 0
  /// The east component of the velocity in mm/s.
  public var velocityEastMillimetresPerSecond: Int32 = 0
  /// The down component of the velocity in mm/s.
  public var velocityDownMillimetresPerSecond: Int32 = 0
  /// The speed over ground in mm/s.
  public var groundSpeedMillimetresPerSecond: Int32 = 0
  /// The heading of motion in 1e-5 degrees.
  public var headingOfMotionE5: Int32 = 0
  /// The estimated speed accuracy in mm/s.
  public var speedAccuracyMillimetresPerSecond: UInt32 = 0
  /// The estimated heading accuracy in 1e-5 degrees.
  public var headingAccuracyE5: UInt32 = 0
  /// The position dilution of precision in hundredths.
  public var positionDOPE2: UInt16 = 0
  /// The position's validity and the age of corrections.
  public var positionFlags: PositionFlags = []
  /// The heading of the vehicle in 1e-5 degrees.
  public var headingOfVehicleE5: Int32 = 0
  /// The magnetic declination in hundredths of a degree.
  public var magneticDeclinationE2: Int16 = 0
  /// The accuracy of the magnetic declination in hundredths of a degree.
  public var magneticDeclinationAccuracyE2: UInt16 = 0

  /// Creates a message without a fix, with all fields zero.
  public init() {}
}

extension NavPVT {
  /// The kind of fix (`fixType`).
  public struct FixType: RawRepresentable, Hashable, Sendable {
    /// The raw code, as on the wire.
    public var rawValue: UInt8
    /// Creates a fix type from its code.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No fix.
    public static var noFix: Self { Self(rawValue: 0) }
    /// A fix by dead reckoning only.
    public static var deadReckoning: Self { Self(rawValue: 1) }
    /// A fix of latitude and longitude, with an assumed height.
    public static var twoDimensional: Self { Self(rawValue: 2) }
    /// A fix of latitude, longitude and height.
    public static var threeDimensional: Self { Self(rawValue: 3) }
    /// A fix by satellites combined with dead reckoning.
    public static var combined: Self { Self(rawValue: 4) }
    /// A fix of the time only, with a position known beforehand.
    public static var timeOnly: Self { Self(rawValue: 5) }
  }

  /// The validity of date and time (`valid`).
  public struct Validity: OptionSet, Hashable, Sendable {
    /// The raw bits of the flags, as on the wire.
    public var rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The date is valid.
    public static var date: Self { Self(rawValue: 1 << 0) }
    /// The time of day is valid.
    public static var time: Self { Self(rawValue: 1 << 1) }
    /// The leap seconds are known, so that the UTC time is fully resolved.
    public static var fullyResolved: Self { Self(rawValue: 1 << 2) }
  }

  /// The fix status (`flags`).
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The raw bits of the flags, as on the wire.
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

  /// The position's validity and the age of corrections (`flags3`).
  public struct PositionFlags: OptionSet, Hashable, Sendable {
    /// The raw bits of the flags, as on the wire.
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

  /// The age of the most recent corrections as a code `0...15`, `flags3` bits 1 to 4.
  ///
  /// Code 0 means not available, code 1 means below one second. Codes 2 to 11 have the upper limits
  /// 2, 5, 10, 15, 20, 30, 45, 60, 90 and 120 s, and code 12 means any greater age.
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
  /// Ambiguities estimated as real numbers, with an accuracy of decimetres.
  case float = 1
  /// Ambiguities fixed to integers, with an accuracy of centimetres.
  case fixed = 2
}

extension NavPVT: FixedUBXPayload {
  /// The message ID of UBX-NAV-PVT.
  public static var messageID: UBXMessageID { .navPVT }
  /// The payload's length in bytes.
  public static var length: Int { 92 }

  /// Reads or writes each field at its offset in the payload.
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
