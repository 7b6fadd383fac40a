public import SensorDrivers

/// The reading of a part: values by quantity, in the quantities' units.
///
/// ```swift
/// let reading: SensorReading = [.temperature: 21.5, .humidity: nil]  // there is no humidity
/// ```
public struct SensorReading: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A quantity and its value.
  struct Entry: Hashable, Sendable {
    var quantity: Quantity
    var value: Double
  }

  private(set) var entries: [Entry] = []
  /// The raw values and calibration of the air values; `nil` unless a BME280 delivered them.
  public var conversion: BME280Conversion?

  /// Creates a reading; a value that is `nil` is left out.
  public init(dictionaryLiteral values: (Quantity, Double?)...) {
    for (quantity, value) in values {
      if let value { entries.append(Entry(quantity: quantity, value: value)) }
    }
  }

  /// The value of a quantity; `nil` when the reading has none.
  public subscript(quantity: Quantity) -> Double? {
    entries.first { $0.quantity == quantity }?.value
  }

  /// Whether the reading has no value.
  public var isEmpty: Bool { entries.isEmpty }

  /// Adds the values of another part's reading.
  mutating func append(_ other: SensorReading) {
    entries += other.entries
    conversion = other.conversion ?? conversion
  }
}
