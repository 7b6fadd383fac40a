public import GNSSBasics

// Summaries of rows as a plain computation over ``Store/rows(in:after:limit:)``. Stores in a database
// replace them by statements of SQL.
extension Store {
  /// Returns the sums of a field's values over spans of time.
  public func sums(
    of field: Quantity, over spans: TimeSpans, owners: [String]?
  ) async throws(StoreError) -> [[ValueSums]] {
    let none = [ValueSums](repeating: ValueSums(), count: spans.count)
    var sums = [[ValueSums]](repeating: none, count: owners?.count ?? 1)
    try await forEachRow(in: RowSelection(spans.period, owners: owners)) { row in
      guard let span = spans.index(of: row.time) else { return }
      let key = row.email.map(Profile.key)
      for index in sums.indices where owners.map({ $0[index] == key }) ?? true {
        sums[index][span].add(row[field])
      }
    }
    return sums
  }

  /// Returns a page of a selection's rows with one of their fields, by time and then by number.
  public func samples(
    of field: Quantity, in selection: RowSelection, after cursor: RowCursor?, limit: Int
  ) async throws(StoreError) -> [FieldSample] {
    var samples: [FieldSample] = []
    try await forEachRow(in: selection, after: cursor) { row in
      guard samples.count < limit else { return }
      samples.append(
        FieldSample(
          id: row.id, time: row.time, latitude: row[.latitude], longitude: row[.longitude],
          value: row[field]))
    }
    return samples
  }

  /// Returns the number of a selection's rows.
  public func count(_ selection: RowSelection) async throws(StoreError) -> Int {
    var count = 0
    try await forEachRow(in: selection) { _ in count += 1 }
    return count
  }

  /// Returns the accounts with the most rows in a period, and their numbers of rows.
  public func ownerCounts(
    in period: ClosedRange<UnixTime>, limit: Int
  ) async throws(StoreError) -> [OwnerCount] {
    var counts: [String?: Int] = [:]
    try await forEachRow(in: RowSelection(period)) { counts[$0.email, default: 0] += 1 }
    let all = counts.map { OwnerCount(email: $0.key, count: $0.value) }
    return Array(all.sorted(by: OwnerCount.comesFirst).prefix(limit))
  }

  /// Calls a closure with each of a selection's rows, by time and then by number.
  private func forEachRow(
    in selection: RowSelection, after cursor: RowCursor? = nil, _ body: (AirRow) -> Void
  ) async throws(StoreError) {
    var cursor = cursor
    while true {
      let page = try await rows(in: selection.period, after: cursor, limit: 1000)
      for row in page where selection.contains(row) { body(row) }
      guard page.count == 1000, let last = page.last else { return }
      cursor = RowCursor(last)
    }
  }
}

extension OwnerCount {
  /// Returns whether a count precedes another one: the most rows first, then by e-mail address.
  package static func comesFirst(_ a: OwnerCount, _ b: OwnerCount) -> Bool {
    (b.count, a.email ?? "") < (a.count, b.email ?? "")
  }
}
