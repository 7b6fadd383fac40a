/// The error of a message that cannot be encoded.
public struct RTCMEncodingError: Error, Hashable, Sendable {
  /// The kind of fault; switch over this.
  public enum Reason: Hashable, Sendable {
    /// A value does not fit its field; the limits are the field's, in the unit of the value.
    case outOfRange(value: Double, minimum: Double, maximum: Double)
    /// The value is `nil`, but the field has no "not available" pattern.
    case notAvailable
    /// The value lies within the field's range, but its bits are the field's "not available" pattern.
    case meansNotAvailable(value: Double)
    /// A text has more characters than its count field can hold.
    case textTooLong(count: Int, maximum: Int)
    /// The number of values of a field differs from the number that the message's other fields give.
    case wrongCount(count: Int, expected: Int)
    /// The payload is longer than the 1023 bytes of a frame.
    case payloadTooLong(byteCount: Int)
    /// The satellites and signals of an MSM need a cell mask of more than 64 bits; split the message.
    case tooManyCells(satellites: Int, signals: Int)
    /// The satellites or signals of an MSM are not those that its masks name.
    case masksDisagree
    /// The message cannot be built from fields, because the fields of its type are unknown.
    case unknownFields
  }

  /// The kind of fault.
  public var reason: Reason
  /// The number of the faulty data field, such as 25 for DF025; `nil` when no single numbered field is at
  /// fault.
  public var field: UInt16?
  /// The name of the faulty field when the field has no number.
  public var fieldName: FixedText?
  /// The message type, DF002; `nil` when it is unknown.
  public var messageType: UInt16?

  /// Creates an error from its parts.
  public init(
    _ reason: Reason, field: UInt16? = nil, fieldName: FixedText? = nil, messageType: UInt16? = nil
  ) {
    self.reason = reason
    self.field = field
    self.fieldName = fieldName
    self.messageType = messageType
  }
}

extension RTCMEncodingError: CustomStringConvertible {
  /// A sentence with the fault, its position and its remedy.
  public var description: String {
    let message = messageType.map { "message \($0)" } ?? "message of unknown type"
    let field = field.map { DataField.label($0) } ?? fieldName?.description ?? "a field"
    switch reason {
    case .outOfRange(let value, let minimum, let maximum):
      return "\(message): \(value) does not fit \(field); give \(minimum)...\(maximum)"
    case .notAvailable:
      return "\(message): \(field) has no pattern for a missing value; give one"
    case .meansNotAvailable(let value):
      return "\(message): \(value) is how \(field) says \"not available\"; "
        + "give nil, or a value one step away"
    case .textTooLong(let count, let maximum):
      return "\(message): \(count) characters do not fit \(field); give at most \(maximum)"
    case .wrongCount(let count, let expected):
      return "\(message): \(count) values of \(field) where there must be \(expected); "
        + "give as many as the message's other fields say"
    case .payloadTooLong(let byteCount):
      return "\(message): a payload of \(byteCount) bytes fits no frame; "
        + "split the message into payloads of at most \(RTCMFrame.maximumPayloadLength)"
    case .tooManyCells(let satellites, let signals):
      return
        "\(message): \(satellites) satellites by \(signals) signals are more than the 64 cells "
        + "an MSM may have; split it and set isMoreToFollow in all but the last"
    case .masksDisagree:
      return "\(message): its satellites or signals are not those that the header's masks name; "
        + "build it from observations, or set the masks with them"
    case .unknownFields:
      return "\(message): the fields of this type are not known; give the whole payload"
    }
  }
}

extension RTCMEncodingError {
  /// Creates the error of one data field; the message type is unknown.
  init(_ reason: Reason, of field: DataField) {
    self.init(reason, field: field.standardNumber, fieldName: field.nameWithoutNumber)
  }

  /// Returns a copy of the error with a message type.
  func of(_ messageType: UInt16) -> RTCMEncodingError {
    var error = self
    error.messageType = messageType
    return error
  }
}
