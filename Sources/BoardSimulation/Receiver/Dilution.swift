internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics

/// Dilutions of precision: by how much a range's error grows on its way into position and time.
///
/// From the satellites' directions, each weighing the same, with one receiver clock for all systems.
struct Dilution: Hashable, Sendable {
  /// Of one axis each, and of time; ``unknown`` where satellites are too few or in one plane.
  let east, north, up, time: Double

  /// The value that is told when there is none.
  static let unknown = 99.99

  /// The dilutions of satellites in some directions.
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

  /// Of the level.
  var horizontal: Double { length(east, north) }
  /// Upwards.
  var vertical: Double { up }
  /// Of the position.
  var position: Double { length(horizontal, up) }
  /// Of position and time.
  var geometric: Double { length(position, time) }

  private func length(_ a: Double, _ b: Double) -> Double {
    min((a * a + b * b).squareRoot(), Self.unknown)
  }
}

/// A matrix of four rows and columns.
private struct SquareMatrix {
  private var rows: InlineArray<4, SIMD4<Double>> = .init(repeating: .zero)

  /// Adds the product of a column and the same as a row.
  mutating func addProduct(of row: SIMD4<Double>) {
    for index in rows.indices { rows[index] += row[index] * row }
  }

  /// By elimination without pivots, which a matrix of this kind does without; infinite where it has no inverse.
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
