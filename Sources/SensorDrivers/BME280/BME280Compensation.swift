/// The compensation of raw values in integers (§4.2.3 and §8.2).
///
/// Right shifts are arithmetic, as in the datasheet. Additions and multiplications wrap: the
/// coefficients of real parts give results far below 64 bits, and other coefficients do not trap.
extension BME280Calibration {
  /// Compensates a temperature.
  ///
  /// - Parameter raw: The 20-bit raw temperature.
  /// - Returns: The temperature in 0.01 °C, and `t_fine`, which the pressure and humidity of the
  ///   same sample require.
  public func temperature(from raw: UInt32) -> (hundredths: Int32, fine: Int32) {
    let (raw, t1) = (Int64(raw), Int64(t1))
    let linear = (((raw >> 3) - (t1 << 1)) * Int64(t2)) >> 11
    let offset = (raw >> 4) - t1
    let quadratic = (((offset * offset) >> 12) * Int64(t3)) >> 14
    let fine = linear + quadratic
    return (Int32(clamping: (fine * 5 + 128) >> 8), Int32(clamping: fine))
  }

  /// Compensates a pressure.
  ///
  /// - Parameters:
  ///   - raw: The 20-bit raw pressure.
  ///   - fine: `t_fine` of the same sample.
  /// - Returns: The pressure in 1/256 Pa; `nil` when the coefficients would cause a division by zero.
  public func pressure(from raw: UInt32, fine: Int32) -> UInt32? {
    let offset = Int64(fine) - 128_000
    let square = offset &* offset
    var shift = square &* Int64(p6)  // var2, subtracted from the raw value
    shift = shift &+ ((offset &* Int64(p5)) << 17)
    shift = shift &+ (Int64(p4) << 35)
    var divisor = ((square &* Int64(p3)) >> 8) &+ ((offset &* Int64(p2)) << 12)  // var1
    divisor = (((1 << 47) &+ divisor) &* Int64(p1)) >> 33
    if divisor == 0 { return nil }
    let numerator = (((1_048_576 - Int64(raw)) << 31) &- shift) &* 3125
    let pressure = numerator.dividedReportingOverflow(by: divisor).partialValue
    return UInt32(clamping: corrected(pressure))
  }

  /// Applies the final, quadratic correction to a pressure.
  private func corrected(_ pressure: Int64) -> Int64 {
    let coarse = pressure >> 13
    let quadratic = (Int64(p9) &* coarse &* coarse) >> 25
    let linear = (Int64(p8) &* pressure) >> 19
    return ((pressure &+ quadratic &+ linear) >> 8) &+ (Int64(p7) << 4)
  }

  /// Compensates a humidity.
  ///
  /// - Parameters:
  ///   - raw: The 16-bit raw humidity.
  ///   - fine: `t_fine` of the same sample.
  /// - Returns: The relative humidity in 1/1024 %, `0...102_400`.
  public func humidity(from raw: UInt32, fine: Int32) -> UInt32 {
    let offset = Int64(fine) - 76_800
    let signal =
      (((Int64(raw) << 14) &- (Int64(h4) << 20) &- (Int64(h5) &* offset)) &+ 16_384) >> 15
    let slope =
      (((offset &* Int64(h6)) >> 10) &* (((offset &* Int64(h3)) >> 11) &+ 32_768)) >> 10
    let gain = ((slope &+ 2_097_152) &* Int64(h2) &+ 8192) >> 14
    var humidity = signal &* gain
    let coarse = humidity >> 15
    humidity = humidity &- ((((coarse &* coarse) >> 7) &* Int64(h1)) >> 4)
    return UInt32(min(max(humidity, 0), 419_430_400) >> 12)
  }
}
