#if PostgreSQL
  internal import CPostgreSQL

  /// A row of a result in PostgreSQL's binary format.
  ///
  /// Sound throughout: a row is used only while its result exists, and a value has the number of bytes that
  /// its length states.
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

    /// Returns a column's eight bytes, read in network byte order.
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

  /// The encoding of texts in PostgreSQL, whose texts cannot contain NUL.
  enum PostgreSQLText {
    private static let mark: UInt8 = 1

    /// Returns the text with each NUL replaced by `U+0001 0`, and each U+0001 by `U+0001 1`.
    static func encoded(_ text: String) -> [UInt8] {
      let bytes = Array(text.utf8)
      guard bytes.contains(where: { $0 <= mark }) else { return bytes }
      return bytes.flatMap { $0 <= mark ? [mark, $0 + UInt8(ascii: "0")] : [$0] }
    }

    /// Returns the original of an encoded text.
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
