import RTCMParser

extension MessageDescription {
  /// The message for people: a line for each field with its DF number, raw number, value and unit.
  ///
  /// - Parameter indent: How far the lines are moved to the right.
  /// - Returns: Lines without a line feed after the last.
  public func table(indent: Int = 2) -> String {
    Self.lines(of: items, indent: indent).joined(separator: "\n")
  }

  /// What the columns of ``table(indent:)`` hold.
  static func tableHeading(indent: Int = 2) -> String {
    line("field", "name", "integer", "value", indent)
  }

  private static func lines(of items: [Item], indent: Int) -> [String] {
    items.flatMap { item -> [String] in
      switch item {
      case .field(let field, let bits):
        return [line(field.label, "\(field.name)", raw(field, bits), value(field, bits), indent)]
      case .text(let field, let text):
        return [line(field.label, "\(field.name)", "", "\"\(text)\"", indent)]
      case .trailing(let bits):
        return [line("", "trailing_bits", "", bits.bytes.hexadecimal, indent)]
      case .payload(let payload):
        return [line("", "payload", "", payload.hexadecimal, indent)]
      case .group(let group):
        let title = String(repeating: " ", count: indent) + group.title
        return [title] + lines(of: group.items, indent: indent + 2)
      }
    }
  }

  private static func line(
    _ label: String, _ name: String, _ raw: String, _ value: String, _ indent: Int
  ) -> String {
    let columns = label.padded(to: 6) + name.padded(to: 40 - indent) + raw.padded(to: 14) + value
    return String(repeating: " ", count: indent) + columns.trimmedRight
  }

  private static func raw(_ field: DataField, _ bits: UInt64) -> String {
    field.kind == .unsigned ? "\(bits)" : "\(field.integer(of: bits))"
  }

  private static func value(_ field: DataField, _ bits: UInt64) -> String {
    if bits == field.notAvailable { return "not available" }
    guard field.stepsPerUnit != 1 || field.unit != .none, let value = field.value(of: bits) else {
      return ""
    }
    let unit = "\(field.unit.symbol)"
    return unit.isEmpty ? "\(value)" : "\(value) \(unit)"
  }
}

extension MessageDescription.Group {
  fileprivate var title: String {
    [name, satelliteID.map { "\($0)" }, signal].compactMap { $0 }.joined(separator: " ")
  }
}

extension DataField {
  fileprivate var label: String { number == 0 ? "" : DataField.label(number) }
}

extension String {
  /// The string with spaces after it, at least one, up to a width.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }

  /// The string without the spaces at its end.
  fileprivate var trimmedRight: String {
    String(String(reversed().drop { $0 == " " }).reversed())
  }
}
