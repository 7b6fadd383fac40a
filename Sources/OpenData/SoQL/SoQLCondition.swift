/// The condition that `$where` puts on a row.
///
/// Answers are those of SQL: true, false, or unknown (`nil`) where a null takes part; a row is delivered
/// when the answer is true.
indirect enum SoQLCondition: Hashable {
  /// A column of the row by its place, or a value.
  enum Operand: Hashable {
    case column(Int)
    case value(SoQLValue)
  }

  enum Comparison: String, Hashable, CaseIterable {
    case equal = "="
    case unequal = "!="
    case alsoUnequal = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  case comparison(Operand, Comparison, Operand)
  case isIn(Operand, [Operand])
  case between(Operand, Operand, Operand)
  case isNull(Operand)
  case not(SoQLCondition)
  case all([SoQLCondition])
  case any([SoQLCondition])

  /// Whether it holds for a row.
  ///
  /// - Parameter cell: The value of a column of the row, asked for only where it matters.
  /// - Returns: Whether; `nil` for unknown.
  func holds(_ cell: (Int) -> SoQLValue) -> Bool? {
    switch self {
    case .comparison(let left, let comparison, let right):
      return comparison.holds(left.value(cell), right.value(cell))
    case .isIn(let operand, let list):
      let value = operand.value(cell)
      return Self.any(list) { value.isEqual(to: $0.value(cell)) }
    case .between(let operand, let low, let high):
      let value = operand.value(cell)
      return Self.all([
        Comparison.greaterOrEqual.holds(value, low.value(cell)),
        Comparison.lessOrEqual.holds(value, high.value(cell)),
      ]) { $0 }
    case .isNull(let operand): return operand.value(cell) == .null
    case .not(let condition): return condition.holds(cell).map { !$0 }
    case .all(let conditions): return Self.all(conditions) { $0.holds(cell) }
    case .any(let conditions): return Self.any(conditions) { $0.holds(cell) }
    }
  }

  private static func all<T>(_ items: [T], _ holds: (T) -> Bool?) -> Bool? {
    var answer: Bool? = true
    for item in items {
      switch holds(item) {
      case false?: return false
      case nil: answer = nil
      case true?: break
      }
    }
    return answer
  }

  private static func any<T>(_ items: [T], _ holds: (T) -> Bool?) -> Bool? {
    var answer: Bool? = false
    for item in items {
      switch holds(item) {
      case true?: return true
      case nil: answer = nil
      case false?: break
      }
    }
    return answer
  }
}

extension SoQLCondition.Operand {
  fileprivate func value(_ cell: (Int) -> SoQLValue) -> SoQLValue {
    switch self {
    case .column(let place): cell(place)
    case .value(let value): value
    }
  }
}

extension SoQLCondition.Comparison {
  fileprivate func holds(_ a: SoQLValue, _ b: SoQLValue) -> Bool? {
    switch self {
    case .equal: a.isEqual(to: b)
    case .unequal, .alsoUnequal: a.isEqual(to: b).map { !$0 }
    case .less: a.isLess(than: b)
    case .lessOrEqual: b.isLess(than: a).map { !$0 }
    case .greater: b.isLess(than: a)
    case .greaterOrEqual: a.isLess(than: b).map { !$0 }
    }
  }
}

// MARK: What rows cannot be

extension SoQLCondition {
  /// The values that a column has in every row for which this holds; `nil` where it may have any.
  func values(of column: Int) -> [SoQLValue]? {
    switch self {
    case .comparison(.column(column), .equal, .value(let value)),
      .comparison(.value(let value), .equal, .column(column)):
      return [value]
    case .isIn(.column(column), let list):
      var values: [SoQLValue] = []
      for case .value(let value) in list { values.append(value) }
      return values.count == list.count ? values : nil
    case .all(let conditions):
      return conditions.compactMap { $0.values(of: column) }.min { $0.count < $1.count }
    default: return nil
    }
  }

  /// The times that a column has in every row for which this holds.
  func times(of column: Int) -> ClosedRange<Int64> {
    switch self {
    case .comparison(.column(column), let comparison, .value(.timestamp(let time))):
      switch comparison {
      case .equal: return time...time
      case .less, .lessOrEqual: return .min...time
      case .greater, .greaterOrEqual: return time ... .max
      case .unequal, .alsoUnequal: return .min ... .max
      }
    case .between(.column(column), .value(.timestamp(let low)), .value(.timestamp(let high))):
      return low <= high ? low...high : .max ... .max
    case .all(let conditions):
      return conditions.reduce(.min ... .max) { range, condition in
        let times = condition.times(of: column)
        return range.overlaps(times) ? range.clamped(to: times) : .max ... .max
      }
    default: return .min ... .max
    }
  }
}
