internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics

/// Dilutions of precision: by how much a range's error grows on its way into position and time.
///
/// From the satellites' directions, each weighing the same, with one receiver clock for all systems.
struct Dilution: Hashable, Sendable {
  /// Of one axis each, and of time; ``unknown`` where satellites are too few or in one plane.
  let east, north, up, time: Double

  /// What is told when there is none.
  static let unknown = 99.99

  /// The dilutions of satellites in some directions.
  init(_ directions: some Sequence<SkyDirection>) {
    var normal = [[Double]](repeating: [0, 0, 0, 0], count: 4)
    for direction in directions {
      let (elevation, azimuth) = (
        direction.elevation.degreesInRadians, direction.azimuth.degreesInRadians
      )
      let level = Math.cosine(elevation)
      let row = [level * Math.sine(azimuth), level * Math.cosine(azimuth), Math.sine(elevation), 1]
      for i in 0..<4 { for j in 0..<4 { normal[i][j] += row[i] * row[j] } }
    }
    let variances = Self.diagonalOfInverse(of: normal)
    let roots = variances.map { min($0.squareRoot(), Self.unknown) }
    (east, north, up, time) = (roots[0], roots[1], roots[2], roots[3])
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

  /// By elimination without pivots, which a matrix of this kind does without; infinite where it has no inverse.
  private static func diagonalOfInverse(of matrix: [[Double]]) -> [Double] {
    var rows = matrix.indices.map { i in
      matrix[i] + matrix.indices.map { $0 == i ? 1.0 : 0 }
    }
    for i in rows.indices {
      let pivot = rows[i][i]
      guard pivot > 1e-9 else { return [Double](repeating: .infinity, count: rows.count) }
      for column in rows[i].indices { rows[i][column] /= pivot }
      for other in rows.indices where other != i {
        let factor = rows[other][i]
        for column in rows[i].indices { rows[other][column] -= factor * rows[i][column] }
      }
    }
    return rows.indices.map { rows[$0][rows.count + $0] }
  }
}
