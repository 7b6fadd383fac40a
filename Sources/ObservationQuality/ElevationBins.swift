/// Sums of values by the satellite's elevation, in steps of ten degrees.
package struct ElevationBins: Hashable, Sendable {
  /// The sums of some values.
  package struct Sums: Hashable, Sendable {
    /// The number of values.
    package fileprivate(set) var count = 0
    /// Their sum.
    package fileprivate(set) var sum = 0.0
    /// The sum of their squares.
    package fileprivate(set) var squares = 0.0

    mutating func add(_ value: Double, square: Double) {
      count += 1
      sum += value
      squares += square
    }

    static func += (sums: inout Sums, more: Sums) {
      sums.count += more.count
      sums.sum += more.sum
      sums.squares += more.squares
    }

    /// The mean of the values; `nil` without any.
    package var mean: Double? { count == 0 ? nil : sum / Double(count) }
    /// The square root of the mean of the squares; `nil` without any.
    package var rms: Double? { count == 0 ? nil : (squares / Double(count)).squareRoot() }
  }

  /// The number of bins: nine from the horizon to the zenith.
  package static let count = 9
  /// The width of a bin, degrees.
  package static let width = 10.0

  /// The sums of satellites above the horizon, from the lowest.
  package private(set) var bins = [Sums](repeating: Sums(), count: ElevationBins.count)
  /// The sums of all values, also of satellites without a known elevation.
  package private(set) var all = Sums()
  /// The sums of satellites above the mask, and of those without a known elevation.
  private(set) var aboveMask = Sums()

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value; 0 where only its square is known.
  ///   - square: Its square.
  ///   - elevation: The satellite's elevation, degrees; `nil` where it is not known.
  ///   - mask: The least elevation that counts, degrees.
  mutating func add(_ value: Double, square: Double, at elevation: Double?, mask: Double) {
    all.add(value, square: square)
    if elevation ?? mask >= mask { aboveMask.add(value, square: square) }
    guard let elevation, elevation >= 0 else { return }
    bins[min(Int(elevation / Self.width), Self.count - 1)].add(value, square: square)
  }

  static func += (bins: inout ElevationBins, more: ElevationBins) {
    for index in bins.bins.indices { bins.bins[index] += more.bins[index] }
    bins.all += more.all
    bins.aboveMask += more.aboveMask
  }
}
