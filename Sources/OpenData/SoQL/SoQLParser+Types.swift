// The agreement of two operands' types.

extension SoQLParser {
  /// Converts a string operand to a number or a time when the other operand has that type.
  func agree(
    _ left: inout SoQLCondition.Operand, _ right: inout SoQLCondition.Operand
  ) throws(SoQLError) {
    guard let leftType = type(of: left), let rightType = type(of: right) else { return }
    if leftType == .point || rightType == .point {
      throw .typeMismatch(clause, "a point cannot be compared; ask for IS NULL, lat or lng")
    }
    guard leftType != rightType else { return }
    if let value = converted(right, to: leftType) {
      right = .value(value)
    } else if let value = converted(left, to: rightType) {
      left = .value(value)
    } else {
      throw .typeMismatch(clause, mismatch(left, right))
    }
  }

  private func type(of operand: SoQLCondition.Operand) -> SoQLType? {
    switch operand {
    case .column(let place): columns[place].type
    case .value(let value): value.type
    }
  }

  private func converted(_ operand: SoQLCondition.Operand, to type: SoQLType) -> SoQLValue? {
    guard case .value(.text(let text)) = operand else { return nil }
    return .reading(text, as: type)
  }

  private func mismatch(
    _ left: SoQLCondition.Operand, _ right: SoQLCondition.Operand
  ) -> String {
    func describe(_ operand: SoQLCondition.Operand) -> String {
      switch operand {
      case .column(let place): "\(columns[place].name) is \(columns[place].type.rawValue)"
      case .value(.text(let text)): "'\(text.quoted)' is text"
      case .value(.number(let number)): "\(number) is a number"
      case .value: "the other is neither"
      }
    }
    return "\(describe(left)), \(describe(right)); text is written '…', and times "
      + "'2026-06-10T11:00:00'"
  }
}

extension SoQLValue {
  /// Returns a string read as a value of a type; `nil` when the string is not such a value.
  static func reading(_ text: String, as type: SoQLType) -> SoQLValue? {
    switch type {
    case .text: .text(text)
    case .number: SoQLLiteral.number(text).map { .number($0) }
    case .timestamp: SoQLLiteral.timestamp(text).map { .timestamp($0) }
    case .point: nil
    }
  }
}
