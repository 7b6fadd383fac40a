/// The receiver's report on one RTCM message sent to it (UBX-RXM-RTCM).
///
/// The report confirms that corrections have arrived.
///
/// Source: u-blox F9 HPG interface description, UBX-RXM-RTCM. Payload: 8 bytes, version 2.
public struct RxmRTCM: Hashable, Sendable {
  /// The raw bits of `flags`, as on the wire.
  public var flags: UInt8 = 0
  /// The sub-type of message 4072; 0 for other messages.
  public var subType: UInt16 = 0
  /// The reference station's ID.
  public var referenceStationID: UInt16 = 0
  /// The RTCM message type, such as 1005.
  public var messageType: UInt16 = 0

  /// Creates a message with all fields zero.
  public init() {}
}

extension RxmRTCM {
  /// The receiver's use of an RTCM message (`msgUsed`).
  public enum Use: UInt8, Hashable, Sendable {
    /// The receiver does not report the use.
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

  /// The receiver's use of the message, `flags` bits 1 and 2.
  public var use: Use {
    get { Use(rawValue: flags >> 1 & 0b11) ?? .unknown }
    set { flags = flags & ~0b110 | newValue.rawValue << 1 }
  }
}

extension RxmRTCM {
  /// Whether the message carries observations: GPS and GLONASS messages from before MSM, and all MSM.
  ///
  /// The check uses only the message number, because the receiver reports nothing else of the message.
  public var isObservation: Bool {
    switch messageType {
    case 1001...1004, 1009...1012: true
    case 1071...1137: (1...7).contains(messageType % 10)
    default: false
    }
  }
}

extension RxmRTCM: FixedUBXPayload {
  /// The message ID of UBX-RXM-RTCM.
  public static var messageID: UBXMessageID { .rxmRTCM }
  /// The payload's length in bytes.
  public static var length: Int { 8 }
  /// The version of the payload's layout, in the first byte.
  public static var version: UInt8? { 2 }

  /// Reads or writes each field at its offset in the payload.
  public mutating func fields(_ codec: inout UBXFieldCodec) {
    codec.field(&flags, at: 1)
    codec.field(&subType, at: 2)
    codec.field(&referenceStationID, at: 4)
    codec.field(&messageType, at: 6)
  }
}
