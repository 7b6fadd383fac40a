/// A conversion of a BME280 in raw form, with the calibration to compensate it.
public struct BME280Conversion: Hashable, Sendable {
  /// The content of the data registers.
  public var sample: BME280RawSample
  /// The part's calibration coefficients.
  public var calibration: BME280Calibration

  /// Creates a conversion from its raw values and the calibration.
  public init(sample: BME280RawSample, calibration: BME280Calibration) {
    self.sample = sample
    self.calibration = calibration
  }

  /// The value `t_fine`, which pressure and humidity of this conversion require.
  public var fine: Int32 { calibration.temperature(from: sample.temperature).fine }
}
