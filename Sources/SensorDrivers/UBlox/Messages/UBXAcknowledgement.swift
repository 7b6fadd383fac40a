/// The receiver's answer to a configuration message (UBX-ACK-ACK or UBX-ACK-NAK).
///
/// Only messages of class `0x06` are answered; a frame with a wrong checksum is never answered.
public struct UBXAcknowledgement: Hashable, Sendable {
  /// Whether the message was accepted.
  public var isAccepted: Bool
  /// The message that the receiver answers.
  public var messageID: UBXMessageID

  /// Creates an answer to a message.
  public init(isAccepted: Bool, messageID: UBXMessageID) {
    self.isAccepted = isAccepted
    self.messageID = messageID
  }

  /// Decodes the payload of an answer; `nil` unless `answerID` is UBX-ACK-ACK or UBX-ACK-NAK.
  public init?(answerID: UBXMessageID, decoding payload: Span<UInt8>) {
    guard answerID == .ackACK || answerID == .ackNAK, payload.count == 2 else { return nil }
    isAccepted = answerID == .ackACK
    messageID = UBXMessageID(payload[0], payload[1])
  }

  /// The answer as a UBX frame.
  public var frame: UBXFrame {
    UBXFrame(
      isAccepted ? .ackACK : .ackNAK, payload: [messageID.messageClass, messageID.id])
  }
}
