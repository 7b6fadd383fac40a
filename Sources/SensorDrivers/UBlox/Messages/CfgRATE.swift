/// The navigation rate (UBX-CFG-RATE), which every receiver generation returns when polled.
///
/// Source: u-blox 8 / M8 receiver description, UBX-CFG-RATE. Payload: 6 bytes.
public struct CfgRATE: Hashable, Sendable {
  /// The time between measurements in milliseconds.
  public var measurementPeriodMilliseconds: UInt16 = 1000
  /// The number of measurements per navigation solution.
  public var navigationRate: UInt16 = 1
  /// The time system to which measurements are aligned: 0 UTC, 1 GPS.
  public var timeReference: UInt16 = 1

  /// Creates the default rate: 1 Hz, aligned to GPS time.
  public init() {}
}

extension CfgRATE: FixedUBXPayload {
  /// The message ID of UBX-CFG-RATE.
  public static var messageID: UBXMessageID { .cfgRATE }
  /// The payload's length in bytes.
  public static var length: Int { 6 }

  /// Reads or writes each field at its offset in the payload.
  public mutating func fields(_ codec: inout UBXFieldCodec) {
    codec.field(&measurementPeriodMilliseconds, at: 0)
    codec.field(&navigationRate, at: 2)
    codec.field(&timeReference, at: 4)
  }
}
