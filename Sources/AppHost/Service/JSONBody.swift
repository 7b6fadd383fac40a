package import AppServer
internal import HTTPServer

/// Reads the members of a JSON object; returns `nil` for anything else.
@Sendable package func readJSONObject(_ bytes: [UInt8]) -> [String: BodyValue]? {
  OrderMember.members(of: bytes)?.mapValues { member in
    switch member {
    case .null: .null
    case .flag(let flag): .flag(flag)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .object, .other: .nested
    }
  }
}
