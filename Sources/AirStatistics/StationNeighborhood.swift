public import GNSSBasics

/// A station and its measurements, for comparison with the samples near it.
public struct StationRecord: Hashable, Sendable {
  /// The station's name.
  public var name: String
  /// The station's position.
  public var place: SurfacePoint
  /// The station's measurements, one series for each of the samples' values.
  ///
  /// The series is empty for a value that the station does not measure.
  public var series: [[TimedValue]]

  /// Creates the record of a station.
  public init(name: String, place: SurfacePoint, series: [[TimedValue]]) {
    self.name = name
    self.place = place
    self.series = series
  }
}

/// A summary of values: count, mean and quartiles.
public struct ValueSummary: Hashable, Sendable {
  /// The number of values.
  public var count: Int
  /// The mean of the values; `nil` without values.
  public var mean: Double?
  /// The quartiles of the values; `nil` without values.
  public var quartiles: Quartiles?

  /// Creates the summary of values; NaN values are left out.
  public init(of values: some Sequence<Double>) {
    let numbers = values.filter { !$0.isNaN }
    count = numbers.count
    mean = numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
    quartiles = Quartiles(of: numbers)
  }
}

/// The samples near a station in a period, together with the station's own measurements.
public struct StationNeighborhood: Hashable, Sendable {
  /// The station's name.
  public var name: String
  /// The station's position.
  public var place: SurfacePoint
  /// The number of samples near the station, with or without values.
  public var sampleCount: Int
  /// The summary of the samples near the station, for each value.
  public var samples: [ValueSummary]
  /// The summary of the station's own measurements, for each value.
  public var station: [ValueSummary]

  /// Returns the samples near each station.
  ///
  /// A sample counts for every station within the radius, and for no station when it has no position.
  ///
  /// - Parameters:
  ///   - stations: The stations, each with as many series as a sample has values.
  ///   - samples: The samples, in any order.
  ///   - radius: The greatest distance from the station, metres, inclusive.
  ///   - period: The period of samples and stations' measurements, both ends included.
  /// - Returns: One neighbourhood for each station, in the order of the stations.
  public static func all(
    of stations: [StationRecord], samples: [PlacedSample], radius: Double,
    period: ClosedRange<UnixTime>
  ) -> [StationNeighborhood] {
    let timely = samples.filter { period.contains($0.time) }
    return stations.map { station in
      let near = timely.filter { sample in
        sample.place.map { $0.isWithin(radius, of: station.place) } ?? false
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

extension SurfacePoint {
  /// Returns whether the distance to another point is at most a radius, metres.
  ///
  /// Most points are told apart by their latitudes alone, which saves the distance's six functions.
  fileprivate func isWithin(_ radius: Double, of other: SurfacePoint) -> Bool {
    if isOnEarth, other.isOnEarth {
      // On Earth, the way along a meridian is the shortest one; the metre is for rounding.
      let north = (latitude - other.latitude).magnitude * .pi / 180 * Self.radius
      if north > radius + 1 { return false }
    }
    return distance(to: other) <= radius
  }
}
