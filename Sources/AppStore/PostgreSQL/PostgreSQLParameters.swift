#if PostgreSQL
  /// The values of a statement in PostgreSQL's binary format, in one buffer.
  struct PostgreSQLParameters {
    private var bytes: [UInt8] = []
    /// The offset of each parameter in the buffer; `nil` for NULL.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    private let formats: [Int32]

    init(_ values: [SQLValue]) {
      formats = [Int32](repeating: 1, count: values.count)
      bytes.reserveCapacity(16 * values.count + 256)
      for value in values { append(value) }
      // An extra byte gives an empty value at the end a valid address.
      bytes.append(0)
    }

    private mutating func append(_ value: SQLValue) {
      let start = bytes.count
      switch value {
      case .null:
        starts.append(nil)
        lengths.append(0)
        return
      case .integer(let number): appendWord(UInt64(bitPattern: number))
      case .real(let number): appendWord(number.bitPattern)
      case .text(let text): bytes += PostgreSQLText.encoded(text)
      case .bytes(let blob): bytes += blob
      }
      starts.append(start)
      lengths.append(Int32(clamping: bytes.count - start))
    }

    private mutating func appendWord(_ word: UInt64) {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }

    /// Calls a closure with the parameters' pointers, lengths and formats, as libpq expects them.
    func withPointers<T>(
      _ body: (UnsafePointer<UnsafePointer<CChar>?>, [Int32], [Int32]) -> T
    ) -> T {
      // Sound: the pointers are into an array that outlives the call.
      unsafe bytes.withUnsafeBytes { buffer in
        var pointers: [UnsafePointer<CChar>?] = unsafe starts.map { start in
          guard let start else { return nil }
          return unsafe buffer.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
        }
        // An extra entry gives an empty list of values a valid address.
        unsafe pointers.append(nil)
        return unsafe body(pointers, lengths, formats)
      }
    }
  }
#endif
