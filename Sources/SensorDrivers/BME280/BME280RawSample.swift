/// The uncompensated values of one conversion (§5.4.7 to §5.4.9).
public struct BME280RawSample: Hashable, Sendable {
  /// The raw pressure, 20 bits.
  public var pressure: UInt32
  /// The raw temperature, 20 bits.
  public var temperature: UInt32
  /// The raw humidity, 16 bits.
  public var humidity: UInt32

  /// Creates a sample from its values.
  public init(pressure: UInt32, temperature: UInt32, humidity: UInt32) {
    self.pressure = pressure
    self.temperature = temperature
    self.humidity = humidity
  }

  /// Decodes a sample from the 8 bytes `0xF7...0xFE`.
  ///
  /// - Precondition: `burst` has 8 bytes.
  public init(burst: Span<UInt8>) {
    pressure = Self.twentyBits(of: burst, at: 0)
    temperature = Self.twentyBits(of: burst, at: 3)
    humidity = UInt32(burst.bigEndian(at: 6, as: UInt16.self))
  }

  /// The sample as the 8 bytes `0xF7...0xFE`.
  public var burst: InlineArray<8, UInt8> {
    let (p, t) = (pressure << 4, temperature << 4)
    return [
      UInt8(truncatingIfNeeded: p >> 16), UInt8(truncatingIfNeeded: p >> 8),
      UInt8(truncatingIfNeeded: p),
      UInt8(truncatingIfNeeded: t >> 16), UInt8(truncatingIfNeeded: t >> 8),
      UInt8(truncatingIfNeeded: t),
      UInt8(truncatingIfNeeded: humidity >> 8), UInt8(truncatingIfNeeded: humidity),
    ]
  }

  private static func twentyBits(of burst: Span<UInt8>, at offset: Int) -> UInt32 {
    UInt32(burst.bigEndian(at: offset, as: UInt16.self)) << 4 | UInt32(burst[offset + 2] >> 4)
  }
}

extension BME280RawSample {
  /// The register contents before any conversion, and for skipped quantities.
  public static var unconverted: Self {
    Self(pressure: 0x80000, temperature: 0x80000, humidity: 0x8000)
  }

  /// Returns whether all configured quantities have their values from before any conversion.
  ///
  /// A single quantity may have this value as a valid result.
  func isUnconverted(in configuration: BME280Configuration) -> Bool {
    let reset = Self.unconverted
    return temperature == reset.temperature
      && (configuration.pressure == nil || pressure == reset.pressure)
      && (configuration.humidity == nil || humidity == reset.humidity)
  }
}
