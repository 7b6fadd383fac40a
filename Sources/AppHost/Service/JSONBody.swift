package import AppServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the members of a JSON object; returns `nil` for anything else.
@Sendable package func readJSONObject(_ bytes: [UInt8]) -> [String: BodyValue]? {
  guard let members = try? JSONDecoder().decode([String: JSONMember].self, from: Data(bytes)) else {
    return nil
  }
  return members.mapValues(\.value)
}

/// A member of a JSON object.
private struct JSONMember: Decodable {
  let value: BodyValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The decoder tells a value's type only by refusing the others.
    if container.decodeNil() {
      value = .null
    } else if let text = try? container.decode(String.self) {
      value = .text(text)
    } else if let flag = try? container.decode(Bool.self) {
      value = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      value = .number(number)
    } else {
      value = .nested
    }
  }
}
