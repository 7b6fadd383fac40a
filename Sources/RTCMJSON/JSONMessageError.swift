public import RTCMParser

/// An error in the JSON object of a message, with its place.
public struct JSONMessageError: Error, Hashable, Sendable {
  /// The kind of error; switch over this.
  public enum Reason: Error, Hashable, Sendable {
    /// A text that is not JSON, with its first characters.
    case notJSON(beginning: String)
    /// A text longer than the limit, bytes.
    case tooLong(limit: Int)
    /// An object without a message.
    case noMessage
    /// A missing member, with the names and units that are accepted.
    case missing(remedy: String)
    /// A member of another kind than its field needs.
    case wrongKind(found: String, wanted: String)
    /// A number outside the range of its field.
    case outOfRange(found: String, limits: String)
    /// A value whose bits mean "not available".
    case meansNotAvailable(found: String)
    /// A contradiction between two members.
    case contradiction(String, remedy: String)
    /// A member that the message does not have, with the nearest known name, if any.
    case unknownMember(nearest: String?)
    /// Fields that do not form a message.
    case noSuchMessage(RTCMEncodingError)
  }

  /// The kind of error.
  public var reason: Reason
  /// The fault's place in the JSON object, such as `message.satellites[3].satellite_id`.
  public var path: String
  /// The data field, such as `DF025`; `nil` if the fault is not in a field.
  public var field: String?
  /// The message number, DF002; `nil` while it is unknown.
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
