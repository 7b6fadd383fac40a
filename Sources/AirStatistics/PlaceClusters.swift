internal import Mathematics

/// The division of places into clusters, by the rule of ``SampleCluster``.
package struct PlaceClusters: Equatable, Sendable {
  /// The choice between two centres that are equally near.
  package enum Preference: Hashable, Sendable {
    case earlier, later
  }

  /// The centres, in the order of the places that opened the clusters.
  package private(set) var centers: [SurfacePoint] = []
  /// The cluster's number of each place; `nil` for places that are in no cluster.
  package private(set) var numbers: [Int?] = []
  /// Whether a place had two nearest centres, so that ``Preference`` mattered.
  package private(set) var hasTie = false

  /// The greatest latitude or longitude with a short search for the nearest centre, degrees.
  ///
  /// A place with a larger angle is compared with all centres.
  package static let greatestAngle = CenterIndex.greatestAngle

  private let preference: Preference
  private var index: CenterIndex
  /// The latest place and its cluster, because boards measure many times at one place.
  private var latest: (place: SurfacePoint, number: Int)?

  /// Creates the clusters of places.
  ///
  /// - Parameters:
  ///   - places: The places in the order in which they are assigned; `nil` is in no cluster.
  ///   - radius: The cluster radius, metres.
  ///   - preference: The choice between two centres that are equally near.
  package init(
    of places: some Collection<SurfacePoint?>, radius: Double, preferring preference: Preference
  ) {
    self.preference = preference
    index = CenterIndex(radius: radius)
    numbers.reserveCapacity(places.count)
    for place in places { numbers.append(place.map { number(of: $0) }) }
  }

  private mutating func number(of place: SurfacePoint) -> Int {
    if let latest, latest.place == place { return latest.number }
    let number = nearest(to: place) ?? open(at: place)
    // Places whose distance to themselves is NaN, and a radius that is no radius, join nothing.
    latest = place.isAccurate && index.radius >= 0 ? (place, number) : nil
    return number
  }

  private mutating func open(at place: SurfacePoint) -> Int {
    index.add(place)
    centers.append(place)
    return centers.count - 1
  }

  private mutating func nearest(to place: SurfacePoint) -> Int? {
    var best: (number: Int, distance: Double)?
    for number in index.candidates(near: place) {
      let distance = centers[number].distance(to: place)
      guard distance <= index.radius else { continue }
      guard let known = best else {
        best = (number, distance)
        continue
      }
      let isTie = distance == known.distance
      hasTie = hasTie || isTie
      let isPreferred = preference == .earlier ? number < known.number : number > known.number
      if distance < known.distance || (isTie && isPreferred) { best = (number, distance) }
    }
    return best?.number
  }

  /// Whether two divisions have the same centres and members.
  package static func == (a: PlaceClusters, b: PlaceClusters) -> Bool {
    a.centers == b.centers && a.numbers == b.numbers
  }
}

/// The centres of clusters by cells of space, so that those near a place are found without comparing all.
///
/// A place is a point on the unit sphere. The haversine formula computes the chord between two points for
/// any latitudes and longitudes, so that poles, the date line and places beyond the range are no exceptions.
struct CenterIndex: Sendable {
  /// The cluster radius, metres.
  let radius: Double
  /// The chord of the radius on the unit sphere, with a margin for rounding.
  private let reach: Double
  private let cellSize: Double
  private var points: [SIMD3<Double>] = []
  private var cells: [Int: [Int]] = [:]
  /// The centres with angles so large that their points are inaccurate.
  private var inaccurate: [Int] = []

  /// The greatest angle whose point is accurate, degrees.
  static let greatestAngle = 1e6
  /// The bound of the rounding errors of chords; 0.6 mm on Earth.
  private static let margin = 1e-10

  init(radius: Double) {
    self.radius = radius
    // An invalid radius has nothing within it; the comparison of distances says so.
    let angle = min(max(radius / SurfacePoint.radius, 0), .pi)
    reach = 2 * Math.sine((angle.isNaN ? 0 : angle) / 2) + Self.margin
    // The least size keeps the numbers of cells within 21 bits.
    cellSize = max(2 * reach, 2e-6)
  }

  /// Adds the next centre.
  mutating func add(_ place: SurfacePoint) {
    let number = points.count
    let point = place.onUnitSphere
    points.append(point)
    // The distance to a place without finite angles is NaN, and so within no radius.
    guard place.isFinite else { return }
    guard place.isAccurate else { return inaccurate.append(number) }
    let cell = key(cells(at: point.x).own, cells(at: point.y).own, cells(at: point.z).own)
    cells[cell, default: []].append(number)
  }

  /// Returns the numbers of all centres that may be the nearest one within the radius.
  func candidates(near place: SurfacePoint) -> [Int] {
    guard place.isFinite else { return [] }
    guard place.isAccurate else { return Array(points.indices) }
    var near: [(number: Int, chord: Double)] = []
    var least = reach
    let point = place.onUnitSphere
    forEachNeighbor(of: point) { number in
      let gap = points[number] - point
      let chord = (gap * gap).sum().squareRoot()
      guard chord <= least + Self.margin else { return }
      near.append((number, chord))
      least = min(least, chord)
    }
    return near.filter { $0.chord <= least + Self.margin }.map(\.number) + inaccurate
  }

  /// Calls a closure with the centres of the eight cells nearest to a point, which contain all within reach.
  private func forEachNeighbor(of point: SIMD3<Double>, _ body: (Int) -> Void) {
    let (x, y, z) = (cells(at: point.x), cells(at: point.y), cells(at: point.z))
    for corner in 0..<8 {
      let cell = key(
        corner & 1 == 0 ? x.own : x.other, corner & 2 == 0 ? y.own : y.other,
        corner & 4 == 0 ? z.own : z.other)
      for number in cells[cell] ?? [] { body(number) }
    }
  }

  /// Returns the cell that contains a coordinate, and the nearer of its neighbours.
  ///
  /// A cell is twice as large as the reach, so that the farther neighbour is out of reach.
  private func cells(at coordinate: Double) -> (own: Int, other: Int) {
    let scaled = coordinate / cellSize
    let own = scaled.rounded(.down)
    return (Int(own), Int(own) + (scaled - own < 0.5 ? -1 : 1))
  }

  /// Returns a cell's number, of 21 bits for each axis.
  private func key(_ x: Int, _ y: Int, _ z: Int) -> Int {
    let half = 1 << 20
    return (x + half) << 42 | (y + half) << 21 | (z + half)
  }
}

extension SurfacePoint {
  /// Whether both angles are finite.
  fileprivate var isFinite: Bool { latitude.isFinite && longitude.isFinite }

  /// Whether the angles are small enough for an accurate point on the unit sphere.
  fileprivate var isAccurate: Bool {
    max(latitude.magnitude, longitude.magnitude) <= CenterIndex.greatestAngle
  }

  /// The point on the unit sphere.
  fileprivate var onUnitSphere: SIMD3<Double> {
    let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
    let width = Math.cosine(north)
    return SIMD3(width * Math.cosine(east), width * Math.sine(east), Math.sine(north))
  }
}
