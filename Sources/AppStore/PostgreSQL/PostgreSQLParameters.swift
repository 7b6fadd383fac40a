#if PostgreSQL
  /// The values of a statement in PostgreSQL's binary form, one behind the other.
  struct PostgreSQLParameters {
    private var bytes: [UInt8] = []
    /// The offset of each parameter; `nil` for no value.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    private let formats: [Int32]

    init(_ values: [SQLValue]) {
      formats = [Int32](repeating: 1, count: values.count)
      bytes.reserveCapacity(16 * values.count + 256)
      for value in values { append(value) }
      // An empty value at the end has an address too.
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

    /// Hands them over as libpq wants them: where each is, how long, and in which form.
    func withPointers<T>(
      _ body: (UnsafePointer<UnsafePointer<CChar>?>, [Int32], [Int32]) -> T
    ) -> T {
      // Sound: the pointers are into an array that is there during the call.
      unsafe bytes.withUnsafeBytes { buffer in
        var pointers: [UnsafePointer<CChar>?] = unsafe starts.map { start in
          guard let start else { return nil }
          return unsafe buffer.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
        }
        // One more, so that no values have an address too.
        unsafe pointers.append(nil)
        return unsafe body(pointers, lengths, formats)
      }
    }
  }
#endif
