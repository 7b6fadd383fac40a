/// A cluster of samples taken near each other.
///
/// The first sample opens a cluster and stays its centre. Each further sample joins the nearest centre
/// within the radius (inclusive), or opens a new cluster when no centre is within it. The result therefore
/// depends on the order of the samples, and a centre is not a mean position. Both variants of the
/// computation share this rule: it yields the circles on the app's map.
public struct SampleCluster: Hashable, Sendable {
  /// The position of the cluster's first sample.
  public var center: SurfacePoint
  /// The indices of the cluster's samples in the input.
  public var members: [Int]
  /// The mean of each value, in the samples' order; `nil` when no member has the value.
  public var means: [Double?]

  /// The cluster radius in Air Quality's document, metres.
  public static let writtenRadius = 200.0
  /// The cluster radius in Air Quality's code, metres.
  public static let codedRadius = 250.0
}

extension SampleCluster {
  /// Returns the clusters of samples, with unknown positions and values left out.
  ///
  /// Differences from ``asAirQuality(_:radius:)``: a sample without a position, or with one outside the
  /// range of latitudes and longitudes, is in no cluster. A missing value does not count in the mean. Of
  /// two centres equally near, the earlier one is chosen.
  ///
  /// - Parameters:
  ///   - samples: The samples, in the order in which they are assigned.
  ///   - radius: The cluster radius, metres.
  /// - Returns: The clusters, in the order of their first samples.
  public static func all(of samples: [PlacedSample], radius: Double) -> [SampleCluster] {
    let places = samples.map { sample in sample.place.flatMap { $0.isOnEarth ? $0 : nil } }
    let clusters = PlaceClusters(of: places, radius: radius, preferring: .earlier)
    return gathered(clusters) { samples[$0].values }
  }

  /// Returns the clusters as Air Quality computes them.
  ///
  /// A missing latitude or longitude counts as 0°, so a sample without a position lies at 0° N 0° E. A
  /// missing value counts as 0 in the mean. Of two centres equally near, the later one is chosen. Sums are
  /// taken in the order of the samples.
  ///
  /// - Parameters:
  ///   - samples: The samples, in the order in which the server delivers them.
  ///   - radius: The cluster radius, metres; the app uses ``codedRadius``.
  /// - Returns: The clusters, in the order of their first samples.
  public static func asAirQuality(_ samples: [PlacedSample], radius: Double) -> [SampleCluster] {
    let places = samples.map { sample in
      SurfacePoint(latitude: sample.latitude ?? 0, longitude: sample.longitude ?? 0)
    }
    let clusters = PlaceClusters(of: places, radius: radius, preferring: .later)
    return gathered(clusters) { samples[$0].values.map { $0 ?? 0 } }
  }

  /// Returns the clusters with their members and the means of the members' values.
  private static func gathered(
    _ clusters: PlaceClusters, values: (Int) -> [Double?]
  ) -> [SampleCluster] {
    var members = [[Int]](repeating: [], count: clusters.centers.count)
    for (index, number) in clusters.numbers.enumerated() {
      if let number { members[number].append(index) }
    }
    return zip(clusters.centers, members).map { center, members in
      SampleCluster(center: center, members: members, means: means(of: members.map(values)))
    }
  }

  /// Returns the mean of each column over the rows that have a value in it.
  private static func means(of rows: [[Double?]]) -> [Double?] {
    let width = rows.map(\.count).max() ?? 0
    return (0..<width).map { column in
      var (sum, count) = (0.0, 0)
      for row in rows where column < row.count {
        guard let value = row[column] else { continue }
        sum += value
        count += 1
      }
      return count > 0 ? sum / Double(count) : nil
    }
  }
}
