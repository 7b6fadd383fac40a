internal import Mathematics
import RTCMParser

/// The damage that a bad line does to a frame.
public enum FrameDamage: String, Hashable, Sendable, CaseIterable {
  /// Flips one, three or five bits: an odd number, which the CRC always tells.
  case flippedBits = "flipped-bits"
  /// Removes one to four bytes of length and payload.
  case lostBytes = "lost-bytes"
  /// Inserts one to four bytes into the frame, a false preamble perhaps.
  case insertedBytes = "inserted-bytes"
  /// The end is missing, the CRC at least.
  case cutShort = "cut-short"
  /// Sets one to six of the reserved bits in front of the length.
  case reservedBitsSet = "reserved-bits-set"
  /// The length is not that of the payload, so that the frame ends early or takes in what follows.
  case wrongLength = "wrong-length"
  /// The CRC is another message's.
  case wrongCheck = "wrong-check"

  /// Damages a frame.
  ///
  /// - Parameters:
  ///   - frame: A valid frame; traps when it is shorter than the six bytes of the shortest.
  ///   - seed: What chance begins with: the same seed does the same damage.
  /// - Returns: Bytes in which there is no valid frame.
  public func apply(to frame: [UInt8], seed: UInt64) -> [UInt8] {
    var random = Xoshiro256(seed: seed, part: "damage")
    var damaged = frame
    // No byte before the frame, and none behind it, must be able to stand in for one that it lost: so
    // its preamble stays and gets none beside it, and what loses bytes of the CRC loses all of it.
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
