/// The rows that answer a query, in the query's order.
struct Delivery {
  /// The rows; each has one value for each of the query's columns.
  var rows: [[SoQLValue]] = []
  /// Whether rows were cut at the default limit, because the query set none.
  var isCutByDefault = false

  /// Answers a query of a list of sensors.
  init(_ query: SoQLQuery, from all: [[SoQLValue]]) {
    var found = all.filter { row in query.condition.map { $0.holds { row[$0] } == true } ?? true }
    if !query.order.isEmpty {
      found = found.stablySorted { query.comesFirst($0, $1) { row, column in row[column] } }
    }
    let rest = found.dropFirst(query.offset)
    isCutByDefault = query.limit == nil && rest.count > SoQLQuery.defaultLimit
    rows = rest.prefix(query.limit ?? SoQLQuery.defaultLimit).map { row in
      query.columns.map { row[$0] }
    }
  }

  /// Answers a query of measured values.
  init(_ query: SoQLQuery, from source: MeasuredRows) {
    var source = source
    let limit = query.limit ?? SoQLQuery.defaultLimit
    let found = Self.found(query, in: &source, atMost: query.offset + limit + 1)
    let rest = found.dropFirst(query.offset)
    isCutByDefault = query.limit == nil && rest.count > limit
    rows.reserveCapacity(min(limit, rest.count))
    for row in rest.prefix(limit) {
      rows.append(query.columns.map { source.cell($0, of: row) })
    }
  }

  /// Returns the rows that match the condition, sorted by the query's order.
  ///
  /// Rows are made in the order of time. When the query orders by time, at most `most` rows are collected.
  private static func found(
    _ query: SoQLQuery, in source: inout MeasuredRows, atMost most: Int
  ) -> [MeasuredRows.Row] {
    let isByTime = query.order.first.map { $0.column == MeasuredRows.Column.time } ?? true
    let rest = isByTime ? Array(query.order.dropFirst()) : query.order
    var found: [MeasuredRows.Row] = []
    let rows = source
    rows.forEachTime(isDescending: query.order.first?.isDescending ?? true || !isByTime) { rows in
      var holding = rows
      if let condition = query.condition {
        holding = rows.filter { row in condition.holds { source.cell($0, of: row) } == true }
      }
      found += isByTime ? sorted(holding, by: rest, in: &source) : holding
      return !isByTime || found.count < most
    }
    return isByTime ? found : sorted(found, by: rest, in: &source)
  }

  private static func sorted(
    _ rows: [MeasuredRows.Row], by keys: [SoQLQuery.Key], in source: inout MeasuredRows
  ) -> [MeasuredRows.Row] {
    guard !keys.isEmpty else { return rows }
    let keyed = rows.map { row in
      (row: row, values: keys.map { source.cell($0.column, of: row) })
    }
    return keyed.stablySorted { a, b in
      for (index, key) in keys.enumerated() {
        if let answer = key.comesFirst(a.values[index], b.values[index]) { return answer }
      }
      return false
    }.map(\.row)
  }
}

extension SoQLQuery {
  /// Returns whether a row comes before another row in the query's order.
  fileprivate func comesFirst<Row>(
    _ a: Row, _ b: Row, _ cell: (Row, Int) -> SoQLValue
  ) -> Bool {
    for key in order {
      if let answer = key.comesFirst(cell(a, key.column), cell(b, key.column)) { return answer }
    }
    return false
  }
}

extension SoQLQuery.Key {
  /// Returns whether a value comes before another value; `nil` when they are equal.
  ///
  /// Nulls are the greatest values.
  fileprivate func comesFirst(_ a: SoQLValue, _ b: SoQLValue) -> Bool? {
    switch (a == .null, b == .null) {
    case (true, true): return nil
    case (true, false): return isDescending
    case (false, true): return !isDescending
    case (false, false):
      if a.isLess(than: b) == true { return !isDescending }
      if b.isLess(than: a) == true { return isDescending }
      return nil
    }
  }
}

extension Array {
  /// Returns the elements sorted; equal elements keep their order.
  fileprivate func stablySorted(by comesFirst: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { a, b in
      if comesFirst(a.element, b.element) { return true }
      return !comesFirst(b.element, a.element) && a.offset < b.offset
    }.map(\.element)
  }
}
