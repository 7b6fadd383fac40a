/// The compensation of raw values in floating point (§8.1), for boards with a floating-point unit.
///
/// The floating-point formulas keep the fraction that the integer formulas round away, about a
/// thousandth of a step. Results are not clamped.
extension BME280Calibration {
  /// Compensates a temperature.
  ///
  /// - Parameter raw: The 20-bit raw temperature.
  /// - Returns: The temperature in °C, and `t_fine`, which the pressure and humidity of the same
  ///   sample require.
  public func celsius(from raw: UInt32) -> (celsius: Double, fine: Double) {
    let (raw, t1) = (Double(raw), Double(t1))
    let linear = (raw / 16_384 - t1 / 1024) * Double(t2)
    let offset = raw / 131_072 - t1 / 8192
    let fine = linear + offset * offset * Double(t3)
    return (fine / 5120, fine)
  }

  /// Compensates a pressure.
  ///
  /// - Parameters:
  ///   - raw: The 20-bit raw pressure.
  ///   - fine: `t_fine` of the same sample.
  /// - Returns: The pressure in Pa; `nil` when the coefficients would cause a division by zero.
  public func pascals(from raw: UInt32, fine: Double) -> Double? {
    let offset = fine / 2 - 64_000
    let shift =
      (offset * offset * Double(p6) / 32_768 + offset * Double(p5) * 2) / 4 + Double(p4) * 65_536
    let slope = (Double(p3) * offset * offset / 524_288 + Double(p2) * offset) / 524_288
    let divisor = (1 + slope / 32_768) * Double(p1)
    if divisor == 0 { return nil }
    let pressure = (1_048_576 - Double(raw) - shift / 4096) * 6250 / divisor
    let quadratic = Double(p9) * pressure * pressure / 2_147_483_648
    return pressure + (quadratic + pressure * Double(p8) / 32_768 + Double(p7)) / 16
  }

  /// Compensates a humidity.
  ///
  /// - Parameters:
  ///   - raw: The 16-bit raw humidity.
  ///   - fine: `t_fine` of the same sample.
  /// - Returns: The relative humidity in %.
  public func percent(from raw: UInt32, fine: Double) -> Double {
    let offset = fine - 76_800
    let signal = Double(raw) - (Double(h4) * 64 + Double(h5) / 16_384 * offset)
    let slope = Double(h6) / 67_108_864 * offset * (1 + Double(h3) / 67_108_864 * offset)
    let humidity = signal * (Double(h2) / 65_536 * (1 + slope))
    return humidity * (1 - Double(h1) * humidity / 524_288)
  }
}
