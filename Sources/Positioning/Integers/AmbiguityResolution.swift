/// The search for whole ambiguities among float ones: the largest set that passes the tests.
///
/// The sets are nested. Each leaves out more of the ambiguities with the greatest variance; those are of low
/// and new satellites.
struct AmbiguityResolution: Sendable {
  /// The indices of the ambiguities that are resolved, ascending.
  private(set) var indices: [Int] = []
  /// Their integers.
  private(set) var integers: [Double] = []
  /// The ratio of the set that passed; of the largest set that was searched where none did.
  private(set) var ratio = 0.0
  /// The ratio that it had to exceed.
  private(set) var threshold = 0.0
  /// The number of ambiguities in it.
  private(set) var count = 0

  /// The indices of the largest set that was searched, and what the float ambiguities are off its integers.
  private(set) var attempt: (indices: [Int], deviations: [Double])?

  /// Whether a set passed.
  var isResolved: Bool { !indices.isEmpty }

  /// The shares of the ambiguities that are tried.
  private static let shares = [1.0, 0.85, 0.7, 0.55, 0.4, 0.3]
  /// The least success rate, and the least number of ambiguities.
  private static let leastSuccess = 0.99
  private static let leastCount = 4

  /// Resolves float ambiguities.
  ///
  /// - Parameters:
  ///   - float: The values, cycles.
  ///   - covariance: Their covariance, square cycles.
  ///   - owners: A number for each ambiguity, the same for those of one satellite, ascending.
  init(_ float: [Double], covariance: SymmetricMatrix, owners: [Int]) {
    let order = Self.order(covariance, owners)
    var last = 0
    for share in Self.shares {
      let size = Int((share * Double(float.count)).rounded(.up))
      guard size >= Self.leastCount, size != last else { continue }
      last = size
      let set = order.prefix(size).sorted()
      guard let reduction = IntegerReduction(covariance.selecting(set)),
        reduction.successRate >= Self.leastSuccess,
        let candidates = IntegerCandidates(of: set.map { float[$0] }, reduction)
      else { continue }
      if attempt == nil {
        attempt = (set, zip(set, candidates.best).map { float[$0] - $1 })
      }
      let needed = Self.threshold(count: size, successRate: reduction.successRate)
      let passes = candidates.ratio >= needed
      if ratio == 0 || passes { (ratio, threshold, count) = (candidates.ratio, needed, size) }
      guard passes, candidates.distances.best < Self.greatestDistance(count: size)
      else { continue }
      (indices, integers) = (set, candidates.best)
      return
    }
  }

  /// Returns the ambiguities from the most precise satellite on.
  ///
  /// The carriers of a satellite stay together: where the ionosphere is unknown, their difference is known far
  /// better than each of them.
  private static func order(_ covariance: SymmetricMatrix, _ owners: [Int]) -> [Int] {
    var (sums, counts) = ([Int: Double](), [Int: Double]())
    for (index, owner) in owners.enumerated() {
      sums[owner, default: 0] += covariance[index, index]
      counts[owner, default: 0] += 1
    }
    func mean(_ index: Int) -> Double { (sums[owners[index]] ?? 0) / (counts[owners[index]] ?? 1) }
    return owners.indices.sorted { (mean($0), owners[$0], $0) < (mean($1), owners[$1], $1) }
  }

  /// Returns the ratio from which integers are accepted.
  ///
  /// At one rate of failures the ratio falls with the number of ambiguities, and with the rate at which the best
  /// integers are right (Verhagen and Teunissen, J. Geodesy 87 (2013) 535). The figures are higher than theirs,
  /// since real errors repeat themselves.
  static func threshold(count: Int, successRate: Double) -> Double {
    1 + (successRate > 0.9999 ? 26 : 30) / (Double(count) + 3)
  }

  /// Returns the squared distance from which integers do not agree with the float ambiguities.
  ///
  /// Of right integers it is distributed as chi-squared with as many degrees of freedom; the float's model of
  /// noise may be wrong by a factor of two.
  private static func greatestDistance(count: Int) -> Double {
    4 * (Double(count) + 4 * (2 * Double(count)).squareRoot())
  }
}
