/// The receiver's report on one RTCM message that it was sent (UBX-RXM-RTCM).
///
/// This is the proof that corrections have arrived.
///
/// Source: u-blox F9 HPG interface description, UBX-RXM-RTCM. Payload: 8 bytes, version 2.
public struct RxmRTCM: Hashable, Sendable {
  /// The bits of `flags` as they stand on the wire.
  public var flags: UInt8 = 0
  /// The sub-type of message 4072, else 0.
  public var subType: UInt16 = 0
  /// The reference station's ID.
  public var referenceStationID: UInt16 = 0
  /// The RTCM message type, such as 1005.
  public var messageType: UInt16 = 0

  /// Creates a message with all fields zero.
  public init() {}
}

extension RxmRTCM {
  /// Whether the message was used (`msgUsed`).
  public enum Use: UInt8, Hashable, Sendable {
    /// The receiver does not say.
    case unknown = 0
    /// The message was not used.
    case notUsed = 1
    /// The message was used.
    case used = 2
  }

  /// Whether the message's CRC was wrong, `flags` bit 0.
  public var isCRCFailed: Bool {
    get { flags & 1 != 0 }
    set { flags = flags & ~1 | (newValue ? 1 : 0) }
  }

  /// Whether the message was used, `flags` bits 1 and 2.
  public var use: Use {
    get { Use(rawValue: flags >> 1 & 0b11) ?? .unknown }
    set { flags = flags & ~0b110 | newValue.rawValue << 1 }
  }
}

extension RxmRTCM {
  /// Whether the message carries observations: those of GPS and GLONASS before MSM, and all MSM.
  ///
  /// The receiver tells the number alone, and a driver knows no more of RTCM than these.
  public var isObservation: Bool {
    switch messageType {
    case 1001...1004, 1009...1012: true
    case 1071...1137: (1...7).contains(messageType % 10)
    default: false
    }
  }
}

extension RxmRTCM: FixedUBXPayload {
  /// UBX-RXM-RTCM.
  public static var messageID: UBXMessageID { .rxmRTCM }
  /// The payload's length in bytes.
  public static var length: Int { 8 }
  /// The layout's version, in the first byte.
  public static var version: UInt8? { 2 }

  /// Goes along the fields.
  public mutating func fields(_ codec: inout UBXFieldCodec) {
    codec.field(&flags, at: 1)
    codec.field(&subType, at: 2)
    codec.field(&referenceStationID, at: 4)
    codec.field(&messageType, at: 6)
  }
}
