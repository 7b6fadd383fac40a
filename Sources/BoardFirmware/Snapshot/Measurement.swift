public import SensorDrivers

/// A value with the board time of its measurement.
public struct Timed<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The measured value.
  public var value: Value
  /// The board time of the measurement.
  public var time: Duration

  /// Creates a value measured at a board time.
  public init(_ value: Value, at time: Duration) {
    self.value = value
    self.time = time
  }

  /// Returns the age of the value, which is never negative.
  public func age(at now: Duration) -> Duration { max(now - time, .zero) }
}

/// The board's last value of each quantity, with the board time of its measurement.
///
/// A part that fails keeps its last values here, and their age grows.
public struct Measurement: Hashable, Sendable {
  private var values: [Timed<Double>?]
  /// The raw values and calibration of temperature, humidity, pressure and altitude; `nil` unless a
  /// BME280 delivered them.
  public var conversion: BME280Conversion?

  /// Creates a measurement with no values.
  public init() { values = Array(repeating: nil, count: Quantity.allCases.count) }

  /// The last value of a quantity, in its unit; `nil` when no part has delivered one.
  public subscript(quantity: Quantity) -> Timed<Double>? {
    get { values[Int(quantity.rawValue)] }
    set { values[Int(quantity.rawValue)] = newValue }
  }

  /// Records the values of a reading; any other quantity keeps its last value.
  public mutating func record(_ reading: SensorReading, at time: Duration) {
    for entry in reading.entries { self[entry.quantity] = Timed(entry.value, at: time) }
    conversion = reading.conversion ?? conversion
  }
}
