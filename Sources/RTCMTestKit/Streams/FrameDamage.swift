internal import Mathematics
import RTCMParser

/// A kind of damage that a bad transmission line does to a frame.
public enum FrameDamage: String, Hashable, Sendable, CaseIterable {
  /// Flipped bits, one, three or five: the CRC detects every odd number.
  case flippedBits = "flipped-bits"
  /// Missing bytes, one to four, in the length or the payload.
  case lostBytes = "lost-bytes"
  /// Inserted bytes, one to four, the first perhaps a false preamble.
  case insertedBytes = "inserted-bytes"
  /// The end of the frame missing, including all of the CRC.
  case cutShort = "cut-short"
  /// Reserved bits set to 1, one to six of those before the length.
  case reservedBitsSet = "reserved-bits-set"
  /// A length that is not the payload's, so that the frame ends early or includes the bytes after it.
  case wrongLength = "wrong-length"
  /// A CRC that does not match the frame.
  case wrongCheck = "wrong-check"

  /// Returns a damaged copy of a frame.
  ///
  /// - Parameters:
  ///   - frame: A valid frame; traps when it is shorter than six bytes, the length of the shortest frame.
  ///   - seed: The seed of the random numbers: the same seed does the same damage.
  /// - Returns: Bytes without a valid frame.
  public func apply(to frame: [UInt8], seed: UInt64) -> [UInt8] {
    var random = Xoshiro256(seed: seed, part: "damage")
    var damaged = frame
    // The bytes before and after the frame must not be able to replace a lost byte. So the preamble stays, no
    // preamble is inserted beside it, and damage that removes bytes of the CRC removes all of the CRC.
    let check = frame.count - RTCMFrame.checkLength
    switch self {
    case .flippedBits: flipBits(of: &damaged, using: &random)
    case .lostBytes:
      let start = random.draw(1..<check)
      damaged.removeSubrange(start..<min(start + random.draw(1..<5), check))
    case .insertedBytes:
      var inserted = random.bytes(random.draw(1..<5))
      if random.draw([true, false]) { inserted[0] = RTCMFrame.preamble }
      damaged.insert(contentsOf: inserted, at: random.draw(2..<(check + 1)))
    case .cutShort: damaged = Array(frame.prefix(random.draw(1..<(check + 1))))
    case .reservedBitsSet: damaged[1] |= UInt8(random.draw(1..<64)) << 2
    case .wrongLength:
      let length = UInt16(frame[1]) << 8 | UInt16(frame[2])
      let wrong = length ^ UInt16(random.draw(1..<1024))
      (damaged[1], damaged[2]) = (UInt8(wrong >> 8), UInt8(wrong & 0xFF))
    case .wrongCheck:
      damaged[check + random.draw(0..<3)] ^= UInt8(random.draw(1..<256))
    }
    return damaged
  }

  private func flipBits(of frame: inout [UInt8], using random: inout Xoshiro256) {
    var flipped: Set<Int> = []
    let count = random.draw([1, 3, 5])
    while flipped.count < count {
      let bit = random.draw(0..<(frame.count * 8))
      guard flipped.insert(bit).inserted else { continue }
      frame[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    }
  }
}
