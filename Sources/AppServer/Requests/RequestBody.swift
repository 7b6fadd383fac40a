/// The members of a request's body, read one by one.
struct RequestBody {
  private let members: [String: BodyValue]

  init(_ bytes: [UInt8], expecting names: [String], reader: BodyReader) throws(Refusal) {
    guard let members = reader(bytes) else {
      let example = names.map { "\"\($0)\":\"…\"" }.joined(separator: ",")
      throw .invalid("body", "the body is no JSON object; send {\(example)}")
    }
    self.members = members
  }

  /// The names of the members beyond these, in order.
  func names(beyond known: [String]) -> [String] {
    members.keys.filter { !known.contains($0) }.sorted()
  }

  /// Whether there is such a member.
  func has(_ name: String) -> Bool { members[name] != nil }

  /// The text of a member; `nil` where there is none.
  ///
  /// - Throws: ``Refusal`` when it is there and no text.
  func text(_ name: String, nullIsAbsent: Bool = false) throws(Refusal) -> String? {
    switch members[name] {
    case nil: return nil
    case .text(let text): return text
    case .null where nullIsAbsent: return nil
    case .some(let value): throw .invalid(name, "\(name) must be text, not \(value.kind)")
    }
  }

  /// The text of a member that has to be there.
  func neededText(_ name: String) throws(Refusal) -> String {
    guard let text = try text(name) else { throw .invalid(name, "\(name) is missing") }
    return text
  }
}
