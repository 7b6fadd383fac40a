/// The condition that `$where` puts on a row.
///
/// Conditions have SQL's three values: true, false and unknown (`nil`), the latter when a null takes part.
/// A row is delivered when the condition is true.
indirect enum SoQLCondition: Hashable {
  /// An operand: a column of the row by its index, or a value.
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

  /// Returns whether the condition holds for a row.
  ///
  /// - Parameter cell: A closure that returns the value of a column of the row; called only for needed
  ///   columns.
  /// - Returns: Whether the condition holds; `nil` for unknown.
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

// MARK: Bounds for matching rows

extension SoQLCondition {
  /// Returns the possible values of a column in rows that match; `nil` when any value is possible.
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

  /// Returns the possible times of a column in rows that match, milliseconds of local time.
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
