/// A message that cannot be encoded.
public struct RTCMEncodingError: Error, Hashable, Sendable {
  /// The kind of fault; switch over this.
  public enum Reason: Hashable, Sendable {
    /// A value does not fit its field; the limits are those of the field, in the same unit.
    case outOfRange(value: Double, minimum: Double, maximum: Double)
    /// The value is absent, and the field has no pattern that says so.
    case notAvailable
    /// The value is amid the field's range, but is the one by which it says "not available".
    case meansNotAvailable(value: Double)
    /// A text has more characters than its count can say.
    case textTooLong(count: Int, maximum: Int)
    /// There are not as many of a field's values as other fields of the message say.
    case wrongCount(count: Int, expected: Int)
    /// The payload is longer than the 1023 bytes of a frame.
    case payloadTooLong(byteCount: Int)
    /// An MSM of so many satellites and signals has more than 64 cells; split it.
    case tooManyCells(satellites: Int, signals: Int)
    /// The MSM's satellites or signals are not those that its masks name.
    case masksDisagree
    /// The message cannot be made from fields, because those of its type are not known.
    case unknownFields
  }

  /// The kind of fault.
  public var reason: Reason
  /// The data field, such as 25 for DF025; `nil` where it is no single field, or one without a number.
  public var field: UInt16?
  /// The name of a field without a number.
  public var fieldName: FixedText?
  /// DF002, once it is known.
  public var messageType: UInt16?

  /// Creates an error.
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
  /// The fault, its place and its remedy.
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
  /// Creates the error of a field.
  init(_ reason: Reason, of field: DataField) {
    self.init(reason, field: field.standardNumber, fieldName: field.nameWithoutNumber)
  }

  /// The same error, of a message.
  func of(_ messageType: UInt16) -> RTCMEncodingError {
    var error = self
    error.messageType = messageType
    return error
  }
}
