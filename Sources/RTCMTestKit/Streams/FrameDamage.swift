internal import Mathematics
import RTCMParser

/// What a bad line does to a frame.
public enum FrameDamage: String, Hashable, Sendable, CaseIterable {
  /// One, three or five bits are wrong: an odd number, which the CRC always tells.
  case flippedBits = "flipped-bits"
  /// One to four bytes of length and payload are missing.
  case lostBytes = "lost-bytes"
  /// One to four bytes too many are in the frame, a false preamble perhaps.
  case insertedBytes = "inserted-bytes"
  /// The end is missing, the CRC at least.
  case cutShort = "cut-short"
  /// One to six of the reserved bits in front of the length are set.
  case reservedBitsSet = "reserved-bits-set"
  /// The length is not that of the payload, so that the frame ends early or takes in what follows.
  case wrongLength = "wrong-length"
  /// The CRC is another message's.
  case wrongCheck = "wrong-check"

  /// Damages a frame.
  ///
  /// - Parameters:
  ///   - frame: A valid frame.
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
      let start = Int.random(in: 1..<check, using: &random)
      damaged.removeSubrange(start..<min(start + Int(random.next() % 4) + 1, check))
    case .insertedBytes: insertBytes(into: &damaged, at: 2...check, using: &random)
    case .cutShort: damaged = Array(frame.prefix(Int.random(in: 1...check, using: &random)))
    case .reservedBitsSet: damaged[1] |= UInt8(random.next() % 63 + 1) << 2
    case .wrongLength:
      let length = UInt16(frame[1]) << 8 | UInt16(frame[2])
      let wrong = length ^ UInt16(random.next() % 1023 + 1)
      (damaged[1], damaged[2]) = (UInt8(wrong >> 8), UInt8(wrong & 0xFF))
    case .wrongCheck:
      let last = frame.count - 1
      damaged[last - Int(random.next() % 3)] ^= UInt8(random.next() % 255 + 1)
    }
    return damaged
  }

  private func flipBits(of frame: inout [UInt8], using random: inout Xoshiro256) {
    var flipped: Set<Int> = []
    let count = Int(random.next() % 3) * 2 + 1
    while flipped.count < count {
      let bit = Int.random(in: 0..<(frame.count * 8), using: &random)
      guard flipped.insert(bit).inserted else { continue }
      frame[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    }
  }

  private func insertBytes(
    into frame: inout [UInt8], at places: ClosedRange<Int>, using random: inout Xoshiro256
  ) {
    let place = Int.random(in: places, using: &random)
    let count = Int(random.next() % 4) + 1
    var inserted = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    if random.next() & 1 == 0 { inserted[0] = RTCMFrame.preamble }
    frame.insert(contentsOf: inserted, at: place)
  }
}
