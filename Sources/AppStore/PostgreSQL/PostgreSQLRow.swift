#if PostgreSQL
  internal import CPostgreSQL

  /// A row of a result in PostgreSQL's binary form.
  ///
  /// Sound throughout: it is used while the result is there; a value has the bytes that its length says.
  @safe struct PostgreSQLRow: SQLRow {
    private let result: OpaquePointer
    private let row: Int32

    init(_ result: OpaquePointer, _ row: Int32) {
      unsafe self.result = result
      self.row = row
    }

    func integer(_ column: Int) -> Int64? { word(column).map { Int64(bitPattern: $0) } }

    func real(_ column: Int) -> Double? { word(column).map { Double(bitPattern: $0) } }

    func text(_ column: Int) -> String? {
      guard let value = unsafe value(column) else { return nil }
      return unsafe PostgreSQLText.decoded(String(decoding: value, as: UTF8.self))
    }

    func bytes(_ column: Int) -> [UInt8]? { unsafe value(column).map { unsafe [UInt8]($0) } }

    /// Eight bytes in the network's order.
    private func word(_ column: Int) -> UInt64? {
      guard let value = unsafe value(column), value.count == 8 else { return nil }
      return unsafe UInt64(bigEndian: value.loadUnaligned(as: UInt64.self))
    }

    private func value(_ column: Int) -> UnsafeRawBufferPointer? {
      let column = Int32(column)
      guard unsafe PQgetisnull(result, row, column) == 0 else { return nil }
      let count = unsafe Int(PQgetlength(result, row, column))
      return unsafe UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: count)
    }
  }

  /// Texts as PostgreSQL keeps them, which has none with a NUL.
  enum PostgreSQLText {
    private static let mark: UInt8 = 1

    /// A text with `U+0001 0` for each NUL, and `U+0001 1` for each U+0001.
    static func encoded(_ text: String) -> [UInt8] {
      let bytes = Array(text.utf8)
      guard bytes.contains(where: { $0 <= mark }) else { return bytes }
      return bytes.flatMap { $0 <= mark ? [mark, $0 + UInt8(ascii: "0")] : [$0] }
    }

    /// The text that was encoded.
    static func decoded(_ text: String) -> String {
      guard text.utf8.contains(mark) else { return text }
      var bytes: [UInt8] = []
      var isMarked = false
      for byte in text.utf8 {
        if isMarked {
          bytes.append(byte &- UInt8(ascii: "0"))
        } else if byte != mark {
          bytes.append(byte)
        }
        isMarked = !isMarked && byte == mark
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
