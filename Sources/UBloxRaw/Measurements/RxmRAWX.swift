/// The measurements of a receiver at one epoch (UBX-RXM-RAWX).
///
/// ``init(_:onFinding:)`` converts from an `ObservationEpoch`, ``observationEpoch(onFinding:)`` to one.
///
/// Source: u-blox F9 HPG interface description, UBX-RXM-RAWX. Payload: 16 bytes and 32 for each
/// measurement, version 1.
public struct RxmRAWX: Hashable, Sendable {
  /// rcvTow, seconds of the GPS week by the receiver's clock.
  public var timeOfWeek = 0.0
  /// week, weeks since 1980; 0 while the receiver does not know the week.
  public var week: UInt16 = 0
  /// leapS, GPS time minus UTC in seconds; certain once ``Status/leapSecondsKnown`` is set.
  public var leapSeconds: Int8 = 0
  /// recStat, the receiver's state.
  public var status: Status = []
  /// The measurements; `encode()` writes at most ``greatestCount``.
  public var measurements: [RawMeasurement] = []

  /// Creates an epoch without measurements.
  public init() {}

  /// The greatest number of measurements in a message, whose count has 8 bits.
  public static var greatestCount: Int { 255 }
  /// The length in bytes of the longest payload, as the limit of a scanner.
  public static var greatestLength: Int { headerLength + greatestCount * RawMeasurement.byteCount }

  /// The receiver's state (recStat).
  public struct Status: OptionSet, Hashable, Sendable {
    /// The byte on the wire.
    public var rawValue: UInt8
    /// Creates the status from the byte on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// leapSec, the leap seconds are known.
    public static let leapSecondsKnown = Status(rawValue: 1)
    /// clkReset, the receiver has reset its clock.
    public static let clockReset = Status(rawValue: 2)
  }
}

extension RxmRAWX: UBXPayload {
  /// The message ID of UBX-RXM-RAWX.
  public static var messageID: UBXMessageID { .rxmRAWX }
  private static var headerLength: Int { 16 }
  private static var version: UInt8 { 1 }

  /// Decodes a payload.
  ///
  /// - Throws: `UBXDecodingError` when the payload is shorter than a header, not of version 1, or its
  ///   length does not match its count of measurements.
  public init(decoding payload: Span<UInt8>) throws(UBXDecodingError) {
    guard payload.count >= Self.headerLength else {
      throw Self.wrongLength(payload.count, expected: Self.headerLength)
    }
    guard payload[13] == Self.version else {
      throw UBXDecodingError(
        messageID: .rxmRAWX, reason: .version(expected: Self.version, actual: payload[13]))
    }
    let count = Int(payload[11])
    let length = Self.headerLength + count * RawMeasurement.byteCount
    guard payload.count == length else { throw Self.wrongLength(payload.count, expected: length) }
    timeOfWeek = Double(bitPattern: payload.littleEndian(at: 0))
    week = payload.littleEndian(at: 8)
    leapSeconds = Int8(bitPattern: payload[10])
    status = Status(rawValue: payload[12])
    measurements.reserveCapacity(count)
    for index in 0..<count {
      let start = Self.headerLength + index * RawMeasurement.byteCount
      measurements.append(RawMeasurement(at: start, of: payload))
    }
  }

  private static func wrongLength(_ actual: Int, expected: Int) -> UBXDecodingError {
    UBXDecodingError(messageID: .rxmRAWX, reason: .length(expected: expected, actual: actual))
  }

  /// Returns the payload's bytes, with at most the first 255 measurements.
  public func encode() -> [UInt8] {
    let sent = measurements.prefix(Self.greatestCount)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerLength + sent.count * RawMeasurement.byteCount)
    bytes.append(littleEndian: timeOfWeek.bitPattern, byteCount: 8)
    bytes.append(littleEndian: UInt64(week), byteCount: 2)
    bytes += [
      UInt8(bitPattern: leapSeconds), UInt8(sent.count), status.rawValue, Self.version, 0, 0,
    ]
    for measurement in sent { measurement.write(to: &bytes) }
    return bytes
  }
}
