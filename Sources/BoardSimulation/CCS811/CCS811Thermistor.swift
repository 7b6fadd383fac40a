internal import Mathematics

/// The thermistor beside a CCS811, as the NTC mailbox tells it: the voltages over the reference resistor and
/// over the thermistor in millivolts, high bytes first.
///
/// A thermistor of 10 kΩ at 25 °C in series with 100 kΩ, as in the maker's application note AN000372; its B of
/// 3380 is that of the part which libraries reckon with. The supply is the board's 3.3 V.
enum CCS811Thermistor {
  private static let supplyMillivolts = 3300.0
  private static let referenceOhms = 100_000.0
  private static let ohmsAt25Degrees = 10_000.0
  private static let kelvinOfB = 3380.0
  private static let kelvinAt25Degrees = 298.15

  /// The four bytes of the mailbox at an air temperature, °C.
  static func bytes(at temperature: Double) -> [UInt8] {
    let kelvin = max(temperature + 273.15, 1)
    let exponent = kelvinOfB * (1 / kelvin - 1 / kelvinAt25Degrees)
    // Colder than anything on Earth, it is as good as open.
    let ohms = ohmsAt25Degrees * Math.exponential(exponent.limited(to: -20...20))
    let reference = supplyMillivolts * referenceOhms / (referenceOhms + ohms)
    return word(reference) + word(supplyMillivolts - reference)
  }

  private static func word(_ millivolts: Double) -> [UInt8] {
    let value = UInt16(millivolts.rounded().limited(to: 0...65_535))
    return [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
  }
}
