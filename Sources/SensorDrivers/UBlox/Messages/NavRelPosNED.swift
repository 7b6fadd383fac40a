/// The vector from the reference station to the receiver (UBX-NAV-RELPOSNED).
///
/// On the wire, each length has two parts, centimetres and a remainder in 0.1 mm. The computed
/// properties join and split them.
///
/// Source: u-blox F9 HPG interface description, UBX-NAV-RELPOSNED. Payload: 64 bytes, version 1.
public struct NavRelPosNED: Hashable, Sendable {
  /// The reference station's ID, `0...4095`.
  public var referenceStationID: UInt16 = 0
  /// The GPS time of week of the epoch in milliseconds.
  public var timeOfWeekMilliseconds: UInt32 = 0
  /// The north component in centimetres.
  public var northCentimetres: Int32 = 0
  /// The east component in centimetres.
  public var eastCentimetres: Int32 = 0
  /// The down component in centimetres.
  public var downCentimetres: Int32 = 0
  /// The length of the vector in centimetres.
  public var lengthCentimetres: Int32 = 0
  /// The heading of the vector in 1e-5 degrees.
  public var headingE5: Int32 = 0
  /// The remainder to add to the north component, 0.1 mm, `-99...99`.
  public var northRemainderTenths: Int8 = 0
  /// The remainder to add to the east component, 0.1 mm, `-99...99`.
  public var eastRemainderTenths: Int8 = 0
  /// The remainder to add to the down component, 0.1 mm, `-99...99`.
  public var downRemainderTenths: Int8 = 0
  /// The remainder to add to the length, 0.1 mm, `-99...99`.
  public var lengthRemainderTenths: Int8 = 0
  /// The accuracy of the north component in 0.1 mm.
  public var northAccuracyTenths: UInt32 = 0
  /// The accuracy of the east component in 0.1 mm.
  public var eastAccuracyTenths: UInt32 = 0
  /// The accuracy of the down component in 0.1 mm.
  public var downAccuracyTenths: UInt32 = 0
  /// The accuracy of the length in 0.1 mm.
  public var lengthAccuracyTenths: UInt32 = 0
  /// The accuracy of the heading in 1e-5 degrees.
  public var headingAccuracyE5: UInt32 = 0
  /// The fix status and the validity of the vector.
  public var flags: Flags = []

  /// Creates a message with all fields zero.
  public init() {}
}

extension NavRelPosNED {
  /// The fix status and the validity of the vector (`flags`).
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The raw bits of the flags, as on the wire.
    public var rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The fix is within the receiver's limits.
    public static var gnssFixOK: Self { Self(rawValue: 1 << 0) }
    /// Differential corrections were applied.
    public static var differential: Self { Self(rawValue: 1 << 1) }
    /// The vector and its accuracies are valid.
    public static var relativePositionValid: Self { Self(rawValue: 1 << 2) }
    /// The receiver is in moving-base mode.
    public static var movingBase: Self { Self(rawValue: 1 << 5) }
    /// An extrapolated reference position was used.
    public static var referencePositionMissing: Self { Self(rawValue: 1 << 6) }
    /// Extrapolated reference observations were used.
    public static var referenceObservationsMissing: Self { Self(rawValue: 1 << 7) }
    /// The heading is valid.
    public static var headingValid: Self { Self(rawValue: 1 << 8) }
    /// The components of the vector are normalised.
    public static var normalized: Self { Self(rawValue: 1 << 9) }
  }

  /// The state of the carrier-phase solution, `flags` bits 3 and 4.
  public var carrierSolution: CarrierSolution {
    get { CarrierSolution(rawValue: UInt8(flags.rawValue >> 3 & 0b11)) ?? .absent }
    set { flags.rawValue = flags.rawValue & ~(0b11 << 3) | UInt32(newValue.rawValue) << 3 }
  }

  /// The north component from both parts, in metres.
  public var northMetres: Double {
    get { Self.metres(northCentimetres, northRemainderTenths) }
    set { Self.split(metres: newValue, into: &northCentimetres, &northRemainderTenths) }
  }

  /// The east component from both parts, in metres.
  public var eastMetres: Double {
    get { Self.metres(eastCentimetres, eastRemainderTenths) }
    set { Self.split(metres: newValue, into: &eastCentimetres, &eastRemainderTenths) }
  }

  /// The down component from both parts, in metres.
  public var downMetres: Double {
    get { Self.metres(downCentimetres, downRemainderTenths) }
    set { Self.split(metres: newValue, into: &downCentimetres, &downRemainderTenths) }
  }

  /// The length of the vector, the baseline, from both parts, in metres.
  public var lengthMetres: Double {
    get { Self.metres(lengthCentimetres, lengthRemainderTenths) }
    set { Self.split(metres: newValue, into: &lengthCentimetres, &lengthRemainderTenths) }
  }

  private static func metres(_ centimetres: Int32, _ tenths: Int8) -> Double {
    Double(Int64(centimetres) * 100 + Int64(tenths)) / 10_000
  }

  /// Splits a length, rounded to 0.1 mm.
  ///
  /// Lengths beyond 21,474 km are clamped, and values that are not finite become 0.
  private static func split(
    metres: Double, into centimetres: inout Int32, _ remainder: inout Int8
  ) {
    let tenths = Int64(exactly: (metres * 10_000).rounded()) ?? 0
    centimetres = Int32(clamping: tenths / 100)
    remainder = Int8(tenths % 100)
  }
}

extension NavRelPosNED: FixedUBXPayload {
  /// The message ID of UBX-NAV-RELPOSNED.
  public static var messageID: UBXMessageID { .navRelPosNED }
  /// The payload's length in bytes.
  public static var length: Int { 64 }
  /// The version of the payload's layout, in the first byte.
  public static var version: UInt8? { 1 }

  /// Reads or writes each field at its offset in the payload.
  public mutating func fields(_ codec: inout UBXFieldCodec) {
    codec.field(&referenceStationID, at: 2)
    codec.field(&timeOfWeekMilliseconds, at: 4)
    codec.field(&northCentimetres, at: 8)
    codec.field(&eastCentimetres, at: 12)
    codec.field(&downCentimetres, at: 16)
    codec.field(&lengthCentimetres, at: 20)
    codec.field(&headingE5, at: 24)
    codec.field(&northRemainderTenths, at: 32)
    codec.field(&eastRemainderTenths, at: 33)
    codec.field(&downRemainderTenths, at: 34)
    codec.field(&lengthRemainderTenths, at: 35)
    codec.field(&northAccuracyTenths, at: 36)
    codec.field(&eastAccuracyTenths, at: 40)
    codec.field(&downAccuracyTenths, at: 44)
    codec.field(&lengthAccuracyTenths, at: 48)
    codec.field(&headingAccuracyE5, at: 52)
    codec.field(&flags.rawValue, at: 60)
  }
}
