/// A reader that loads the bits of a payload in words of eight bytes.
///
/// Every decoded field of every message is read here, so speed matters.
struct WordReader: ~Escapable {
  let payload: Span<UInt8>
  /// The bit offset at which the readable bits end; -1 when the payload is shorter than eight bytes.
  private let limit: Int

  @_lifetime(copy payload)
  init(_ payload: Span<UInt8>) {
    self.payload = payload
    limit = payload.count < 8 ? -1 : payload.count * 8
  }

  /// Whether ``bits(at:count:)`` can read a field: at most 57 bits, all inside the payload.
  @inline(always)
  func canRead(at position: Int, count: Int) -> Bool {
    canRead(at: position, count: count, each: count)
  }

  /// Whether ``bits(at:count:)`` can read each of some neighbours, which have `count` bits together.
  @inline(always)
  func canRead(at position: Int, count: Int, each width: Int) -> Bool {
    width <= 57 && position &+ count <= limit
  }

  /// Returns `count` bits as a number, the first bit highest.
  ///
  /// - Parameters:
  ///   - position: The offset of the first bit, not negative.
  ///   - count: The number of bits, `0...57`; ``canRead(at:count:)`` must be true of them.
  /// - Returns: The bits, with the last bit lowest.
  @inline(always)
  func bits(at position: Int, count: Int) -> UInt64 {
    // Any 57 bits lie within the eight bytes that end with their last byte, or within the payload's first.
    let offset = max(0, (position &+ count &+ 7) >> 3 &- 8)
    let bits = word(at: offset) &<< UInt64(truncatingIfNeeded: position &- offset &* 8)
    return (bits &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count)
  }

  /// Returns the bits that end at a position: at least 57 of them are valid, enough for any field in eight
  /// bytes.
  ///
  /// - Parameter end: The offset just past the last bit: at least 57, and not past the payload's end.
  /// - Returns: The bits, with the last bit lowest; the bits above the valid ones have no meaning.
  @inline(always)
  func word(before end: Int) -> UInt64 {
    let last = end &- 1
    return word(at: last >> 3 &- 7) &>> UInt64(truncatingIfNeeded: ~last & 7)
  }

  /// Returns eight bytes as a big-endian number.
  @inline(always)
  private func word(at offset: Int) -> UInt64 {
    // Sound: the callers ensure that eight bytes follow this offset.
    let word = unsafe payload.bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: UInt64.self)
    return UInt64(bigEndian: word)
  }
}
