internal import GNSSBasics
internal import Positioning

/// The scatter of the positions of single epochs about a place.
package struct PositionScatter: Sendable {
  /// The place that offsets are from: the antenna's as it is told, or the first position.
  private(set) var origin: GeodeticPosition?
  /// Whether the origin is the antenna's place as it is told.
  package private(set) var isTold = false
  /// The number of positions.
  private(set) var count = 0
  /// The number of epochs without a position.
  private(set) var missing = 0
  private var sum = SIMD3<Double>.zero
  private var squares = SIMD3<Double>.zero
  /// Offsets to the east, to the north and up, metres, for a drawing.
  package private(set) var samples = ThinnedSeries<SIMD3<Double>>()

  /// Adds the position of an epoch.
  ///
  /// - Parameters:
  ///   - solution: The position, or none.
  ///   - place: The antenna's place as it is told; `nil` where it is not.
  mutating func add(_ solution: Solution, near place: ECEFPosition?) {
    guard solution.state != .none else { return missing += 1 }
    if origin == nil {
      origin = GeodeticPosition(place ?? solution.position)
      isTold = place != nil
    }
    guard let origin else { return }
    let local = origin.localOffset(to: GeodeticPosition(solution.position))
    let offset = SIMD3(local.east, local.north, local.up)
    count += 1
    sum += offset
    squares += offset * offset
    samples.add(offset)
  }

  /// The mean of the offsets to the east, to the north and up, metres; `nil` without positions.
  var mean: SIMD3<Double>? { count == 0 ? nil : sum / Double(count) }

  /// The standard deviations about the mean, metres; `nil` with less than two positions.
  var deviation: SIMD3<Double>? {
    guard count > 1, let mean else { return nil }
    let variance = (squares - Double(count) * mean * mean) / Double(count - 1)
    return SIMD3(
      max(variance.x, 0).squareRoot(), max(variance.y, 0).squareRoot(),
      max(variance.z, 0).squareRoot())
  }
}
