public import SensorDrivers

/// A value and the board time it was measured at.
public struct Timed<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The measured value.
  public var value: Value
  /// When, since boot.
  public var time: Duration

  /// Creates a value measured at a board time.
  public init(_ value: Value, at time: Duration) {
    self.value = value
    self.time = time
  }

  /// Returns the measurement's age; never negative.
  public func age(at now: Duration) -> Duration { max(now - time, .zero) }
}

/// The board's last values by quantity, each with the time it was measured at; `nil` until there was one.
///
/// A part that fails keeps its last values here, which then only grow older.
public struct Measurement: Hashable, Sendable {
  private var values: [Timed<Double>?]
  /// The raw values and calibration of temperature, humidity, pressure and altitude; `nil` unless a BME280
  /// delivered them.
  public var conversion: BME280Conversion?

  /// Creates a measurement with no values.
  public init() { values = Array(repeating: nil, count: Quantity.allCases.count) }

  /// The last value of a quantity, in its unit; `nil` when no part has delivered one.
  public subscript(quantity: Quantity) -> Timed<Double>? {
    get { values[Int(quantity.rawValue)] }
    set { values[Int(quantity.rawValue)] = newValue }
  }

  /// Records what a part has delivered; what it has not stays as it was.
  public mutating func record(_ reading: SensorReading, at time: Duration) {
    for entry in reading.entries { self[entry.quantity] = Timed(entry.value, at: time) }
    conversion = reading.conversion ?? conversion
  }
}
