#if arch(x86_64) && !hasFeature(Embedded)
  internal import CarrylessMultiply
#endif

/// The 24-bit cyclic redundancy check of RTCM 3 frames.
///
/// Polynomial 0x1864CFB, initial value 0, no reflection, no final exclusive-or. The check of a whole
/// frame, its own three CRC bytes included, is 0.
///
/// Source: RTCM 10403.3 §4.2; Qualcomm's CRC-24Q.
public enum CRC24Q {
  /// A way to compute the check; all of them give the same.
  public enum Method: Hashable, Sendable {
    /// Looks up tables: Swift alone, for any processor.
    case tables
    /// Multiplies without carry; where the processor cannot, the tables stand in.
    case carrylessMultiplication

    /// The quickest way for this processor.
    public static var fastest: Self {
      #if arch(x86_64) && !hasFeature(Embedded)
        if crc24q_is_supported() { return .carrylessMultiplication }
      #endif
      return .tables
    }
  }

  /// The check of some bytes, in the lower 24 bits.
  ///
  /// Multiplies without carry where the processor can, and looks up tables elsewhere.
  public static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    checksum(bytes, by: .fastest)
  }

  /// The check of some bytes, by a method that this processor has.
  @inline(__always)
  static func checksum(_ bytes: Span<UInt8>, by method: Method) -> UInt32 {
    #if arch(x86_64) && !hasFeature(Embedded)
      if method == .carrylessMultiplication && bytes.count >= 16 {
        // Sound: the function reads so many bytes and no others.
        return unsafe bytes.withUnsafeBufferPointer { unsafe crc24q($0.baseAddress, $0.count) }
      }
    #endif
    return portableChecksum(bytes)
  }
}

// MARK: The portable way

// The register is kept in the upper 24 bits of 32, so that a byte enters at the top.

extension CRC24Q {
  static let polynomialLeftAligned: UInt32 = 0x864C_FB00

  #if hasFeature(Embedded)
    // One table of 1 KiB: a microcontroller has more time than memory.
    private typealias Table = InlineArray<256, UInt32>

    /// The same check without special instructions.
    static func portableChecksum(_ bytes: Span<UInt8>) -> UInt32 {
      var register: UInt32 = 0
      for index in bytes.indices {
        register = register << 8 ^ table[Int(UInt8(register >> 24) ^ bytes[index])]
      }
      return register >> 8
    }
  #else
    // Sixteen tables: entry 256 s + b is the register after byte b and s bytes of zero.
    private typealias Table = InlineArray<4096, UInt32>

    /// The same check without special instructions, sixteen bytes a step.
    ///
    /// Zeros in front of a message do not change its check, so the odd bytes come first.
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

    /// The register after sixteen more bytes, the first one highest in `block.0`.
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
