/// The humidity and temperature of the air for a CCS811's compensation (`ENV_DATA`).
public struct CCS811Environment: Hashable, Sendable {
  /// The relative humidity in 1/512 %.
  public var humidity512ths: UInt16
  /// The temperature above -25 °C, in 1/512 °C.
  public var temperature512ths: UInt16

  /// Creates the value, rounded to the nearest step and clamped to 0…100 % and -25…+102.998 °C.
  ///
  /// Values that are not a number are replaced by the part's defaults, 50 % and 25 °C.
  public init(humidityPercent: Double, temperatureCelsius: Double) {
    let humidity = humidityPercent.isNaN ? 50 : min(max(humidityPercent, 0), 100)
    let temperature = temperatureCelsius.isNaN ? 25 : min(max(temperatureCelsius, -25), 200)
    humidity512ths = UInt16(clamping: Int((humidity * 512).rounded()))
    temperature512ths = UInt16(clamping: Int(((temperature + 25) * 512).rounded()))
  }

  /// Decodes the 4 bytes of the mailbox.
  ///
  /// - Precondition: `bytes` has 4 bytes.
  public init(decoding bytes: Span<UInt8>) {
    humidity512ths = bytes.bigEndian(at: 0)
    temperature512ths = bytes.bigEndian(at: 2)
  }

  /// Returns the 4 bytes of the mailbox, humidity first.
  public func encode() -> InlineArray<4, UInt8> {
    [
      UInt8(humidity512ths >> 8), UInt8(truncatingIfNeeded: humidity512ths),
      UInt8(temperature512ths >> 8), UInt8(truncatingIfNeeded: temperature512ths),
    ]
  }

  /// The relative humidity in %.
  public var humidityPercent: Double { Double(humidity512ths) / 512 }
  /// The temperature in °C.
  public var temperatureCelsius: Double { Double(temperature512ths) / 512 - 25 }
}
