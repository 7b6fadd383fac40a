/// A payload that cannot be decoded, with the place of its fault.
public struct RTCMDecodingError: Error, Hashable, Sendable {
  /// The kind of fault; switch over this.
  public enum Reason: Hashable, Sendable {
    /// The payload ends before the field: so many bits are needed, so many are there.
    case truncated(needed: Int, available: Int)
    /// The message is of another type than the one asked for.
    case unexpectedMessageType
    /// An MSM of so many satellites and signals has more than 64 cells, which the standard forbids.
    case tooManyCells(satellites: Int, signals: Int)
  }

  /// The kind of fault.
  public var reason: Reason
  /// The data field that could not be used, such as 25 for DF025; `nil` where it is no single field, or
  /// one without a number.
  public var field: UInt16?
  /// The name of a field without a number.
  public var fieldName: FixedText?
  /// Offset of the first bit that could not be used, from the start of the payload.
  public var bitOffset: Int
  /// DF002, once it is known.
  public var messageType: UInt16?

  /// Creates an error.
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
  /// The fault, its place and its remedy.
  public var description: String {
    switch reason {
    case .truncated: "\(finding); pass the whole payload from DF002"
    case .unexpectedMessageType: "\(finding); decode with RTCMMessage, which takes every type"
    case .tooManyCells: "\(finding); its sender must split it, or it is damaged"
    }
  }

  /// The fault and its place, for people who look at a stream rather than call the decoder.
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
