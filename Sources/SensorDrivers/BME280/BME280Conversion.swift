/// A conversion of a BME280 as it was read, and what compensates it.
public struct BME280Conversion: Hashable, Sendable {
  /// The content of the data registers.
  public var sample: BME280RawSample
  /// The part's coefficients.
  public var calibration: BME280Calibration

  /// Creates a conversion.
  public init(sample: BME280RawSample, calibration: BME280Calibration) {
    self.sample = sample
    self.calibration = calibration
  }

  /// `t_fine`, which pressure and humidity of this conversion need.
  public var fine: Int32 { calibration.temperature(from: sample.temperature).fine }
}
