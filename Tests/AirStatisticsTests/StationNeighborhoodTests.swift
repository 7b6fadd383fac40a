import AirStatistics
import GNSSBasics
import Testing

@Suite("Samples near stations")
struct StationNeighborhoodTests {
  private static let period = UnixTime(seconds: 100)...UnixTime(seconds: 200)
  private static let place = SurfacePoint(latitude: 45.4784, longitude: 9.2315)

  private static func sample(_ seconds: Int64, metres: Double, _ values: [Double?]) -> PlacedSample
  {
    PlacedSample(
      time: UnixTime(seconds: seconds),
      latitude: place.latitude + metres / 6_371_000 * 180 / .pi, longitude: place.longitude,
      values: values)
  }

  private static func station(_ series: [[TimedValue]]) -> StationRecord {
    StationRecord(name: "a station", place: place, series: series)
  }

  @Test("count, mean and quartiles of the rows near it, beside its own, within the period")
  func summary() throws {
    let samples = [
      Self.sample(100, metres: 0, [20, 50]), Self.sample(150, metres: 499, [22, nil]),
      Self.sample(200, metres: -499, [27, 60]), Self.sample(99, metres: 0, [99, 99]),
      Self.sample(201, metres: 0, [99, 99]), Self.sample(150, metres: 501, [99, 99]),
      PlacedSample(time: UnixTime(seconds: 150), latitude: nil, longitude: 9, values: [99, 99]),
    ]
    let own = [
      TimedValue(21, at: UnixTime(seconds: 99)), TimedValue(22, at: UnixTime(seconds: 100)),
      TimedValue(24, at: UnixTime(seconds: 200)), TimedValue(25, at: UnixTime(seconds: 201)),
    ]
    let found = StationNeighborhood.all(
      of: [Self.station([own, []])], samples: samples, radius: 500, period: Self.period)
    let near = try #require(found.first)
    #expect(near.name == "a station" && near.sampleCount == 3)
    #expect(near.samples.map(\.count) == [3, 2] && near.samples.map(\.mean) == [23, 55])
    #expect(near.samples[0].quartiles == Quartiles(of: [20, 22, 27]))
    #expect(near.station.map(\.count) == [2, 0] && near.station.map(\.mean) == [23, nil])
    #expect(near.station[1].quartiles == nil)
  }

  @Test("a sample counts for each station that it is near to, and each has its place in the list")
  func several() {
    var far = Self.station([[]])
    far.place.latitude += 1
    let samples = (0..<5).map { Self.sample(150, metres: Double($0), [Double($0)]) }
    let found = StationNeighborhood.all(
      of: [Self.station([[]]), far, Self.station([[]])], samples: samples, radius: 200,
      period: Self.period)
    #expect(found.map(\.sampleCount) == [5, 0, 5])
    #expect(found[1].samples == [ValueSummary(of: [])])
  }

  @Test("what is no number, or not there, is in no mean")
  func gaps() {
    let summary = ValueSummary(of: [.nan, 1, 2, .nan])
    #expect(summary.count == 2 && summary.mean == 1.5)
    let short = StationNeighborhood.all(
      of: [Self.station([[], [], []])], samples: [Self.sample(150, metres: 0, [1])], radius: 1,
      period: Self.period)
    #expect(short.first?.samples.map(\.count) == [1, 0, 0])
  }

  @Test("the circle itself is near, what is a hair beyond is not")
  func onTheCircle() {
    let sample = Self.sample(150, metres: 321, [1])
    let distance = SurfacePoint(latitude: sample.latitude ?? 0, longitude: Self.place.longitude)
      .distance(to: Self.place)
    for (radius, count) in [(distance, 1), (distance.nextDown, 0)] {
      let found = StationNeighborhood.all(
        of: [Self.station([[]])], samples: [sample], radius: radius, period: Self.period)
      #expect(found.map(\.sampleCount) == [count])
      #expect(found.map(\.place) == [Self.place])
    }
  }

  @Test("a wider circle and a longer period have no fewer rows")
  func monotonous() {
    var random = RandomSamples(seed: 3)
    let samples = random.samples(300)
    let station = StationRecord(
      name: "x", place: SurfacePoint(latitude: 45.475, longitude: 9.2275), series: [[], [], []])
    var last = 0
    for radius in stride(from: 0.0, through: 1500, by: 100) {
      let found = StationNeighborhood.all(
        of: [station], samples: samples, radius: radius,
        period: UnixTime(seconds: 50)...UnixTime(seconds: 250))
      #expect(found[0].sampleCount >= last)
      last = found[0].sampleCount
    }
    #expect(last > 100)
  }
}
