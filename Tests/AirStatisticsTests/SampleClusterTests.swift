import GNSSBasics
import Testing

@testable import AirStatistics

@Suite("Clusters")
struct SampleClusterTests {
  private static func sample(
    _ latitude: Double?, _ longitude: Double?, _ values: [Double?] = [1]
  ) -> PlacedSample {
    PlacedSample(
      time: UnixTime(seconds: 0), latitude: latitude, longitude: longitude, values: values)
  }

  /// Returns a sample a number of metres north of a place in Milan, on the sphere used for distances.
  private static func north(_ metres: Double, _ values: [Double?] = [1]) -> PlacedSample {
    sample(45.47 + metres / 6_371_000 * 180 / .pi, 9.22, values)
  }

  @Test("a degree of the meridian is 111,194.9 m; a quarter of the equator 10,007.5 km")
  func distance() {
    let a = SurfacePoint(latitude: 45, longitude: 9)
    #expect(abs(a.distance(to: SurfacePoint(latitude: 46, longitude: 9)) - 111_194.93) < 0.01)
    let equator = SurfacePoint(latitude: 0, longitude: 0)
    let east = SurfacePoint(latitude: 0, longitude: 90)
    #expect(abs(equator.distance(to: east) - 10_007_543.4) < 0.1)
    #expect(equator.distance(to: equator) == 0)
    let pole = SurfacePoint(latitude: -90, longitude: 0)
    #expect(abs(SurfacePoint(latitude: 90, longitude: 12).distance(to: pole) - 20_015_086.8) < 0.1)
  }

  @Test("the first sample stays the centre, however far the others pull")
  func fixedCenter() {
    // A centre that moved with its members would be at 130 m, and would take in the row at 360 m.
    let rows = [0, 150, 240, 360, 500].map { Self.north($0) }
    let clusters = SampleCluster.asAirQuality(rows, radius: 250)
    #expect(clusters.map(\.members) == [[0, 1, 2], [3, 4]])
    #expect(clusters[0].center == SurfacePoint(latitude: 45.47, longitude: 9.22))
    let written = SampleCluster.all(of: rows, radius: 200)
    #expect(written.map(\.members) == [[0, 1], [2, 3], [4]], "200 m is another picture")
  }

  @Test("a sample belongs to the nearest centre, not to the first one in reach")
  func nearest() {
    let rows = [0, 300, 200].map { Self.north($0) }
    #expect(SampleCluster.all(of: rows, radius: 250).map(\.members) == [[0], [1, 2]])
    #expect(SampleCluster.asAirQuality(rows, radius: 250).map(\.members) == [[0], [1, 2]])
  }

  @Test("of two centres equally near, the app takes the later one")
  func ties() {
    // The two centres lie 0.002° of longitude to either side on one latitude: their distances are
    // bit-identical.
    let rows = [(45.0, -0.002), (45, 0.002), (45, 0)].map { Self.sample($0.0, $0.1) }
    #expect(SampleCluster.asAirQuality(rows, radius: 250).map(\.members) == [[0], [1, 2]])
    #expect(SampleCluster.all(of: rows, radius: 250).map(\.members) == [[0, 2], [1]])
  }

  @Test("without a position the app counts at 0, 0, half of one on the equator or meridian")
  func missingPositions() {
    let rows = [
      Self.sample(nil, nil, [5]), Self.north(0, [7]), Self.sample(nil, nil, [9]),
      Self.sample(45.47, nil, [11]), Self.sample(.nan, 9.22, [13]), Self.sample(91, 9, [15]),
    ]
    let asApp = SampleCluster.asAirQuality(rows, radius: 250)
    #expect(asApp.prefix(3).map(\.members) == [[0, 2], [1], [3]])
    #expect(asApp[0].center == SurfacePoint(latitude: 0, longitude: 0))
    #expect(asApp[2].center == SurfacePoint(latitude: 45.47, longitude: 0))
    #expect(SampleCluster.all(of: rows, radius: 250).map(\.members) == [[1]])
  }

