internal import AppServer
internal import Bytes

/// The rows of a selection as a file of CSV, JSON or GeoJSON, read a page at a time.
struct RowFile: ReplyPages {
  /// The format of a file.
  enum Format: String, Sendable, CaseIterable {
    case csv, geojson, json

    /// The format's media type.
    var contentType: String {
      switch self {
      case .csv: "text/csv; charset=utf-8; header=present"
      case .geojson: "application/geo+json"
      case .json: "application/json"
      }
    }
  }

  private let store: any Store
  private let selection: RowSelection?
  private let format: Format
  private var last: FieldSample?
  private var isBegun = false
  private var isOver = false

  /// The number of rows in a page.
  private static let pageSize = 500

  /// Creates the file of a selection; `nil` has no rows.
  init(of selection: RowSelection?, in store: any Store, as format: Format) {
    self.selection = selection
    self.store = store
    self.format = format
  }

  mutating func next() async throws(StoreError) -> [UInt8]? {
    guard !isOver else { return nil }
    var bytes = isBegun ? [] : format.start
    isBegun = true
    let rows = try await page()
    for row in rows { format.append(row, isFirst: row.row.id == firstID, to: &bytes) }
    if isOver { bytes += format.end }
    return bytes
  }

  /// The number of the first row, before which no comma is.
  private var firstID: Int64?

  private mutating func page() async throws(StoreError) -> [SealedRow] {
    guard let selection else {
      isOver = true
      return []
    }
    let samples = try await store.samples(
      of: .temperature, in: selection, after: last.map { RowCursor($0) }, limit: Self.pageSize)
    isOver = samples.count < Self.pageSize
    last = samples.last ?? last
    firstID = firstID ?? samples.first?.id
    return try await store.sealedRows(samples.map(\.id)).map(\.sealed)
  }
}

extension RowFile.Format {
  fileprivate var start: [UInt8] {
    switch self {
    case .csv: RowExport.csvHeader
    case .geojson: Array(#"{"type":"FeatureCollection","features":["#.utf8)
    case .json: Array("[".utf8)
    }
  }

  fileprivate var end: [UInt8] {
    switch self {
    case .csv: []
    case .geojson: Array("]}\n".utf8)
    case .json: Array("]\n".utf8)
    }
  }

  fileprivate func append(_ row: SealedRow, isFirst: Bool, to bytes: inout [UInt8]) {
    if self == .csv { return bytes += RowExport.csv(row) }
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    bytes += self == .json ? RowExport.json(row) : RowExport.geoJSON(row)
  }
}
