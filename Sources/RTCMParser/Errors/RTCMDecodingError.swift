/// The error of a payload that cannot be decoded: the fault and its position.
public struct RTCMDecodingError: Error, Hashable, Sendable {
  /// The kind of fault; switch over this.
  public enum Reason: Hashable, Sendable {
    /// The payload ends before the field: `needed` and `available` are bits.
    case truncated(needed: Int, available: Int)
    /// The message is not of the requested type.
    case unexpectedMessageType
    /// The satellite and signal masks of an MSM span more than 64 cells, which the standard forbids.
    case tooManyCells(satellites: Int, signals: Int)
  }

  /// The kind of fault.
  public var reason: Reason
  /// The number of the faulty data field, such as 25 for DF025; `nil` when no single numbered field is at
  /// fault.
  public var field: UInt16?
  /// The name of the faulty field when the field has no number.
  public var fieldName: FixedText?
  /// The offset of the first unusable bit from the start of the payload.
  public var bitOffset: Int
  /// The message type, DF002; `nil` when the payload ends before it.
  public var messageType: UInt16?

  /// Creates an error from its parts.
  public init(
    _ reason: Reason, field: UInt16?, fieldName: FixedText? = nil, bitOffset: Int,
    messageType: UInt16?
  ) {
    self.reason = reason
    self.field = field
    self.fieldName = fieldName
    self.bitOffset = bitOffset
    self.messageType = messageType
  }
}

extension RTCMDecodingError: CustomStringConvertible {
  /// A sentence with the fault, its position and its remedy.
  public var description: String {
    switch reason {
    case .truncated: "\(finding); pass the whole payload from DF002"
    case .unexpectedMessageType: "\(finding); decode with RTCMMessage, which takes every type"
    case .tooManyCells: "\(finding); its sender must split it, or it is damaged"
    }
  }

  /// A sentence with the fault and its position, for people who inspect a stream rather than call the
  /// decoder.
  public var finding: String {
    let message = messageType.map { "message \($0)" } ?? "message of unknown type"
    let name = self.field.map { DataField.label($0) } ?? fieldName?.description
    let field = name.map { " for \($0)" } ?? ""
    switch reason {
    case .truncated(let needed, let available):
      return "\(message): needs \(needed) bits\(field) at bit \(bitOffset), \(available) left"
    case .unexpectedMessageType:
      return "\(message): not the type that was asked for"
    case .tooManyCells(let satellites, let signals):
      return "\(message): \(satellites) satellites by \(signals) signals at bit \(bitOffset) are "
        + "more than the 64 cells an MSM may have"
    }
  }
}
