internal import AirStatistics
internal import AppServer
internal import GNSSBasics

// The statements that sum up rows on a connection.
extension SQLConnection {
  /// Returns the sums of a field over spans of time, each span by one statement.
  ///
  /// A single statement grouped by span takes twice as long in SQLite, which then sorts all rows.
  func sums(
    of field: Quantity, over spans: TimeSpans, owners: [String]?
  ) throws(StoreError) -> [[ValueSums]] {
    let none = [ValueSums](repeating: ValueSums(), count: spans.count)
    var sums = [[ValueSums]](repeating: none, count: owners?.count ?? 1)
    for index in 0..<spans.count {
      let period = spans.span(index).storedBounds
      if let owners {
        try run(Self.sums(of: field, byOwner: true), period + SQLValue.owners(owners)) { row in
          let key = row.text(0).map(Profile.key)
          for owner in owners.indices where owners[owner] == key {
            sums[owner][index] = row.valueSums(1)
          }
        }
      } else {
        try run(Self.sums(of: field, byOwner: false), period) { sums[0][index] = $0.valueSums(0) }
      }
    }
    return sums
  }

  func samples(
    of field: Quantity, in selection: RowSelection, after cursor: RowCursor?, limit: Int
  ) throws(StoreError) -> [FieldSample] {
    let page = Self.page(of: selection.period, after: cursor, limit: limit)
    guard let owners = selection.owners else {
      return try all(.samples(field), page) { $0.fieldSample() }
    }
    return try all(.samplesOfOwners(field), page + SQLValue.owners(owners)) { $0.fieldSample() }
  }

  func count(_ selection: RowSelection) throws(StoreError) -> Int {
    let period = selection.period.storedBounds
    let count =
      if let owners = selection.owners {
        try first(.countRowsOfOwners, period + SQLValue.owners(owners)) { $0.integer(0) ?? 0 }
      } else {
        try first(.countRows, period) { $0.integer(0) ?? 0 }
      }
    return Int(count ?? 0)
  }

  func ownerCounts(
    in period: ClosedRange<UnixTime>, limit: Int
  ) throws(StoreError) -> [OwnerCount] {
    let counts = try all(.ownerCounts, period.storedBounds) { row in
      OwnerCount(email: row.text(0), count: Int(row.integer(1) ?? 0))
    }
    // Databases order texts by their own collations, so that the order is made here.
    return Array(counts.sorted(by: OwnerCount.comesFirst).prefix(max(0, limit)))
  }
}

extension ClosedRange<UnixTime> {
  /// The first and the last stored millisecond of the period.
  fileprivate var storedBounds: [SQLValue] {
    [.integer(lowerBound.millisecondsRoundedUp), .integer(upperBound.milliseconds)]
  }
}

extension SQLValue {
  /// Returns the keys of accounts as the values of a statement, which has a fixed number of them.
  fileprivate static func owners(_ keys: [String]) -> [SQLValue] {
    let known = keys.prefix(RowSelection.mostOwners).map { SQLValue.key($0) }
    return known + Array(repeating: .null, count: RowSelection.mostOwners - known.count)
  }
}

extension SQLRow {
  func valueSums(_ column: Int) -> ValueSums {
    var sums = ValueSums()
    sums.samples = Int(integer(column) ?? 0)
    sums.count = Int(integer(column + 1) ?? 0)
    sums.sum = real(column + 2) ?? 0
    sums.least = real(column + 3)
    sums.greatest = real(column + 4)
    return sums
  }

  /// Reads a sample from a row of ``Statement/samples(_:)``.
  fileprivate func fieldSample() -> FieldSample {
    FieldSample(
      id: integer(0) ?? 0, time: UnixTime(milliseconds: integer(1) ?? 0), latitude: real(2),
      longitude: real(3), value: real(4))
  }
}
