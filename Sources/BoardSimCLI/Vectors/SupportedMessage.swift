internal import RTCMParser
internal import RTCMTestKit
internal import RTCMText

/// A type or sub-type of message that RTCMParser knows, as its sample shows.
struct SupportedMessage {
  /// DF002, with the sub-type behind a hyphen where the type has some.
  let number: String
  let type: UInt16
  let subtype: UInt16?
  let name: String
  /// The Swift type that it is decoded to.
  let swiftType: String
  /// Whether the sample decodes to more than its bytes.
  let isDecoded: Bool
  /// Whether what was decoded encodes to the same bytes.
  let isEncoded: Bool
  /// The number of the sample's fields, characters of texts apart.
  let fieldCount: Int
  /// The length of the sample's frame.
  let frameLength: Int

  /// All of them, in ascending order.
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

/// A number of the proprietary range and to whom it is assigned.
struct ProprietaryNumber {
  let type: UInt16
  let owner: String

  /// Every number that is known to be assigned, in ascending order.
  static let all: [ProprietaryNumber] = (4001...4095).compactMap { type in
    RTCMMessage.proprietaryOwner(ofType: type).map {
      ProprietaryNumber(type: type, owner: "\($0)")
    }
  }
}
