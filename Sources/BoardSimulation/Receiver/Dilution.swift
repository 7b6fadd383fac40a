internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics

/// Dilutions of precision: the factors from range errors to errors of position and time.
///
/// The factors are computed from the satellites' directions with equal weights and one receiver clock for all
/// systems.
struct Dilution: Hashable, Sendable {
  /// The dilutions of each axis and of time; ``unknown`` if satellites are too few or in one plane.
  let east, north, up, time: Double

  /// The reported value of an unknown dilution.
  static let unknown = 99.99

  /// Creates the dilutions for the directions of satellites.
  init(_ directions: some Sequence<SkyDirection>) {
    var normal = SquareMatrix()
    for direction in directions {
      let (elevation, azimuth) = (
        direction.elevation.degreesInRadians, direction.azimuth.degreesInRadians
      )
      let level = Math.cosine(elevation)
      normal.addProduct(
        of: SIMD4(level * Math.sine(azimuth), level * Math.cosine(azimuth), Math.sine(elevation), 1)
      )
    }
    let variances = normal.diagonalOfInverse()
    func root(_ variance: Double) -> Double { min(variance.squareRoot(), Self.unknown) }
    (east, north) = (root(variances.x), root(variances.y))
    (up, time) = (root(variances.z), root(variances.w))
  }

  /// The horizontal dilution (HDOP).
  var horizontal: Double { length(east, north) }
  /// The vertical dilution (VDOP).
  var vertical: Double { up }
  /// The dilution of the position (PDOP).
  var position: Double { length(horizontal, up) }
  /// The geometric dilution, of position and time (GDOP).
  var geometric: Double { length(position, time) }

  private func length(_ a: Double, _ b: Double) -> Double {
    min((a * a + b * b).squareRoot(), Self.unknown)
  }
}

/// A 4×4 matrix.
private struct SquareMatrix {
  private var rows: InlineArray<4, SIMD4<Double>> = .init(repeating: .zero)

  /// Adds the outer product of a vector with itself.
  mutating func addProduct(of row: SIMD4<Double>) {
    for index in rows.indices { rows[index] += row[index] * row }
  }

  /// Returns the diagonal of the inverse; infinite for a matrix without an inverse.
  ///
  /// Gauss-Jordan elimination without pivoting is sufficient for a normal matrix.
  consuming func diagonalOfInverse() -> SIMD4<Double> {
    var inverse = InlineArray<4, SIMD4<Double>>(repeating: .zero)
    for index in inverse.indices { inverse[index][index] = 1 }
    for index in rows.indices {
      let pivot = rows[index][index]
      guard pivot > 1e-9 else { return SIMD4(repeating: .infinity) }
      rows[index] /= pivot
      inverse[index] /= pivot
      for other in rows.indices where other != index {
        let factor = rows[other][index]
        rows[other] -= factor * rows[index]
        inverse[other] -= factor * inverse[index]
      }
    }
    return SIMD4(inverse[0].x, inverse[1].y, inverse[2].z, inverse[3].w)
  }
}
