import AirStatistics
import GNSSBasics
import Mathematics
import Testing

@Suite("Clusters of many places")
struct PlaceClustersTests {
  /// Returns the clusters by the rule as it is written: each place is compared with each centre.
  private func plain(
    _ places: [SurfacePoint?], radius: Double, isLater: Bool
  ) -> (centers: [SurfacePoint], numbers: [Int?]) {
    var centers: [SurfacePoint] = []
    var numbers: [Int?] = []
    for place in places {
      guard let place else {
        numbers.append(nil)
        continue
      }
      var nearest: (number: Int, distance: Double)?
      for (number, center) in centers.enumerated() {
        let distance = center.distance(to: place)
        let known = nearest?.distance ?? .infinity
        if distance <= radius, isLater ? distance <= known : distance < known {
          nearest = (number, distance)
        }
      }
      if nearest == nil { centers.append(place) }
      numbers.append(nearest?.number ?? centers.count - 1)
    }
    return (centers, numbers)
  }

  private func expectPlain(_ places: [SurfacePoint?], radius: Double) {
    for isLater in [false, true] {
      let clusters = PlaceClusters(
        of: places, radius: radius, preferring: isLater ? .later : .earlier)
      let expected = plain(places, radius: radius, isLater: isLater)
      let isSame =
        same(clusters.centers, expected.centers) && clusters.numbers == expected.numbers
      #expect(isSame, "radius \(radius), later \(isLater)")
    }
  }

  /// Returns whether points have the same bits; NaN equals no NaN.
  private func same(_ a: [SurfacePoint], _ b: [SurfacePoint]) -> Bool {
    a.map { [$0.latitude.bitPattern, $0.longitude.bitPattern] }
      == b.map { [$0.latitude.bitPattern, $0.longitude.bitPattern] }
  }

  private static let radii = [
    0, 1, 50, SampleCluster.writtenRadius, SampleCluster.codedRadius, 100_000, 1e7, 2.1e7, -1, .nan,
    .infinity,
  ]

  @Test(
    "near each other, at poles, at the date line and all over the Earth they are those of the plain rule",
    arguments: 0..<6 as Range<UInt64>)
  func random(seed: UInt64) {
    var chance = Xoshiro256(seed: seed, part: "clusters")
    let middles = [
      (45.47, 9.22), (90, 0), (-90, 77), (0, 180), (12, -180), (0, 0), (89.999, -180), (45, 369.22),
    ]
    for spread in [0.0005, 0.01, 200] {
      let places: [SurfacePoint?] = (0..<120).map { _ in
        let roll = chance.uniform()
        if roll < 0.05 { return nil }
        let middle = middles[roll < 0.6 ? 0 : Int(chance.uniform() * 8)]
        let (a, b) = (chance.uniform() - 0.5, chance.uniform() - 0.5)
        return SurfacePoint(
          latitude: middle.0 + spread * a, longitude: middle.1 + spread * b)
      }
      for radius in Self.radii { expectPlain(places, radius: radius) }
    }
  }

  @Test("equal distances, equal places and places that are none are those of the plain rule")
  func hostile() {
    let angles: [Double] = [
      0, -0.0, 0.002, -0.002, 45, 90, -90, 90.002, 180, -180, 179.998, 360, 540, 1e6, 1e6 + 0.001,
      2e6,
      -3e9, 1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
    ]
    let places: [SurfacePoint?] = angles.flatMap { latitude in
      angles.map { SurfacePoint(latitude: latitude, longitude: $0) }
    }
    for radius in [0, 250, 2.1e7, -1, .nan] {
      expectPlain(places, radius: radius)
      expectPlain(places.reversed(), radius: radius)
    }
    // A grid whose places are equally far from their neighbours, with places midway.
    let grid: [SurfacePoint?] = (0..<12).flatMap { row in
      (0..<12).map { column in
        SurfacePoint(
          latitude: 0.002 * Double(row % 7), longitude: 0.002 * Double(column % 5) - 0.004)
      }
    }
    for radius in [200.0, 222.4, 250, 320] { expectPlain(grid, radius: radius) }
  }

  @Test("a tie is noted where two centres are equally near, and not elsewhere")
  func ties() {
    let places = [-0.002, 0.002, 0].map { SurfacePoint(latitude: 45, longitude: $0) }
    #expect(PlaceClusters(of: places, radius: 250, preferring: .earlier).hasTie)
    #expect(!PlaceClusters(of: places.dropLast(), radius: 250, preferring: .earlier).hasTie)
  }

  @Test(
    "10^5 places far from each other, and as many at one place, are divided without comparing all")
  func many() {
    let apart = (0..<100_000).map { index -> SurfacePoint in
      SurfacePoint(latitude: Double(index / 400) * 0.01, longitude: Double(index % 400) * 0.01)
    }
    let clusters = PlaceClusters(of: apart, radius: 250, preferring: .earlier)
    #expect(clusters.centers.count == 100_000 && clusters.numbers == Array(0..<100_000))
    let together = [SurfacePoint](repeating: apart[7], count: 100_000)
    #expect(PlaceClusters(of: together, radius: 250, preferring: .later).centers.count == 1)
  }
}

@Suite("Cells of samples")
struct SampleCellTests {
  private func cells(_ places: [(Double, Double)], _ most: Int) -> [SampleCell] {
    SampleCell.all(
      of: places.enumerated().map { index, place in
        PlacedValue(Double(index), at: SurfacePoint(latitude: place.0, longitude: place.1))
      }, atMost: most)
  }

  @Test("cells have all samples, the mean position and the sums of their values")
  func sums() {
    let two = cells([(10, 20), (10.000_002, 20), (-10, -20), (-10, -20.000_002)], 2)
    #expect(two.map(\.values.samples) == [2, 2])
    #expect(two.map(\.values.mean) == [0.5, 2.5])
    #expect(abs(two[0].place.latitude - 10.000_001) < 1e-12 && two[0].place.longitude == 20)
    #expect(two.map(\.values.least) == [0, 2] && two.map(\.values.greatest) == [1, 3])
  }

  @Test(
    "at most as many cells come as are asked for, wherever the samples are",
    arguments: [1, 2, 5, 60])
  func limit(most: Int) {
    var chance = Xoshiro256(seed: 3, part: "cells")
    for width in [1e-7, 0.01, 90] {
      var places = (0..<200).map { _ in
        ((chance.uniform() - 0.5) * 2 * width, (chance.uniform() - 0.5) * 4 * width)
      }
      places += [(90, 180), (-90, -180), (90, -180), (0, 0)]
      let found = cells(places, most)
      #expect((1...most).contains(found.count))
      let samples: Int = found.reduce(0) { $0 + $1.values.samples }
      let sum: Double = found.reduce(0) { $0 + $1.values.sum }
      #expect(samples == 204 && sum == 203 * 102)
    }
    #expect(cells([], most).isEmpty)
  }

  @Test("samples without values have a place and no mean")
  func unknown() {
    let cells = SampleCell.all(
      of: [PlacedValue(nil, at: SurfacePoint(latitude: 1, longitude: 2))], atMost: 9)
    #expect(cells.map(\.values.samples) == [1] && cells.map(\.values.count) == [0])
    #expect(cells[0].values.mean == nil && cells[0].values.least == nil)
  }
}
