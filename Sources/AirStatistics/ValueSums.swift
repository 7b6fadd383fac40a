/// The sums of a value over a set of samples.
public struct ValueSums: Hashable, Sendable {
  /// The number of samples, with or without a value.
  public var samples = 0
  /// The number of values.
  public var count = 0
  /// The sum of the values.
  public var sum = 0.0
  /// The least value; `nil` without values.
  public var least: Double?
  /// The greatest value; `nil` without values.
  public var greatest: Double?

  /// Creates the sums of no samples.
  public init() {}

  /// The mean of the values; `nil` without values.
  public var mean: Double? { count > 0 ? sum / Double(count) : nil }

  /// Adds a sample's value; `nil` for a sample without one.
  public mutating func add(_ value: Double?) {
    samples += 1
    guard let value else { return }
    count += 1
    sum += value
    least = least.map { min($0, value) } ?? value
    greatest = greatest.map { max($0, value) } ?? value
  }

  /// Adds the sums of other samples.
  public mutating func add(_ other: ValueSums) {
    samples += other.samples
    count += other.count
    sum += other.sum
    least = [least, other.least].compactMap { $0 }.min()
    greatest = [greatest, other.greatest].compactMap { $0 }.max()
  }
}
