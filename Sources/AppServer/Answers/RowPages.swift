internal import GNSSBasics

/// The rows of a period as a JSON array, read a page at a time so that a long answer needs little memory.
public struct RowPages: Sendable {
  private let store: any Store
  private let period: ClosedRange<UnixTime>
  private let style: AnswerStyle
  private let tellsEmail: Bool
  private var page: [AirRow]
  private var isFirst = true
  private var isOver = false

  /// The number of rows in a page.
  public static let pageSize = 500

  /// Creates the pages of a period, and reads the first page from the store.
  init(
    of period: ClosedRange<UnixTime>, in store: any Store, style: AnswerStyle, tellsEmail: Bool
  ) async throws(StoreError) {
    self.store = store
    self.period = period
    self.style = style
    self.tellsEmail = tellsEmail
    page = try await store.rows(in: period, after: nil, limit: Self.pageSize)
  }

  /// Returns the array's next bytes, or `nil` after the array's end.
  ///
  /// - Throws: ``StoreError`` when the store fails; the answer sent so far is then cut off.
  public mutating func next() async throws(StoreError) -> [UInt8]? {
    guard !isOver else { return nil }
    var bytes: [UInt8] = isFirst ? [UInt8(ascii: "[")] : []
    write(page, to: &bytes)
    if page.count == Self.pageSize, let last = page.last {
      isFirst = false
      page = try await store.rows(in: period, after: RowCursor(last), limit: Self.pageSize)
    } else {
      page = []
    }
    if page.isEmpty {
      isOver = true
      let isEmpty = bytes.count == 1 && isFirst
      if style == .reference && !isEmpty { bytes.append(UInt8(ascii: "\n")) }
      bytes.append(UInt8(ascii: "]"))
    }
    return bytes
  }

  private func write(_ rows: [AirRow], to bytes: inout [UInt8]) {
    var writer = RowWriter(
      precision: style == .reference ? .single : .double, tellsEmail: tellsEmail)
    var needsComma = !isFirst
    for row in rows {
      if needsComma { bytes.append(UInt8(ascii: ",")) }
      needsComma = true
      guard style == .reference else {
        writer.append(row, to: &bytes)
        continue
      }
      var object: [UInt8] = []
      writer.append(row, to: &object)
      bytes.append(contentsOf: "\n  ".utf8)
      bytes.append(contentsOf: object.indentedJSON(level: 1))
    }
  }
}
