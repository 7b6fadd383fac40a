internal import AppServer
internal import AppStore
internal import Bytes
internal import HTTPMessages
internal import HTTPServer
internal import TextOutput

extension ViewDesk {
  /// Writes the accounts with the most rows.
  func writeOwners(_ question: Question, to json: inout JSONWriter) async throws {
    var owners: [OwnerCount] = []
    if let period = question.period { owners = try await store.ownerCounts(in: period, limit: 50) }
    question.write(to: &json)
    json.array("owners") { json in
      for owner in owners {
        json.object { json in
          json.member("email", owner.email)
          json.member("count", owner.count)
        }
      }
    }
  }

  /// Writes a page of rows with their seals, and whether each seal is right.
  func writeRows(_ question: Question, to json: inout JSONWriter) async throws {
    let limit = try question.query.number("limit", default: 50, in: 1...500)
    let cursor = try await cursor(in: question)
    var (count, page) = (0, [FieldSample]())
    if let selection = question.selection {
      count = try await store.count(selection)
      page = try await store.samples(
        of: .temperature, in: selection, after: cursor, limit: limit + 1)
    }
    let rows = try await store.sealedRows(page.prefix(limit).map(\.id))
    question.write(to: &json)
    json.member("count", count)
    json.array("rows") { json in
      for row in rows { json.object { $0.members(of: row) } }
    }
    json.member("next", page.count > limit ? page[limit - 1].id : nil)
  }

  /// Returns the place behind the row `after`; `nil` to begin at the first row.
  private func cursor(in question: Question) async throws -> RowCursor? {
    guard question.query.request.parameter("after") != nil else { return nil }
    let id = try question.query.number("after", default: 0, in: 1...Int.max)
    guard let row = try await store.sealedRows(after: Int64(id) - 1, limit: 1).first?.row,
      row.id == id
    else {
      throw RowQuery.Invalid(
        text: "after: there is no row \(id); leave it out to begin at the first row")
    }
    return RowCursor(row)
  }

  /// Returns a stream of the period's rows as a file.
  func rowFile(_ question: Question, as name: String) throws(RowQuery.Invalid) -> HTTPReply {
    guard let format = RowFile.Format(rawValue: name) else {
      throw RowQuery.Invalid(text: "as must be csv, geojson or json, not '\(name.prefix(40))'")
    }
    let coding = ContentCoding(acceptedBy: question.query.request.field("Accept-Encoding"))
    let days = [question.from, question.to].map { AirRow.timestamp($0).prefix(10) }
    let head = HTTPResponse(
      status: 200,
      fields: [
        HTTPField("Content-Type", format.contentType),
        HTTPField(
          "Content-Disposition", "attachment; filename=\"rows-\(days[0]).\(days[1]).\(name)\""),
      ], body: [])
    let file = RowFile(of: question.selection, in: store, as: format)
    return RowReply(file, head: head, coding: coding).reply
  }
}

/// A row with its seal, compared with the seal of the row before it.
struct CheckedRow: Sendable {
  /// The row.
  var sealed: SealedRow
  /// Whether the seal is that of the row and the previous seal.
  var isSealed: Bool
}

extension Store {
  /// Returns rows by their numbers, in the given order; rows that are missing are left out.
  func sealedRows(_ ids: [Int64]) async throws(StoreError) -> [CheckedRow] {
    var rows: [CheckedRow] = []
    for run in ids.runs {
      let found = try await sealedRows(
        after: max(0, run.lowerBound - 2), limit: Int(run.upperBound - run.lowerBound) + 2)
      for (index, row) in found.enumerated() where run.contains(row.row.id) {
        let previous = try await seal(before: row.row.id, from: index > 0 ? found[index - 1] : nil)
        let isSealed = previous.map { StoreVerification.isSealed(row, after: $0) } ?? false
        rows.append(CheckedRow(sealed: row, isSealed: isSealed))
      }
    }
    return rows
  }

  /// Returns the seal of the row before row `id`, which may be pruned; `nil` when it is missing.
  private func seal(
    before id: Int64, from row: SealedRow?
  ) async throws(StoreError) -> [UInt8]? {
    if let row, row.row.id == id - 1 { return row.seal }
    if id == 1 { return [] }
    return try await pruned().first { $0.ids.upperBound == id - 1 }?.lastSeal
  }
}

extension [Int64] {
  /// The runs of numbers of which each follows the one before it.
  fileprivate var runs: [ClosedRange<Int64>] {
    var runs: [ClosedRange<Int64>] = []
    for number in self {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs
  }
}

extension JSONWriter {
  /// Writes the members of a row, with the first 16 digits of its seal.
  fileprivate mutating func members(of row: CheckedRow) {
    let air = row.sealed.row
    member("id", air.id)
    member("time", AirRow.timestamp(air.time))
    member("email", air.email)
    for (field, value) in zip(AirRow.fields, air.values) { member(field.name, exactly: value) }
    member("seal", String(row.sealed.seal.hexadecimal.prefix(16)))
    member("sealed", row.isSealed)
  }
}
