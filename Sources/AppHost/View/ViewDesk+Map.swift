internal import AirStatistics
internal import AppServer
internal import TextOutput

extension ViewDesk {
  /// Writes a field on a map: cells, and the clusters of both radii.
  func writeMap(_ question: Question, to json: inout JSONWriter) async throws {
    let field = try question.field()
    let cells = try question.query.number("cells", default: 2000, in: 1...20_000)
    let samples = try await samples(of: field, in: question)
    try refuseManyHugeAngles(in: samples)
    let placed = samples.compactMap { sample in
      sample.placeOnEarth.map { PlacedValue(sample.value, at: $0) }
    }
    let written = MapClusters(of: samples, radius: SampleCluster.writtenRadius)
    let coded = MapClusters(of: samples, radius: SampleCluster.codedRadius)
    question.write(to: &json)
    json.member("field", field.name)
    json.member("unit", field.unit)
    json.member("count", samples.count)
    json.member("placed", placed.count)
    json.array("cells") { json in
      for cell in SampleCell.all(of: placed, atMost: cells) {
        json.object { json in
          json.members(of: cell.place)
          json.member("count", cell.values.samples)
          json.members(of: cell.values)
        }
      }
    }
    json.object("written") { written.write(to: &$0) }
    json.object("coded") { coded.write(to: &$0) }
    json.object("changed") { Self.write(samples, from: written, to: coded, json: &$0) }
  }

  /// Refuses many rows with huge angles, with each of which every other row would be compared.
  private func refuseManyHugeAngles(in samples: [FieldSample]) throws(RowQuery.Invalid) {
    let huge = samples.count { sample in
      let angle = max((sample.latitude ?? 0).magnitude, (sample.longitude ?? 0).magnitude)
      return angle > PlaceClusters.greatestAngle && angle.isFinite
    }
    guard huge > Self.mostHugeAngles else { return }
    throw RowQuery.Invalid(
      text: "\(huge) rows of this period have a latitude or longitude beyond 1000000 degrees, more "
        + "than \(Self.mostHugeAngles); ask for a shorter period, or for other accounts by owner")
  }

  private static let mostHugeAngles = 50

  /// Writes the rows whose cluster's centre differs between the two radii; their number, and the first ones.
  private static func write(
    _ samples: [FieldSample], from written: MapClusters, to coded: MapClusters,
    json: inout JSONWriter
  ) {
    let changed = samples.indices.filter { written.plain.center($0) != coded.plain.center($0) }
    json.member("count", changed.count)
    json.array("rows") { json in
      for index in changed.prefix(200) {
        json.object { json in
          json.member("id", samples[index].id)
          json.member("time", AirRow.timestamp(samples[index].time))
          json.member("latitude", exactly: samples[index].latitude)
          json.member("longitude", exactly: samples[index].longitude)
        }
      }
    }
  }
}

/// The clusters of rows at a radius: with unknown positions left out, and as Air Quality computes them.
private struct MapClusters {
  let radius: Double
  let plain: PlaceClusters
  /// Air Quality's clusters; `nil` when they are the same.
  let asApp: PlaceClusters?
  private let samples: [FieldSample]

  init(of samples: [FieldSample], radius: Double) {
    self.samples = samples
    self.radius = radius
    plain = PlaceClusters(of: samples.map(\.placeOnEarth), radius: radius, preferring: .earlier)
    // Both computations agree where all places are known and no two centres are equally near.
    let isCertain = !plain.hasTie && !plain.numbers.contains(nil)
    let other =
      isCertain
      ? nil
      : PlaceClusters(of: samples.map(\.placeForApp), radius: radius, preferring: .later)
    asApp = other == plain ? nil : other
  }

  func write(to json: inout JSONWriter) {
    json.member("radius", exactly: radius)
    json.array("clusters") { Self.write(plain, samples, isPlain: true, to: &$0) }
    guard let asApp else { return }
    json.array("as_app") { Self.write(asApp, samples, isPlain: false, to: &$0) }
  }

  private static func write(
    _ clusters: PlaceClusters, _ samples: [FieldSample], isPlain: Bool, to json: inout JSONWriter
  ) {
    var sums = [ValueSums](repeating: ValueSums(), count: clusters.centers.count)
    for (number, sample) in zip(clusters.numbers, samples) {
      if let number { sums[number].add(sample.value) }
    }
    for (center, sums) in zip(clusters.centers, sums) {
      json.object { json in
        json.members(of: center)
        json.member("count", sums.samples)
        if isPlain { json.member("mean", exactly: sums.mean) }
        // The app counts an unknown value as zero.
        json.member("mean_as_app", exactly: sums.sum / Double(sums.samples))
      }
    }
  }
}

extension PlaceClusters {
  /// Returns the centre of a place's cluster; `nil` for a place in no cluster.
  fileprivate func center(_ index: Int) -> SurfacePoint? { numbers[index].map { centers[$0] } }
}

extension FieldSample {
  /// The position; `nil` when it is unknown or not on Earth.
  var placeOnEarth: SurfacePoint? {
    guard let latitude, let longitude else { return nil }
    let place = SurfacePoint(latitude: latitude, longitude: longitude)
    return place.isOnEarth ? place : nil
  }

  /// The position that Air Quality uses: an unknown angle is zero.
  fileprivate var placeForApp: SurfacePoint {
    SurfacePoint(latitude: latitude ?? 0, longitude: longitude ?? 0)
  }
}
