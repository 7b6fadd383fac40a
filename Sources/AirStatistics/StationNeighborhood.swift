public import GNSSBasics

/// A station with what it measured, to be set beside the samples near it.
public struct StationRecord: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// The station's position.
  public var place: SurfacePoint
  /// The station's measurements, by the order of the samples' values; empty for a value that the station does
  /// not measure.
  public var series: [[TimedValue]]

  /// Creates a record.
  public init(name: String, place: SurfacePoint, series: [[TimedValue]]) {
    self.name = name
    self.place = place
    self.series = series
  }
}

/// The number of some values, and their spread.
public struct ValueSummary: Hashable, Sendable {
  /// The number of values.
  public var count: Int
  /// Their mean; `nil` where there are none.
  public var mean: Double?
  /// Their quartiles; `nil` where there are none.
  public var quartiles: Quartiles?

  /// Sums up values; what is no number is left out.
  public init(of values: some Sequence<Double>) {
    let numbers = values.filter { !$0.isNaN }
    count = numbers.count
    mean = numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
    quartiles = Quartiles(of: numbers)
  }
}

/// The samples near a station in a period, beside what the station measured itself.
public struct StationNeighborhood: Hashable, Sendable {
  /// The station's name.
  public var name: String
  /// The station's position.
  public var place: SurfacePoint
  /// The number of samples near the station, whatever values they have.
  public var sampleCount: Int
  /// The summary of the samples near the station, for each value.
  public var samples: [ValueSummary]
  /// The summary of the station's own measurements, for each value.
  public var station: [ValueSummary]

  /// Gathers what is near each station.
  ///
  /// A sample counts for every station that it is near to, and for none without a position.
  ///
  /// - Parameters:
  ///   - stations: Each with as many series as a sample has values.
  ///   - samples: The samples, in any order.
  ///   - radius: Metres, the circle included.
  ///   - period: Both ends included, for samples and stations alike.
  /// - Returns: One for each station, in their order.
  public static func all(
    of stations: [StationRecord], samples: [PlacedSample], radius: Double,
    period: ClosedRange<UnixTime>
  ) -> [StationNeighborhood] {
    let timely = samples.filter { period.contains($0.time) }
    return stations.map { station in
      let near = timely.filter { sample in
        sample.place.map { $0.distance(to: station.place) <= radius } ?? false
      }
      return StationNeighborhood(
        name: station.name, place: station.place, sampleCount: near.count,
        samples: station.series.indices.map { column in
          ValueSummary(of: near.compactMap { column < $0.values.count ? $0.values[column] : nil })
        },
        station: station.series.map { series in
          ValueSummary(of: series.filter { period.contains($0.time) }.map(\.value))
        })
    }
  }
}
