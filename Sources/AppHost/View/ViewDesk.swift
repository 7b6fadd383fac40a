internal import AirStatistics
internal import AppServer
internal import GNSSBasics
internal import HTTPMessages
internal import OpenData
internal import TextOutput

/// The answers to a page's queries about rows and stations.
///
/// Each query is a file of its own, an extension of the desk.
struct ViewDesk: Sendable {
  let store: any Store
  let openData: OpenDataServer
  let now: UnixTime

  /// The greatest number of rows that are read one by one for an answer.
  var rowLimit = 1_000_000

  /// A query with its period, field and accounts.
  struct Question: Sendable {
    let query: RowQuery
    let from: UnixTime
    let to: UnixTime
    let owners: [RowQuery.Owner]?

    init(_ query: RowQuery) throws(RowQuery.Invalid) {
      self.query = query
      (from, to) = try query.ends()
      owners = try query.owners()
    }

    /// The period; `nil` when its end is before its start, and nothing is in it.
    var period: ClosedRange<UnixTime>? { from <= to ? from...to : nil }

    /// The selected rows; `nil` when the period is reversed.
    var selection: RowSelection? {
      period.map { RowSelection($0, owners: owners?.map(\.key)) }
    }

    /// Returns the field of the query.
    func field() throws(RowQuery.Invalid) -> Quantity {
      try query.field(among: RowQuery.viewFields)
    }

    /// Writes the period as the members `from` and `to`, and `reversed` when its end is before its start.
    func write(to json: inout JSONWriter) {
      json.member("from", AirRow.timestamp(from))
      json.member("to", AirRow.timestamp(to))
      if period == nil { json.member("reversed", true) }
    }
  }

  /// Returns the selected rows with one field.
  ///
  /// - Throws: `RowQuery.Invalid` when there are more rows than ``rowLimit``, or `StoreError`.
  func samples(of field: Quantity, in question: Question) async throws -> [FieldSample] {
    guard let selection = question.selection else { return [] }
    var samples: [FieldSample] = []
    while true {
      let page = try await store.samples(
        of: field, in: selection, after: samples.last.map { RowCursor($0) }, limit: Self.pageSize)
      samples += page
      guard samples.count <= rowLimit else {
        throw RowQuery.Invalid(
          text: "there are more than \(rowLimit) rows in this period; ask for a shorter one")
      }
      if page.count < Self.pageSize { return samples }
    }
  }

  /// The number of rows that are read at once.
  private static let pageSize = 20_000

  /// Returns the valid values of a sensor in the query's period.
  func values(of sensor: StationSensor, in question: Question) -> [TimedValue] {
    guard let period = question.period else { return [] }
    return openData.values(of: sensor.sensor.id, in: period, at: now).map {
      TimedValue($0.value, at: $0.time)
    }
  }
}

extension JSONWriter {
  /// Writes three quartiles as an array, or `null` without values.
  mutating func value(_ quartiles: Quartiles?) {
    guard let quartiles else { return value(nil as String?) }
    array { json in
      for value in [quartiles.first, quartiles.median, quartiles.third] {
        json.value(exactly: value)
      }
    }
  }

  /// Writes the members `count`, `mean` and `quartiles`.
  mutating func members(of summary: ValueSummary?) {
    member("count", summary?.count ?? 0)
    member("mean", exactly: summary?.mean)
    member("quartiles") { $0.value(summary?.quartiles) }
  }

  /// Writes the members `mean`, `min` and `max`.
  mutating func members(of sums: ValueSums) {
    member("mean", exactly: sums.mean)
    member("min", exactly: sums.least)
    member("max", exactly: sums.greatest)
  }

  /// Writes the members `latitude` and `longitude`.
  mutating func members(of place: SurfacePoint) {
    member("latitude", exactly: place.latitude)
    member("longitude", exactly: place.longitude)
  }
}