  @Test("poles and the date line are places on Earth, and nothing is beyond them")
  func edges() {
    let rows = [
      (90, 0), (-90, 0), (0, 180), (10, -180), (90.5, 0), (-90.5, 0), (0, 180.5), (10, -180.5),
    ].map { Self.sample($0.0, $0.1) }
    #expect(SampleCluster.all(of: rows, radius: 250).map(\.members) == [[0], [1], [2], [3]])
  }

  @Test("the circle itself belongs to a cluster, what is a hair beyond does not")
  func onTheCircle() {
    let rows = [0, 199.5].map { Self.north($0) }
    let distance = SurfacePoint(latitude: 45.47, longitude: 9.22).distance(
      to: SurfacePoint(latitude: rows[1].latitude ?? 0, longitude: 9.22))
    for (radius, count) in [(distance, 1), (distance.nextDown, 2)] {
      #expect(SampleCluster.all(of: rows, radius: radius).count == count)
      #expect(SampleCluster.asAirQuality(rows, radius: radius).count == count)
    }
  }

  @Test("samples with different numbers of values have means of as many as there are")
  func ragged() {
    let rows = [[1], [3, 10, nil], []].map { Self.north(0, $0) }
    #expect(SampleCluster.all(of: rows, radius: 1).map(\.means) == [[2, 10, nil]])
    #expect(SampleCluster.asAirQuality(rows, radius: 1).map(\.means) == [[2, 10, 0]])
  }

  @Test("a missing value counts as 0 in the app's mean, and not at all in the plain one")
  func missingValues() {
    let rows = [[20, nil, nil], [nil, nil, 4], [24, nil, 6]].map { Self.north(0, $0) }
    let asApp = SampleCluster.asAirQuality(rows, radius: 250)
    let (counted, plain): ([Double?], [Double?]) = ([44.0 / 3, 0, 10.0 / 3], [22, nil, 5])
    #expect(asApp.map(\.means) == [counted])
    #expect(SampleCluster.all(of: rows, radius: 250).map(\.means) == [plain])
  }

  @Test(
    "every sample is in one cluster, within the radius of its centre",
    arguments: 0..<20 as Range<UInt64>)
  func properties(seed: UInt64) {
    var random = RandomSamples(seed: seed)
    let samples = random.samples(200)
    for radius in [0, 50, SampleCluster.writtenRadius, SampleCluster.codedRadius, 1e9] {
      let clusters = SampleCluster.all(of: samples, radius: radius)
      let members = clusters.flatMap(\.members)
      #expect(members.sorted() == samples.indices.filter { samples[$0].latitude != nil })
      for (number, cluster) in clusters.enumerated() {
        for member in cluster.members {
          guard let place = samples[member].place else { continue }
          let distance = place.distance(to: cluster.center)
          #expect(distance <= radius)
          // No centre that existed before is nearer.
          let earlier = clusters.prefix { $0.members[0] < member }
          #expect(earlier.allSatisfy { $0.center.distance(to: place) >= distance })
        }
        for other in clusters.dropFirst(number + 1) {
          #expect(other.center.distance(to: cluster.center) > radius)
        }
        for (column, mean) in cluster.means.enumerated() {
          let values = cluster.members.compactMap { samples[$0].values[column] }
          #expect((mean == nil) == values.isEmpty)
          if let mean, let least = values.min(), let most = values.max() {
            #expect(mean >= least - 1e-9 && mean <= most + 1e-9)
          }
        }
      }
      let whole = random.samples(60, gaps: 0)
      #expect(
        SampleCluster.all(of: whole, radius: radius)
          == SampleCluster.asAirQuality(whole, radius: radius), "where nothing is missing")
    }
  }

  @Test(
    "a walk of 200 m is one cluster; one of 470 m is three at the written radius, two at the coded")
  func walks() {
    let short = (0...124).map { Self.north(200 * Double($0) / 124) }
    let long = (0...100).map { Self.north(470 * Double($0) / 100) }
    for (radius, count) in [(SampleCluster.writtenRadius, 3), (SampleCluster.codedRadius, 2)] {
      #expect(SampleCluster.all(of: short, radius: radius + 0.001).count == 1)
      #expect(SampleCluster.all(of: long, radius: radius).count == count)
      #expect(SampleCluster.asAirQuality(long, radius: radius).count == count)
      #expect(SampleCluster.asAirQuality([], radius: radius).isEmpty)
    }
  }
}
