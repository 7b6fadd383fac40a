import GNSSBasics
import Testing

@testable import ObservationQuality

@Suite("Parts of a quality check")
struct QualityPartsTests {
  @Test("a moving average forgets what is older than its length")
  func average() {
    var average = MovingAverage(of: 3)
    #expect(average.mean == nil)
    #expect(average.add(1e7) == nil)
    // Two values of 0 and 2 deviate by 1 from their mean: their variance is 2.
    #expect(average.add(1e7 + 2) == 2)
    #expect(average.mean == 1e7 + 1)
    #expect(average.add(1e7 + 4) == 6)
    #expect(average.add(1e7 + 6) == 6)
    #expect(average.mean == 1e7 + 4)
    average.reset()
    #expect(average.mean == nil && average.add(5) == nil && average.mean == 5)
  }

  @Test(
    "values go to the bin of their elevation",
    arguments: [(0.0, 0), (9.99, 0), (10, 1), (89.9, 8), (90, 8)])
  func bins(elevation: Double, bin: Int) {
    var bins = ElevationBins()
    bins.add(3, square: 9, at: elevation, mask: 10)
    bins.add(5, square: 25, at: elevation, mask: 10)
    #expect(bins.bins.map(\.count) == (0..<9).map { $0 == bin ? 2 : 0 })
    #expect(bins.bins[bin].mean == 4)
    #expect(bins.bins[bin].rms == 17.0.squareRoot())
    #expect(bins.aboveMask.count == (elevation < 10 ? 0 : 2))
    #expect(bins.all.count == 2)
  }

  @Test("satellites of unknown elevation count as above the mask, those below the horizon do not")
  func unknown() {
    var bins = ElevationBins()
    bins.add(1, square: 1, at: nil, mask: 10)
    bins.add(1, square: 1, at: -1, mask: 10)
    #expect(bins.bins.allSatisfy { $0.count == 0 })
    #expect(bins.aboveMask.count == 1 && bins.all.count == 2)
    bins += bins
    #expect(bins.aboveMask.count == 2 && bins.all.count == 4)
  }

  @Test("a long series is thinned evenly, with its first value", arguments: [1024, 1025, 5000])
  func series(count: Int) {
    var series = ThinnedSeries<Int>()
    for value in 0..<count { series.add(value) }
    let step = count <= 1024 ? 1 : count <= 2048 ? 2 : 8
    #expect(series.values == Array(stride(from: 0, to: count, by: step)))
  }
}
