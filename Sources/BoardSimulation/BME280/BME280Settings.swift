/// The settings in the control registers of a BME280.
///
/// Source: Bosch BST-BME280-DS002, §3.5 (noise), §5.4 (registers), §9.1 (times).
struct BME280Settings: Hashable, Sendable {
  enum Mode: Hashable, Sendable { case sleep, forced, normal }

  var temperature: Oversampling
  var pressure: Oversampling
  var humidity: Oversampling
  var mode: Mode

  /// Creates settings from ctrl_meas and the latched ctrl_hum.
  init(control: UInt8, humidityControl: UInt8) {
    temperature = Oversampling(code: control >> 5)
    pressure = Oversampling(code: control >> 2 & 7)
    humidity = Oversampling(code: humidityControl & 7)
    mode =
      switch control & 3 {
      case 0: .sleep
      case 3: .normal
      default: .forced
      }
  }

  /// The longest time of a conversion; a driver that waits for less may read too early.
  var conversionTime: Duration {
    var microseconds = 1250 + 2300 * temperature.count
    if !pressure.isSkipped { microseconds += 2300 * pressure.count + 575 }
    if !humidity.isSkipped { microseconds += 2300 * humidity.count + 575 }
    return .microseconds(microseconds)
  }

  /// Returns the standby time between conversions in normal mode, by config's three bits t_sb.
  static func standby(config: UInt8) -> Duration {
    let microseconds = [500, 62_500, 125_000, 250_000, 500_000, 1_000_000, 10_000, 20_000]
    return .microseconds(microseconds[Int(config >> 5)])
  }

  /// Returns the coefficient of the IIR filter; 1 means off.
  static func filterCoefficient(config: UInt8) -> Int64 {
    [1, 2, 4, 8, 16, 16, 16, 16][Int(config >> 2 & 7)]
  }
}

/// The oversampling of a quantity: the number of conversions for one value.
struct Oversampling: Hashable, Sendable {
  private let index: Int  // 0: skipped; n: 2^(n-1) conversions

  init(code: UInt8) {
    index = Int(min(code, 5))
  }

  var isSkipped: Bool { index == 0 }
  /// The number of conversions for one value: 0, 1, 2, 4, 8 or 16.
  var count: Int { index == 0 ? 0 : 1 << (index - 1) }
  /// The number of resolved bits of pressure and temperature while the filter is off.
  var unfilteredBits: Int { 15 + max(index, 1) }

  /// The RMS noise without a filter.
  var temperatureNoise: Double { [0, 0.005, 0.004, 0.003, 0.003, 0.002][index] }  // °C
  var pressureNoise: Double { [0, 3.3, 2.6, 2.1, 1.6, 1.3][index] }  // Pa
  var humidityNoise: Double { [0, 0.07, 0.05, 0.04, 0.03, 0.02][index] }  // %RH
}

/// The IIR filter of pressure or temperature; each value moves the output by 1/coefficient of the difference.
struct BME280Filter: Hashable, Sendable {
  private var memory: Int64?  // the output with 8 fractional bits

  /// Returns the filtered value of a raw value; the first raw value passes unchanged.
  mutating func filter(_ raw: UInt32, coefficient: Int64) -> UInt32 {
    let value = Int64(raw) << 8
    let next = memory.map { $0 + (value - $0) / coefficient } ?? value
    memory = next
    return UInt32((next + 128) >> 8)
  }
}
