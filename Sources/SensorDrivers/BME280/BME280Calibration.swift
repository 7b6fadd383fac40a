/// The trimming coefficients of one BME280, named as in table 16 (§4.2.2).
public struct BME280Calibration: Hashable, Sendable {
  /// The temperature coefficient `dig_T1`.
  public var t1: UInt16
  /// The temperature coefficient `dig_T2`.
  public var t2: Int16
  /// The temperature coefficient `dig_T3`.
  public var t3: Int16
  /// The pressure coefficient `dig_P1`.
  public var p1: UInt16
  /// The pressure coefficient `dig_P2`.
  public var p2: Int16
  /// The pressure coefficient `dig_P3`.
  public var p3: Int16
  /// The pressure coefficient `dig_P4`.
  public var p4: Int16
  /// The pressure coefficient `dig_P5`.
  public var p5: Int16
  /// The pressure coefficient `dig_P6`.
  public var p6: Int16
  /// The pressure coefficient `dig_P7`.
  public var p7: Int16
  /// The pressure coefficient `dig_P8`.
  public var p8: Int16
  /// The pressure coefficient `dig_P9`.
  public var p9: Int16
  /// The humidity coefficient `dig_H1`.
  public var h1: UInt8
  /// The humidity coefficient `dig_H2`.
  public var h2: Int16
  /// The humidity coefficient `dig_H3`.
  public var h3: UInt8
  /// The humidity coefficient `dig_H4`, a signed 12-bit value.
  public var h4: Int16
  /// The humidity coefficient `dig_H5`, a signed 12-bit value.
  public var h5: Int16
  /// The humidity coefficient `dig_H6`.
  public var h6: Int8

  /// Decodes the coefficients from the calibration registers.
  ///
  /// - Parameters:
  ///   - low: The 26 bytes `0x88...0xA1`.
  ///   - high: The 7 bytes `0xE1...0xE7`.
  /// - Precondition: `low` has 26 bytes and `high` has 7 bytes.
  public init(low: Span<UInt8>, high: Span<UInt8>) {
    t1 = low.littleEndian(at: 0)
    t2 = low.littleEndian(at: 2)
    t3 = low.littleEndian(at: 4)
    p1 = low.littleEndian(at: 6)
    p2 = low.littleEndian(at: 8)
    p3 = low.littleEndian(at: 10)
    p4 = low.littleEndian(at: 12)
    p5 = low.littleEndian(at: 14)
    p6 = low.littleEndian(at: 16)
    p7 = low.littleEndian(at: 18)
    p8 = low.littleEndian(at: 20)
    p9 = low.littleEndian(at: 22)
    h1 = low[25]
    h2 = high.littleEndian(at: 0)
    h3 = high[2]
    // The upper eight bits contain the sign; the two lower halves share the byte 0xE5.
    h4 = Int16(Int8(bitPattern: high[3])) << 4 | Int16(high[4] & 0x0F)
    h5 = Int16(Int8(bitPattern: high[5])) << 4 | Int16(high[4] >> 4)
    h6 = Int8(bitPattern: high[6])
  }

  /// Whether the registers held a calibration: not all bits equal, and no divisor or slope of zero.
  ///
  /// After a brown-out, some or all registers read as zeros or ones, which gives pressures near 700 hPa.
  public var isPlausible: Bool {
    t1 != 0 && t2 != 0 && p1 != 0 && h2 != 0
      && !(t1 == .max && t2 == -1 && t3 == -1 && p1 == .max)
  }

  /// Returns the checksum of the calibration bytes, which the part stores at 0xE8.
  ///
  /// CRC-8 with polynomial 0x1D and initial value 0xFF, inverted. The datasheet does not mention
  /// the checksum; Bosch's own self-test, `bme280_selftest.c`, computes it in this way.
  ///
  /// - Parameters:
  ///   - low: The 26 bytes `0x88...0xA1`.
  ///   - high: The 7 bytes `0xE1...0xE7`.
  /// - Returns: The expected content of `0xE8`.
  public static func checksum(low: Span<UInt8>, high: Span<UInt8>) -> UInt8 {
    var crc: UInt8 = 0xFF
    for index in low.indices { crc = shifted(crc ^ low[index]) }
    for index in high.indices { crc = shifted(crc ^ high[index]) }
    return ~crc
  }

  private static func shifted(_ byte: UInt8) -> UInt8 {
    var crc = byte
    for _ in 0..<8 { crc = crc & 0x80 != 0 ? crc << 1 ^ 0x1D : crc << 1 }
    return crc
  }
}
