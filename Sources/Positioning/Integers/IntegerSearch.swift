/// The integers nearest to float ambiguities in the metric of their covariance.
struct IntegerCandidates: Sendable {
  /// The nearest integers, and the next ones.
  var best, second: [Double]
  /// The squared distances of both from the float values.
  var distances: (best: Double, second: Double)

  /// The second squared distance by the first.
  var ratio: Double { distances.best > 0 ? distances.second / distances.best : .infinity }
}

extension IntegerCandidates {
  /// Searches the two nearest vectors of integers; the result is `nil` where the covariance is not positive
  /// definite, or the search too long.
  ///
  /// - Parameters:
  ///   - ambiguities: The float values, cycles.
  ///   - covariance: Their covariance, square cycles.
  init?(of ambiguities: [Double], covariance: SymmetricMatrix) {
    guard let reduction = IntegerReduction(covariance) else { return nil }
    self.init(of: ambiguities, reduction)
  }

  /// Searches the two nearest vectors of integers, with the covariance as it was reduced.
  init?(of ambiguities: [Double], _ reduction: IntegerReduction) {
    guard ambiguities.allSatisfy(\.isFinite) else { return nil }
    // Whole cycles are taken off first, for the precision of what is left.
    let whole = ambiguities.map { $0.rounded() }
    let float = reduction.reduced(zip(ambiguities, whole).map { $0 - $1 })
    var search = IntegerSearch(reduction, float)
    guard search.run() else { return nil }
    let best = reduction.original(search.found[0].integers)
    let second = reduction.original(search.found[1].integers)
    self.init(
      best: zip(best, whole).map { $0 + $1 }, second: zip(second, whole).map { $0 + $1 },
      distances: (search.found[0].distance, search.found[1].distance))
  }
}

/// A depth-first search for the two nearest vectors of integers, nearest first at each level.
///
/// Source: Chang, Yang and Zhou, J. Geodesy 79 (2005) 552, section 4.
private struct IntegerSearch {
  private let size: Int
  private let lower: [Double]
  private let diagonal: [Double]
  private let float: [Double]
  /// The vectors found, the nearest first; two at the end.
  private(set) var found: [(integers: [Double], distance: Double)] = []

  /// The limit of steps: some tens of milliseconds.
  private static var mostSteps: Int { 200_000 }

  init(_ reduction: IntegerReduction, _ float: [Double]) {
    (size, lower, diagonal) = (reduction.size, reduction.lower, reduction.diagonal)
    self.float = float
  }

  /// Searches; `false` where the limit of steps is reached.
  mutating func run() -> Bool {
    guard size > 0 else { return false }
    var level = size - 1
    var integers = [Double](repeating: 0, count: size)
    var steps = integers
    var centres = integers
    // The squared distance of the levels above each, and the sums of their deviations by L.
    var distances = [Double](repeating: 0, count: size + 1)
    var sums = [Double](repeating: 0, count: size * size)
    func begin(_ level: Int) {
      centres[level] = float[level] + sums[level * size + level]
      integers[level] = centres[level].rounded()
      steps[level] = centres[level] < integers[level] ? -1 : 1
    }
    func goOn(_ level: Int) {
      integers[level] += steps[level]
      steps[level] = steps[level] > 0 ? -steps[level] - 1 : -steps[level] + 1
    }
    begin(level)
    for _ in 0..<Self.mostSteps {
      let deviation = centres[level] - integers[level]
      let distance = distances[level + 1] + deviation * deviation / diagonal[level]
      let limit = found.count < 2 ? Double.infinity : found[1].distance
      if distance < limit {
        if level > 0 {
          distances[level] = distance
          // Row `level - 1` of the sums is that of the level above plus this level's part.
          let (above, below) = (level * size, (level - 1) * size)
          for column in 0..<level {
            sums[below + column] =
              sums[above + column] - deviation * lower[column * size + level]
          }
          level -= 1
          begin(level)
        } else {
          take(integers, distance)
          goOn(level)
        }
      } else {
        if level == size - 1 { return found.count == 2 }
        level += 1
        goOn(level)
      }
    }
    return false
  }

  private mutating func take(_ integers: [Double], _ distance: Double) {
    let place = found.firstIndex { distance < $0.distance } ?? found.count
    found.insert((integers, distance), at: place)
    if found.count > 2 { found.removeLast() }
  }
}
