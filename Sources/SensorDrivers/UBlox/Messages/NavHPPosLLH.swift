/// A position with a resolution of 0.1 mm (UBX-NAV-HPPOSLLH).
///
/// On the wire, each coordinate has two parts, a coarse one and a high-precision remainder. The
/// computed properties join and split them.
///
/// Source: u-blox F9 HPG interface description, UBX-NAV-HPPOSLLH. Payload: 36 bytes, version 0.
public struct NavHPPosLLH: Hashable, Sendable {
  /// The flag that marks the position as invalid (`flags` bit 0).
  public var flags: Flags = []
  /// The GPS time of week of the epoch in milliseconds.
  public var timeOfWeekMilliseconds: UInt32 = 0
  /// The longitude in 1e-7 degrees.
  public var longitudeE7: Int32 = 0
  /// The latitude in 1e-7 degrees.
  public var latitudeE7: Int32 = 0
  /// The height above the ellipsoid in millimetres.
  public var heightMillimetres: Int32 = 0
  /// The height above mean sea level in millimetres.
  public var meanSeaLevelHeightMillimetres: Int32 = 0
  /// The remainder to add to the longitude, 1e-9 degrees, `-99...99`.
  public var longitudeRemainderE9: Int8 = 0
  /// The remainder to add to the latitude, 1e-9 degrees, `-99...99`.
  public var latitudeRemainderE9: Int8 = 0
  /// The remainder to add to the height, 0.1 mm, `-9...9`.
  public var heightRemainderTenths: Int8 = 0
  /// The remainder to add to the height above mean sea level, 0.1 mm, `-9...9`.
  public var meanSeaLevelHeightRemainderTenths: Int8 = 0
  /// The estimated horizontal accuracy in 0.1 mm.
  public var horizontalAccuracyTenths: UInt32 = 0
  /// The estimated vertical accuracy in 0.1 mm.
  public var verticalAccuracyTenths: UInt32 = 0

  /// Creates a message with all fields zero.
  public init() {}
}

extension NavHPPosLLH {
  /// The flags of UBX-NAV-HPPOSLLH.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The raw bits of the flags, as on the wire.
    public var rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Longitude, latitude and heights are invalid.
    public static var invalidPosition: Self { Self(rawValue: 1 << 0) }
  }

  /// The longitude from both parts, in 1e-9 degrees.
  public var longitudeE9: Int64 {
    get { Int64(longitudeE7) * 100 + Int64(longitudeRemainderE9) }
    set { Self.split(newValue, by: 100, into: &longitudeE7, &longitudeRemainderE9) }
  }

  /// The latitude from both parts, in 1e-9 degrees.
  public var latitudeE9: Int64 {
    get { Int64(latitudeE7) * 100 + Int64(latitudeRemainderE9) }
    set { Self.split(newValue, by: 100, into: &latitudeE7, &latitudeRemainderE9) }
  }

  /// The height above the ellipsoid from both parts, in 0.1 mm.
  public var heightTenths: Int64 {
    get { Int64(heightMillimetres) * 10 + Int64(heightRemainderTenths) }
    set { Self.split(newValue, by: 10, into: &heightMillimetres, &heightRemainderTenths) }
  }

  /// The height above mean sea level from both parts, in 0.1 mm.
  public var meanSeaLevelHeightTenths: Int64 {
    get { Int64(meanSeaLevelHeightMillimetres) * 10 + Int64(meanSeaLevelHeightRemainderTenths) }
    set {
      Self.split(
        newValue, by: 10, into: &meanSeaLevelHeightMillimetres, &meanSeaLevelHeightRemainderTenths)
    }
  }

  /// Splits a value towards zero, so that both parts have the same sign; the coarse part is clamped.
  private static func split(
    _ value: Int64, by divisor: Int64, into coarse: inout Int32, _ remainder: inout Int8
  ) {
    coarse = Int32(clamping: value / divisor)
    remainder = Int8(value % divisor)
  }
}

extension NavHPPosLLH: FixedUBXPayload {
  /// The message ID of UBX-NAV-HPPOSLLH.
  public static var messageID: UBXMessageID { .navHPPosLLH }
  /// The payload's length in bytes.
  public static var length: Int { 36 }
  /// The version of the payload's layout, in the first byte.
  public static var version: UInt8? { 0 }

  /// Reads or writes each field at its offset in the payload.
  public mutating func fields(_ codec: inout UBXFieldCodec) {
    codec.field(&flags.rawValue, at: 3)
    codec.field(&timeOfWeekMilliseconds, at: 4)
    codec.field(&longitudeE7, at: 8)
    codec.field(&latitudeE7, at: 12)
    codec.field(&heightMillimetres, at: 16)
    codec.field(&meanSeaLevelHeightMillimetres, at: 20)
    codec.field(&longitudeRemainderE9, at: 24)
    codec.field(&latitudeRemainderE9, at: 25)
    codec.field(&heightRemainderTenths, at: 26)
    codec.field(&meanSeaLevelHeightRemainderTenths, at: 27)
    codec.field(&horizontalAccuracyTenths, at: 28)
    codec.field(&verticalAccuracyTenths, at: 32)
  }
}
