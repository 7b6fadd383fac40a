/// Reads the bits of a payload eight bytes at once.
///
/// What decodes every field of every message goes through here.
struct WordReader: ~Escapable {
  let payload: Span<UInt8>
  /// Behind which bit a field must not end; -1 where eight bytes are not there.
  private var limit: Int
  /// The offset of the last eight bytes.
  private let lastOffset: Int

  @_lifetime(copy payload)
  init(_ payload: Span<UInt8>) {
    self.payload = payload
    limit = payload.count < 8 ? -1 : payload.count * 8
    lastOffset = max(0, payload.count - 8)
  }

  /// Whether ``bits(at:count:)`` can read a field: it has up to 57 bits, and they are there.
  @inline(always)
  func canRead(at position: Int, count: Int) -> Bool {
    count <= 57 && position &+ count <= limit
  }

  /// Makes ``canRead(at:count:)`` say no from now on.
  @_lifetime(self: copy self)
  mutating func end() { limit = -1 }

  /// Some bits as a number, the first one highest.
  ///
  /// - Parameters:
  ///   - position: The first bit, not negative.
  ///   - count: `0...57`; ``canRead(at:count:)`` must say yes.
  /// - Returns: The bits, the last one lowest.
  @inline(always)
  func bits(at position: Int, count: Int) -> UInt64 {
    // Wherever they begin, 57 bits lie in eight bytes: those from the first bit's byte on, or else
    // the last ones of the payload.
    let offset = min(position >> 3, lastOffset)
    let bits = word(at: offset) &<< UInt64(truncatingIfNeeded: position &- offset &* 8)
    return (bits &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count)
  }

  /// The bits before a position: at least 57, all that a field with eight bytes up to its end may have.
  ///
  /// - Parameter end: Behind the last bit, at most the payload's end; not less than 57.
  /// - Returns: The bits, the last one lowest; what is above them has no meaning.
  @inline(always)
  func word(before end: Int) -> UInt64 {
    let last = end &- 1
    return word(at: last >> 3 &- 7) &>> UInt64(truncatingIfNeeded: ~last & 7)
  }

  /// Eight bytes, the first one highest.
  @inline(always)
  private func word(at offset: Int) -> UInt64 {
    // Sound: who asks says that there are eight bytes from this offset on.
    let word = unsafe payload.bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: UInt64.self)
    return UInt64(bigEndian: word)
  }
}
