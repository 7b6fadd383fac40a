internal import TextOutput

/// A JSON value of any kind, to be written again as it was read.
enum JSONTree: Hashable, Decodable {
  case object([String: JSONTree])
  case array([JSONTree])
  case text(String)
  case integer(Int64)
  case number(Double)
  case flag(Bool)
  case null

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    // The decoder tells a value's type only by refusing the others.
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let values = try? value.decode([JSONTree].self) {
      self = .array(values)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }

  /// Writes the value; the members of an object by name.
  func write(to json: inout JSONWriter) {
    switch self {
    case .object(let members):
      json.object { json in
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
          json.member(name) { value.write(to: &$0) }
        }
      }
    case .array(let values): json.array { json in for value in values { value.write(to: &json) } }
    case .text(let text): json.value(text)
    case .integer(let number): json.value(number)
    case .number(let number): json.value(exactly: number)
    case .flag(let flag): json.value(flag)
    case .null: json.value(nil as String?)
    }
  }
}
