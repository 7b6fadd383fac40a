internal import RTCMParser

/// A copy of a payload with room behind it, so that eight bytes can be read wherever a field begins.
struct PaddedPayload {
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: RTCMFrame.maximumLength + 8)
  private(set) var bitCount = 0

  init() { bytes.initialize(repeating: 0, count: RTCMFrame.maximumLength + 8) }

  func deallocate() { bytes.deallocate() }

  mutating func copy(_ payload: Span<UInt8>) {
    bitCount = payload.count * 8
    payload.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      UnsafeMutableRawPointer(bytes).copyMemory(from: start, byteCount: buffer.count)
    }
  }

  /// A field's bits, at most 64.
  @inline(__always)
  func bits(at position: Int, count: Int) -> UInt64 {
    if count > 57 {
      let low = leftAligned(at: position &+ 32) &>> UInt64(truncatingIfNeeded: 96 &- count)
      let high = leftAligned(at: position) &>> 32
      return high &<< UInt64(truncatingIfNeeded: count &- 32) | low
    }
    return (leftAligned(at: position) &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count)
  }

  /// 57 bits and more, from one on.
  @inline(__always)
  private func leftAligned(at position: Int) -> UInt64 {
    // Sound: no field begins behind the payload, and there are eight bytes more than it can have.
    let word = UnsafeRawPointer(bytes).loadUnaligned(
      fromByteOffset: position &>> 3, as: UInt64.self)
    return word.bigEndian &<< UInt64(truncatingIfNeeded: position & 7)
  }

  /// Whether there is anything behind the last field but zeros that fill up its byte.
  func hasBits(behind position: Int) -> Bool {
    let rest = bitCount - position
    return rest >= 8 || (rest > 0 && bits(at: position, count: rest) != 0)
  }
}
