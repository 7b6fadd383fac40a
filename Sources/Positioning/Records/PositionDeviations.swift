internal import GNSSBasics

/// The standard deviations of a position in its local frame, and the roots of its covariances, metres.
///
/// A covariance is written as the root of its magnitude, with its sign. Source: RTKLIB manual 2.4.2, B.1,
/// columns sdn to sdun.
public struct PositionDeviations: Hashable, Sendable {
  /// The standard deviation to the north, metres.
  public var north: Double
  /// The standard deviation to the east, metres.
  public var east: Double
  /// The standard deviation upwards, metres.
  public var up: Double
  /// The signed root of the covariance of north and east, metres.
  public var northEast: Double
  /// The signed root of the covariance of east and up, metres.
  public var eastUp: Double
  /// The signed root of the covariance of up and north, metres.
  public var upNorth: Double

  /// Creates deviations from metres; all are 0 unless given.
  public init(
    north: Double = 0, east: Double = 0, up: Double = 0, northEast: Double = 0,
    eastUp: Double = 0, upNorth: Double = 0
  ) {
    (self.north, self.east, self.up) = (north, east, up)
    (self.northEast, self.eastUp, self.upNorth) = (northEast, eastUp, upNorth)
  }

  /// The six values in the order of the file's columns, metres.
  var columns: [Double] { [north, east, up, northEast, eastUp, upNorth] }

  /// Creates deviations from the six values in the order of the file's columns, metres.
  init(columns: [Double]) {
    self.init(
      north: columns[0], east: columns[1], up: columns[2], northEast: columns[3],
      eastUp: columns[4], upNorth: columns[5])
  }

  /// Creates the local deviations of a position from those of its Earth-centred coordinates.
  ///
  /// - Parameters:
  ///   - cartesian: The values of the columns sdx, sdy, sdz, sdxy, sdyz and sdzx, metres.
  ///   - position: The position.
  init(cartesian: [Double], at position: GeodeticPosition) {
    let c = cartesian.map { $0 * $0.magnitude }
    let matrix = [[c[0], c[3], c[5]], [c[3], c[1], c[4]], [c[5], c[4], c[2]]]
    let axes = TangentPlane(at: position).axes
    func covariance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
      var sum = 0.0
      for row in 0..<3 {
        for column in 0..<3 { sum += a[row] * matrix[row][column] * b[column] }
      }
      return sum
    }
    self.init(
      north: covariance(axes.north, axes.north).signedRoot,
      east: covariance(axes.east, axes.east).signedRoot,
      up: covariance(axes.up, axes.up).signedRoot,
      northEast: covariance(axes.north, axes.east).signedRoot,
      eastUp: covariance(axes.east, axes.up).signedRoot,
      upNorth: covariance(axes.up, axes.north).signedRoot)
  }
}

extension Double {
  /// The root of the magnitude, with the number's sign.
  var signedRoot: Double { self < 0 ? -magnitude.squareRoot() : squareRoot() }
}
