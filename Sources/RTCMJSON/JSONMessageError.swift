public import RTCMParser

/// A fault of a JSON object that should be a message, and its place.
public struct JSONMessageError: Error, Hashable, Sendable {
  /// The kind of fault; switch over this.
  public enum Reason: Error, Hashable, Sendable {
    /// The text, which begins so, is no JSON.
    case notJSON(beginning: String)
    /// The text is longer than any line that a message makes.
    case tooLong(limit: Int)
    /// There is an object missing that holds the message.
    case noMessage
    /// A member is missing; what it may be called and in which unit it is.
    case missing(remedy: String)
    /// A member is of another kind than its field wants.
    case wrongKind(found: String, wanted: String)
    /// A number does not fit its field.
    case outOfRange(found: String, limits: String)
    /// The value is how the field says "not available".
    case meansNotAvailable(found: String)
    /// Two members contradict each other.
    case contradiction(String, remedy: String)
    /// A member that the message does not have; the one that is nearest to it, if any is.
    case unknownMember(nearest: String?)
    /// The fields make no message.
    case noSuchMessage(RTCMEncodingError)
  }

  /// The kind of fault.
  public var reason: Reason
  /// The fault's place in the JSON object, such as `message.satellites[3].satellite_id`.
  public var path: String
  /// The data field, such as `DF025`, where it is a field's.
  public var field: String?
  /// DF002, once it is known.
  public var messageType: UInt16?

  /// Creates an error.
  public init(
    _ reason: Reason, path: String, field: String? = nil, messageType: UInt16? = nil
  ) {
    self.reason = reason
    self.path = path
    self.field = field
    self.messageType = messageType
  }
}

extension JSONMessageError: CustomStringConvertible {
  /// The fault, its place and its remedy.
  public var description: String {
    if case .noSuchMessage(let error) = reason { return "\(path): \(error)" }
    let owner = [messageType.map { "message \($0)" }, field].compactMap { $0 }
    let place = owner.isEmpty ? path : "\(path) (\(owner.joined(separator: ", ")))"
    return place.isEmpty ? sentence : "\(place): \(sentence)"
  }

  private var sentence: String {
    switch reason {
    case .notJSON(let beginning):
      "this is no JSON: \(beginning); a line is one whole object, its texts and names in double quotes"
    case .tooLong(let limit): "more than \(limit) bytes in one line; put each message on its own"
    case .noMessage:
      "there is no message; write {\"message\":{\"message_type\":1005,…}} "
        + "as 'boardsim rtcm decode --json' does"
    case .missing(let remedy): "missing; \(remedy)"
    case .wrongKind(let found, let wanted): "\(found) where there must be \(wanted)"
    case .outOfRange(let found, let limits): "\(found) does not fit; give \(limits)"
    case .meansNotAvailable(let found):
      "\(found) is how the field says \"not available\"; give null, or a value one step away"
    case .contradiction(let what, let remedy): "\(what); \(remedy)"
    case .unknownMember(let nearest):
      "no such member here" + (nearest.map { "; did you mean '\($0)'?" } ?? "; take it out")
    case .noSuchMessage(let error): "\(error)"
    }
  }
}
