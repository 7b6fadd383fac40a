/// The members of a request's body.
struct RequestBody {
  private let members: [String: BodyValue]

  init(_ bytes: [UInt8], expecting names: [String], reader: BodyReader) throws(Refusal) {
    guard let members = reader(bytes) else {
      let example = names.map { "\"\($0)\":\"…\"" }.joined(separator: ",")
      throw .invalid("body", "the body is no JSON object; send {\(example)}")
    }
    self.members = members
  }

  /// Returns the sorted names of the members that are not in `known`.
  func names(beyond known: [String]) -> [String] {
    members.keys.filter { !known.contains($0) }.sorted()
  }

  /// Returns whether the body has a member of this name.
  func has(_ name: String) -> Bool { members[name] != nil }

  /// Returns the text of a member; `nil` when the member is absent.
  ///
  /// - Throws: ``Refusal`` when the member is not text.
  func text(_ name: String, nullIsAbsent: Bool = false) throws(Refusal) -> String? {
    switch members[name] {
    case nil: return nil
    case .text(let text): return text
    case .null where nullIsAbsent: return nil
    case .some(let value): throw .invalid(name, "\(name) must be text, not \(value.kind)")
    }
  }

  /// Returns the text of a required member.
  func neededText(_ name: String) throws(Refusal) -> String {
    guard let text = try text(name) else { throw .invalid(name, "\(name) is missing") }
    return text
  }
}
