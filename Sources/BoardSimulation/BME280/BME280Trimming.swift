/// The calibration bytes of one BME280, as its registers hold them.
///
/// Source: Bosch BST-BME280-DS002, §4.2.2, table 16.
public struct BME280Trimming: Hashable, Sendable {
  /// Registers 0x88 to 0xA1: T1…T3, P1…P9, an unused byte, H1.
  public var low: [UInt8]
  /// Registers 0xE1 to 0xE7: H2…H6, H4 and H5 sharing a byte.
  public var high: [UInt8]

  /// Creates a set of calibration bytes; traps unless there are 26 and 7.
  public init(low: [UInt8], high: [UInt8]) {
    precondition(low.count == 26 && high.count == 7, "a BME280 has 26 + 7 calibration bytes")
    self.low = low
    self.high = high
  }

  /// The bytes of a real part.
  public static let standard = BME280Trimming(
    low: [
      0xB1, 0x6F, 0x2E, 0x6A, 0x32, 0x00, 0xE2, 0x8F, 0x0A, 0xD7, 0xD0, 0x0B, 0x75,
      0x1F, 0xC5, 0xFF, 0xF9, 0xFF, 0xAC, 0x26, 0x0A, 0xD8, 0xBD, 0x10, 0x00, 0x4B,
    ],
    high: [0x77, 0x01, 0x00, 0x12, 0x20, 0x03, 0x1E]
  )
}

/// The calibration coefficients, named as in the datasheet.
struct BME280Coefficients: Hashable, Sendable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  let t1, t2, t3, p1, p2, p3, p4, p5, p6, p7, p8, p9, h1, h2, h3, h4, h5, h6: Int64

  init(_ trimming: BME280Trimming) {
    let (low, high) = (trimming.low, trimming.high)
    func unsigned(_ index: Int) -> Int64 { Int64(low[index]) | Int64(low[index + 1]) << 8 }
    func signed(_ index: Int) -> Int64 { Int64(Int16(truncatingIfNeeded: unsigned(index))) }
    (t1, t2, t3) = (unsigned(0), signed(2), signed(4))
    (p1, p2, p3) = (unsigned(6), signed(8), signed(10))
    (p4, p5, p6) = (signed(12), signed(14), signed(16))
    (p7, p8, p9) = (signed(18), signed(20), signed(22))
    h1 = Int64(low[25])
    h2 = Int64(Int16(truncatingIfNeeded: Int(high[0]) | Int(high[1]) << 8))
    h3 = Int64(high[2])
    // Twelve bits each, two's complement, around a shared byte.
    h4 = Int64(Int8(bitPattern: high[3])) << 4 | Int64(high[4] & 0x0F)
    h5 = Int64(Int8(bitPattern: high[5])) << 4 | Int64(high[4] >> 4)
    h6 = Int64(Int8(bitPattern: high[6]))
  }
}
