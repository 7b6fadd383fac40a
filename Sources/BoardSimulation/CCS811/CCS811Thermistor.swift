internal import Mathematics

/// The thermistor beside a CCS811, as read from the NTC mailbox.
///
/// The mailbox holds the voltages across the reference resistor and across the thermistor, millivolts, high
/// bytes first. The thermistor has 10 kΩ at 25 °C and is in series with 100 kΩ, as in ams' application note
/// AN000372. Its B of 3380 is that of the part which driver libraries assume. The supply is the board's 3.3
/// V.
enum CCS811Thermistor {
  private static let supplyMillivolts = 3300.0
  private static let referenceOhms = 100_000.0
  private static let ohmsAt25Degrees = 10_000.0
  private static let kelvinOfB = 3380.0
  private static let kelvinAt25Degrees = 298.15

  /// Returns the four bytes of the mailbox at an air temperature, °C.
  static func bytes(at temperature: Double) -> [UInt8] {
    let kelvin = max(temperature + 273.15, 1)
    let exponent = kelvinOfB * (1 / kelvin - 1 / kelvinAt25Degrees)
    // The limit keeps the resistance finite; far below any temperature on Earth the thermistor is almost
    // open.
    let ohms = ohmsAt25Degrees * Math.exponential(exponent.limited(to: -20...20))
    let reference = supplyMillivolts * referenceOhms / (referenceOhms + ohms)
    return word(reference) + word(supplyMillivolts - reference)
  }

  private static func word(_ millivolts: Double) -> [UInt8] {
    let value = UInt16(millivolts.rounded().limited(to: 0...65_535))
    return [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
  }
}
