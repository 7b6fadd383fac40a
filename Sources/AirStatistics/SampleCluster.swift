/// Samples that were taken near each other.
///
/// The first sample opens a cluster and stays its centre. Each further one belongs to the nearest centre within
/// the radius, the circle itself included, and opens a cluster of its own where there is none. So the order of
/// the samples matters, and a centre is no mean: both ways of counting share that, it is what the app's circles
/// on the map are.
public struct SampleCluster: Hashable, Sendable {
  /// The position of the cluster's first sample.
  public var center: SurfacePoint
  /// The indices of the cluster's samples in the input.
  public var members: [Int]
  /// The means of the values, in their order; `nil` where no member has that value.
  public var means: [Double?]

  /// The radius that Air Quality's document names, metres.
  public static let writtenRadius = 200.0
  /// The radius that its code uses, metres.
  public static let codedRadius = 250.0
}

extension SampleCluster {
  /// Clusters as they are: what is not known is left out.
  ///
  /// Otherwise than ``asAirQuality(_:radius:)``, a sample without a position is in no cluster, one whose
  /// position is no place on Earth is in none, a value that is missing does not count in the mean, and of two
  /// centres equally near the earlier one has it.
  ///
  /// - Parameters:
  ///   - samples: In the order in which they count.
  ///   - radius: Metres.
  /// - Returns: Clusters in the order of their first samples.
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

  /// Clusters as Air Quality computes them.
  ///
  /// A sample without a position lies at 0° N 0° E, or on that parallel or meridian when half of it is known. A
  /// value that is missing is added as 0 and counts. Of two centres equally near the later one has it. Sums
  /// are taken in the order of the samples.
  ///
  /// - Parameters:
  ///   - samples: In the order in which the server delivers them.
  ///   - radius: Metres; the app has ``codedRadius``.
  /// - Returns: Clusters in the order of their first samples.
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

  /// The mean of each column over the rows that have it.
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
  /// Whether there is such a place.
  fileprivate var isOnEarth: Bool { latitude.magnitude <= 90 && longitude.magnitude <= 180 }
}
