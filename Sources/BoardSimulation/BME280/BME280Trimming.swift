internal import Mathematics

/// The calibration bytes of one BME280, in register order.
///
/// Source: Bosch BST-BME280-DS002, §4.2.2, table 16.
public struct BME280Trimming: Hashable, Sendable {
  /// The origin of a set of calibration bytes.
  public enum Origin: String, Hashable, Sendable {
    /// A set read from a real part, or published by Bosch.
    case published
    /// A set computed between two published ones.
    case made
  }

  /// Registers 0x88 to 0xA1: T1…T3, P1…P9, an unused byte, H1.
  public var low: [UInt8]
  /// Registers 0xE1 to 0xE7: H2…H6, H4 and H5 sharing a byte.
  public var high: [UInt8]
  /// Register 0xE8: the checksum that the factory wrote; a later change of a byte does not update it.
  public var checksum: UInt8
  /// The origin of the calibration bytes.
  public var origin: Origin

  /// Creates a set of calibration bytes with its checksum; traps unless there are 26 and 7 bytes.
  public init(low: [UInt8], high: [UInt8], origin: Origin = .made) {
    precondition(low.count == 26 && high.count == 7, "a BME280 has 26 + 7 calibration bytes")
    self.low = low
    self.high = high
    self.origin = origin
    checksum = Self.checksum(of: low + high)
  }

  /// The calibration bytes of a real part.
  public static let standard = BME280Trimming(
    low: [
      0xB1, 0x6F, 0x2E, 0x6A, 0x32, 0x00, 0xE2, 0x8F, 0x0A, 0xD7, 0xD0, 0x0B, 0x75,
      0x1F, 0xC5, 0xFF, 0xF9, 0xFF, 0xAC, 0x26, 0x0A, 0xD8, 0xBD, 0x10, 0x00, 0x4B,
    ],
    high: [0x77, 0x01, 0x00, 0x12, 0x20, 0x03, 0x1E], origin: .published
  )

  /// The worked example of the BMP280's datasheet, §3.12, with the humidity of a real BME280.
  public static let datasheet = BME280Trimming(
    low: [
      0x70, 0x6B, 0x43, 0x67, 0x18, 0xFC, 0x7D, 0x8E, 0x43, 0xD6, 0xD0, 0x0B, 0x27,
      0x0B, 0x8C, 0x00, 0xF9, 0xFF, 0x8C, 0x3C, 0xF8, 0xC6, 0x70, 0x17, 0x00, 0x4B,
    ],
    high: [0x6A, 0x01, 0x00, 0x14, 0x0D, 0x00, 0x1E], origin: .published
  )

  /// Returns the calibration of a run's part.
  ///
  /// About one seed in four gets each of the two published sets, and seed 1 the standard one. All other seeds
  /// get a computed set.
  public static func part(seed: UInt64) -> BME280Trimming {
    var chance = Xoshiro256(seed: seed, part: "bme280.trimming")
    let pick = chance.uniform()
    if seed == 1 || pick < 0.25 { return .standard }
    if pick < 0.5 { return .datasheet }
    return BME280Coefficients(.standard).mixed(
      with: BME280Coefficients(.datasheet),
      shares: (chance.uniform(), chance.uniform(), chance.uniform())
    ).trimming
  }

  /// Returns the CRC-8 of all 33 bytes, with polynomial 0x1D and initial value 0xFF, inverted.
  ///
  /// The datasheet does not define it; Bosch's own `bme280_selftest.c` checks parts against it.
  private static func checksum(of bytes: [UInt8]) -> UInt8 {
    var crc: UInt8 = 0xFF
    for byte in bytes {
      crc ^= byte
      for _ in 0..<8 { crc = crc & 0x80 != 0 ? crc << 1 ^ 0x1D : crc << 1 }
    }
    return ~crc
  }
}

/// The calibration coefficients, under the datasheet's names.
struct BME280Coefficients: Hashable, Sendable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var t1, t2, t3, p1, p2, p3, p4, p5, p6, p7, p8, p9, h1, h2, h3, h4, h5, h6: Int64

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
    // H4 and H5 have twelve bits each, in two's complement, and share one byte.
    h4 = Int64(Int8(bitPattern: high[3])) << 4 | Int64(high[4] & 0x0F)
    h5 = Int64(Int8(bitPattern: high[5])) << 4 | Int64(high[4] >> 4)
    h6 = Int64(Int8(bitPattern: high[6]))
  }

  /// Returns coefficients between these and another part's, by shares for temperature, pressure and humidity.
  ///
  /// Each share is in `0...1`. All coefficients of one quantity use the same share, because they belong
  /// together.
  func mixed(with other: Self, shares: (Double, Double, Double)) -> Self {
    func between(_ a: Int64, _ b: Int64, _ share: Double) -> Int64 {
      a + Int64((Double(b - a) * share).rounded())
    }
    func of(temperature a: Int64, _ b: Int64) -> Int64 { between(a, b, shares.0) }
    func of(pressure a: Int64, _ b: Int64) -> Int64 { between(a, b, shares.1) }
    func of(humidity a: Int64, _ b: Int64) -> Int64 { between(a, b, shares.2) }
    var mixed = self
    mixed.t1 = of(temperature: t1, other.t1)
    mixed.t2 = of(temperature: t2, other.t2)
    mixed.t3 = of(temperature: t3, other.t3)
    mixed.p1 = of(pressure: p1, other.p1)
    mixed.p2 = of(pressure: p2, other.p2)
    mixed.p3 = of(pressure: p3, other.p3)
    mixed.p4 = of(pressure: p4, other.p4)
    mixed.p5 = of(pressure: p5, other.p5)
    mixed.p6 = of(pressure: p6, other.p6)
    mixed.p7 = of(pressure: p7, other.p7)
    mixed.p8 = of(pressure: p8, other.p8)
    mixed.p9 = of(pressure: p9, other.p9)
    mixed.h1 = of(humidity: h1, other.h1)
    mixed.h2 = of(humidity: h2, other.h2)
    mixed.h3 = of(humidity: h3, other.h3)
    mixed.h4 = of(humidity: h4, other.h4)
    mixed.h5 = of(humidity: h5, other.h5)
    mixed.h6 = of(humidity: h6, other.h6)
    return mixed
  }

  /// The calibration bytes for these coefficients.
  var trimming: BME280Trimming {
    func byte(_ value: Int64) -> UInt8 { UInt8(truncatingIfNeeded: value) }
    func bytes(_ value: Int64) -> [UInt8] { [byte(value), byte(value >> 8)] }
    let words = [t1, t2, t3, p1, p2, p3, p4, p5, p6, p7, p8, p9]
    let shared = h4 & 0x0F | h5 << 4
    return BME280Trimming(
      low: words.flatMap { bytes($0) } + [0, byte(h1)],
      high: bytes(h2) + [byte(h3), byte(h4 >> 4), byte(shared), byte(h5 >> 4), byte(h6)])
  }
}
