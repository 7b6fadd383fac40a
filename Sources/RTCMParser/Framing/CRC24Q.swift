#if arch(x86_64) && !hasFeature(Embedded)
  internal import CarrylessMultiply
#endif

/// The 24-bit cyclic redundancy check of RTCM 3 frames.
///
/// Polynomial 0x1864CFB, initial value 0, no reflection, no final exclusive-or. The checksum of a whole
/// frame, including its own three CRC bytes, is 0.
///
/// Source: RTCM 10403.3 §4.2; Qualcomm's CRC-24Q.
public enum CRC24Q {
  /// A method of computing the checksum; every method gives the same result.
  public enum Method: Hashable, Sendable {
    /// Table lookup: pure Swift, for any processor.
    case tables
    /// Carry-less multiplication, replaced by table lookup on a processor without the instruction.
    case carrylessMultiplication

    /// The fastest method that this processor supports.
    public static var fastest: Self {
      #if arch(x86_64) && !hasFeature(Embedded)
        if crc24q_is_supported() { return .carrylessMultiplication }
      #endif
      return .tables
    }
  }

  /// Returns the CRC-24Q checksum of `bytes`, in the lower 24 bits.
  ///
  /// The method is carry-less multiplication where the processor supports it, table lookup elsewhere.
  public static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    checksum(bytes, by: .fastest)
  }

  /// Returns the CRC-24Q checksum of `bytes`, computed by a method that this processor supports.
  @inline(__always)
  static func checksum(_ bytes: Span<UInt8>, by method: Method) -> UInt32 {
    #if arch(x86_64) && !hasFeature(Embedded)
      if method == .carrylessMultiplication && bytes.count >= 16 {
        // Sound: the function reads exactly `$0.count` bytes.
        return unsafe bytes.withUnsafeBufferPointer { unsafe crc24q($0.baseAddress, $0.count) }
      }
    #endif
    return portableChecksum(bytes)
  }
}

// MARK: Portable checksum

// The shift register occupies the upper 24 bits of 32, so that the next byte is combined at the top.

extension CRC24Q {
  static let polynomialLeftAligned: UInt32 = 0x864C_FB00

  #if hasFeature(Embedded)
    // One table of 1 KiB, because a microcontroller has more time than memory.
    private typealias Table = InlineArray<256, UInt32>

    /// Returns the checksum of `bytes`, computed with a table and no special instructions.
    static func portableChecksum(_ bytes: Span<UInt8>) -> UInt32 {
      var register: UInt32 = 0
      for index in bytes.indices {
        register = register << 8 ^ table[Int(UInt8(register >> 24) ^ bytes[index])]
      }
      return register >> 8
    }
  #else
    // Sixteen tables of 256 entries. Entry 256 s + b is the register after byte b and s zero bytes.
    private typealias Table = InlineArray<4096, UInt32>

    /// Returns the checksum of `bytes`, computed with tables, sixteen bytes at a time.
    ///
    /// Leading zeros do not change a checksum, so the first `count % 16` bytes are processed as one padded
    /// block.
    static func portableChecksum(_ bytes: Span<UInt8>) -> UInt32 {
      var offset = bytes.count % 16
      var head = (UInt64(0), UInt64(0))
      for index in 0..<offset {
        head = (head.0 << 8 | head.1 >> 56, head.1 << 8 | UInt64(bytes[index]))
      }
      var check = register(0, after: head)
      while offset < bytes.count {
        let block = (bytes.bigEndianWord(at: offset), bytes.bigEndianWord(at: offset + 8))
        check = register(check, after: block)
        offset += 16
      }
      return check >> 8
    }

    /// Returns the register after sixteen more bytes; the first byte is the highest in `block.0`.
    @inline(__always)
    private static func register(_ register: UInt32, after block: (UInt64, UInt64)) -> UInt32 {
      let first = block.0 ^ UInt64(register) << 32
      return lookUp(first, followedBy: 8) ^ lookUp(block.1, followedBy: 0)
    }

    @inline(__always)
    private static func lookUp(_ word: UInt64, followedBy zeros: Int) -> UInt32 {
      @inline(__always) func entry(_ byte: Int) -> UInt32 {
        table[(zeros + byte) << 8 | Int(truncatingIfNeeded: word >> UInt64(8 * byte)) & 0xFF]
      }
      return entry(7) ^ entry(6) ^ entry(5) ^ entry(4) ^ entry(3) ^ entry(2) ^ entry(1) ^ entry(0)
    }
  #endif

  private static let table: Table = {
    var table = Table(repeating: 0)
    for byte in 0..<256 {
      var register = UInt32(byte) << 24
      for _ in 0..<8 {
        register = register << 1 ^ (register >> 31 == 0 ? 0 : polynomialLeftAligned)
      }
      table[byte] = register
    }
    for index in 256..<max(table.count, 256) {
      let before = table[index - 256]
      table[index] = before << 8 ^ table[Int(before >> 24)]
    }
    return table
  }()
}
