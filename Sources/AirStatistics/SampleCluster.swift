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
    var clusters: [SampleCluster] = []
    for (index, sample) in samples.enumerated() {
      guard let place = sample.place, place.isOnEarth else { continue }
      gather(index, at: place, into: &clusters, radius: radius) { $0 < $1 }
    }
    return clusters.map { cluster in
      var cluster = cluster
      cluster.means = means(of: cluster.members.map { samples[$0].values })
      return cluster
    }
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
    var clusters: [SampleCluster] = []
    for (index, sample) in samples.enumerated() {
      let place = SurfacePoint(latitude: sample.latitude ?? 0, longitude: sample.longitude ?? 0)
      gather(index, at: place, into: &clusters, radius: radius) { $0 <= $1 }
    }
    return clusters.map { cluster in
      var cluster = cluster
      let rows = cluster.members.map { samples[$0].values.map { $0 ?? 0 } }
      cluster.means = means(of: rows)
      return cluster
    }
  }

  private static func gather(
    _ index: Int, at place: SurfacePoint, into clusters: inout [SampleCluster], radius: Double,
    isNearer: (Double, Double) -> Bool
  ) {
    var nearest: (cluster: Int, distance: Double)?
    for (number, cluster) in clusters.enumerated() {
      let distance = cluster.center.distance(to: place)
      if distance <= radius, isNearer(distance, nearest?.distance ?? .infinity) {
        nearest = (number, distance)
      }
    }
    if let nearest {
      clusters[nearest.cluster].members.append(index)
    } else {
      clusters.append(SampleCluster(center: place, members: [index], means: []))
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

extension SurfacePoint {
  /// Whether the latitude is within ±90° and the longitude within ±180°.
  fileprivate var isOnEarth: Bool { latitude.magnitude <= 90 && longitude.magnitude <= 180 }
}
