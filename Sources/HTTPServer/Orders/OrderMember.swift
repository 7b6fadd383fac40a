#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The value of a member in the JSON object of a request's body.
package enum OrderMember: Hashable, Sendable, Decodable {
  /// The value null.
  case null
  /// A number.
  case number(Double)
  /// A Boolean value.
  case flag(Bool)
  /// A text.
  case text(String)
  /// An object, by the names of its members.
  case object([String: OrderMember])
  /// A value of another type.
  case other

  /// Decodes a value of any type.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The decoder tells a value's type only by refusing the others; text is the most frequent.
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let members = try? container.decode([String: OrderMember].self) {
      self = .object(members)
    } else {
      self = .other
    }
  }

  /// Returns the members of an order's body; `nil` for a body that is no JSON object.
  package static func members(of body: [UInt8]) -> [String: OrderMember]? {
    try? JSONDecoder().decode([String: OrderMember].self, from: Data(body))
  }
}
