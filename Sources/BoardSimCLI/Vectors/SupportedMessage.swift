internal import RTCMParser
internal import RTCMTestKit
internal import RTCMText

/// A type or sub-type of message that RTCMParser supports, described by its sample.
struct SupportedMessage {
  /// The message number (DF002), followed by a hyphen and the sub-type when the type has sub-types.
  let number: String
  let type: UInt16
  let subtype: UInt16?
  let name: String
  /// The Swift type of the decoded message.
  let swiftType: String
  /// Whether the sample decodes to more than its raw bytes.
  let isDecoded: Bool
  /// Whether the decoded message encodes to the same bytes.
  let isEncoded: Bool
  /// The number of the sample's fields, not counting characters of texts.
  let fieldCount: Int
  /// The length of the sample's frame, bytes.
  let frameLength: Int

  /// Returns all supported messages, in ascending order.
  static func all() throws -> [SupportedMessage] {
    try SampleMessages.all().map { try SupportedMessage(TestVector($0)) }
  }

  private init(_ vector: TestVector) throws {
    let payload = vector.payload
    let message = try RTCMMessage(decoding: payload.span)
    number = vector.name
    type = vector.type
    subtype = message.subtype
    name = MessageName.of(message) ?? ""
    swiftType =
      Mirror(reflecting: message).children.first.map { "\(Swift.type(of: $0.value))" } ?? ""
    isDecoded = if case .other = message { false } else { true }
    isEncoded = try message.encode() == payload
    fieldCount = try message.wireFields().count { !$0.isCharacter }
    frameLength = vector.frame.count
  }
}

/// A message number of the proprietary range, and its owner.
struct ProprietaryNumber {
  let type: UInt16
  let owner: String

  /// All numbers with a known owner, in ascending order.
  static let all: [ProprietaryNumber] = (4001...4095).compactMap { type in
    RTCMMessage.proprietaryOwner(ofType: type).map {
      ProprietaryNumber(type: type, owner: "\($0)")
    }
  }
}
