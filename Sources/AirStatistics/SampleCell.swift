/// A value at a place.
package struct PlacedValue: Hashable, Sendable {
  /// The place.
  package var place: SurfacePoint
  /// The value; `nil` when unknown.
  package var value: Double?

  /// Creates a value at a place.
  package init(_ value: Double?, at place: SurfacePoint) {
    self.value = value
    self.place = place
  }
}

/// The sums of samples in a cell of a grid of latitudes and longitudes.
package struct SampleCell: Hashable, Sendable {
  /// The mean position of the samples.
  package var place: SurfacePoint
  /// The sums of the samples' values.
  package var values = ValueSums()

  private init(_ sample: PlacedValue) {
    place = sample.place
    values.add(sample.value)
  }

  /// Returns the cells of samples on Earth, in the order of their first samples.
  ///
  /// With at most `most` samples, each sample is a cell. Otherwise the cells are as small as possible: the
  /// grid begins with steps of 10⁻⁵° (a metre), which are doubled until at most `most` cells are occupied.
  ///
  /// - Parameters:
  ///   - samples: The samples, with latitudes within ±90° and longitudes within ±180°.
  ///   - most: The greatest number of cells, at least 1.
  /// - Returns: The cells.
  package static func all(of samples: [PlacedValue], atMost most: Int) -> [SampleCell] {
    guard samples.count > most else { return samples.map { SampleCell($0) } }
    var grid = SampleGrid(samples.map { SampleCell($0) })
    while grid.cells.count > max(1, most) { grid.coarsen() }
    return grid.cells
  }

  /// Adds the samples of another cell.
  fileprivate mutating func add(_ other: SampleCell) {
    let share = Double(other.values.samples) / Double(values.samples + other.values.samples)
    place.latitude += (other.place.latitude - place.latitude) * share
    place.longitude += (other.place.longitude - place.longitude) * share
    values.add(other.values)
  }
}

/// The occupied cells of a grid, with their numbers of row and column.
private struct SampleGrid {
  private(set) var cells: [SampleCell] = []
  private var keys: [Key] = []

  private struct Key: Hashable {
    var row: Int32
    var column: Int32

    /// The key of the cell that is twice as wide and high.
    var parent: Key { Key(row: row >> 1, column: column >> 1) }
  }

  init(_ samples: [SampleCell]) {
    gather(
      samples,
      samples.map { sample in
        Key(
          row: Int32((sample.place.latitude + 90) * 1e5),
          column: Int32((sample.place.longitude + 180) * 1e5))
      })
  }

  mutating func coarsen() { gather(cells, keys.map(\.parent)) }

  /// Sums up the cells that have the same key.
  private mutating func gather(_ parts: [SampleCell], _ partKeys: [Key]) {
    var places: [Key: Int] = [:]
    (cells, keys) = ([], [])
    for (part, key) in zip(parts, partKeys) {
      if let place = places[key] {
        cells[place].add(part)
      } else {
        places[key] = cells.count
        cells.append(part)
        keys.append(key)
      }
    }
  }
}
