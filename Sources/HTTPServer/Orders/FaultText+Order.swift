package import TextOutput

extension FaultText {
  /// Reads a fault from an order's body, such as `{"fault": "stall", "mount": "BASE", "from": 60, "to": 70}`; the
  /// result is `nil` for a body of another form.
  ///
  /// - Parameters:
  ///   - members: The members of the body; `nil` for a body that is no JSON object.
  ///   - isOther: Returns whether something that the kinds' tables lack has a name.
  /// - Throws: `FaultTextError` for an invalid fault.
  package init?(
    order members: [String: OrderMember]?,
    besides isOther: @escaping (String) -> Bool = { _ in false }
  ) throws(FaultTextError<Kind>) {
    guard let members, case .text(let name) = members["fault"] else { return nil }
    var words: [(key: String, value: String?)] = []
    for (key, member) in members.sorted(by: { $0.key < $1.key }) where key != "fault" {
      switch member {
      case .number(let number): words.append((key, "\(number)"))
      case .text(let text): words.append((key, text))
      case .null where key == "to" || key == Kind.affectedKey: break
      default: return nil
      }
    }
    try self.init(name, words, besides: isOther)
  }
}
