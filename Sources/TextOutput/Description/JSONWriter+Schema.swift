extension JSONWriter {
  /// Writes the JSON schema of a value, in the form of OpenAPI 3.1.
  ///
  /// An object with a schema name is written as a reference to that schema.
  ///
  /// - Parameters:
  ///   - member: The value with its description; its name is not used.
  ///   - isReferring: Whether to write a reference for an object with a schema name; `false` writes the
  ///     schema.
  public mutating func value(schemaOf member: Described, isReferring: Bool = true) {
    if case .object(_, let name?) = member.value, isReferring {
      return object { $0.member("$ref", "#/components/schemas/\(name)") }
    }
    object { json in
      json.writeKind(of: member)
      if let limits = member.limits {
        if limits.lowerBound > .min { json.member("minimum", limits.lowerBound) }
        if limits.upperBound < .max { json.member("maximum", limits.upperBound) }
      }
      let unit = member.unit.isEmpty ? "" : "(\(member.unit))"
      let sentence = [member.meaning, unit].filter { !$0.isEmpty }.joined(separator: " ")
      if !sentence.isEmpty { json.member("description", sentence) }
    }
  }

  private mutating func writeKind(of member: Described) {
    switch member.value {
    case .object(let members, _): writeObject(of: members)
    case .table(_, let element):
      type("object", isNullable: false)
      self.member("additionalProperties") { $0.value(schemaOf: Described("", element)) }
    case .array(let values):
      type("array", isNullable: false)
      guard let first = values.first else { return }
      self.member("items") { $0.value(schemaOf: Described("", first)) }
    case .text: type("string", isNullable: member.isNullable)
    case .date:
      type("string", isNullable: member.isNullable)
      self.member("format", "date-time")
    case .word(_, let words), .rank(_, let words):
      array("enum") { json in for word in words { json.value(word) } }
    case .count: type("integer", isNullable: member.isNullable)
    case .number: type("number", isNullable: member.isNullable)
    case .flag: type("boolean", isNullable: member.isNullable)
    }
  }

  private mutating func writeObject(of members: [Described]) {
    type("object", isNullable: false)
    array("required") { json in for member in members { json.value(member.name) } }
    object("properties") { json in
      for member in members { json.member(member.name) { $0.value(schemaOf: member) } }
    }
  }

  private mutating func type(_ name: String, isNullable: Bool) {
    guard isNullable else { return member("type", name) }
    array("type") { json in
      json.value(name)
      json.value("null")
    }
  }
}

extension DescribedValue {
  /// The objects with schema names in the value, itself included: each name once, outer objects first.
  public var schemas: [(name: String, value: DescribedValue)] {
    var schemas: [(name: String, value: DescribedValue)] = []
    collect(&schemas)
    return schemas
  }

  private func collect(_ schemas: inout [(name: String, value: DescribedValue)]) {
    if case .object(_, let name?) = self {
      if schemas.contains(where: { $0.name == name }) { return }
      schemas.append((name, self))
    }
    switch self {
    case .table(_, let element): element.collect(&schemas)
    case .array(let values): values.first?.collect(&schemas)
    default: for member in members { member.value.collect(&schemas) }
    }
  }
}
