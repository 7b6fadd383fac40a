import Foundation
import Mathematics
import GNSSBasics
import TestSupport
import TextOutput
import Testing

@testable import Positioning

@Suite("Comparison with the truth")
struct TrackComparisonTests {
  private static let place = GeodeticPosition(latitude: 45.5, longitude: 9.25, height: 150)

  private static func time(_ seconds: Double) -> GPSTime {
    GPSTime(week: 2320, millisecondsOfWeek: 116_400_000 + Int((seconds * 1000).rounded()))
  }

  private static func record(
    _ seconds: Double, _ quality: SolutionQuality = .fixed, east: Double = 0, north: Double = 0,
    up: Double = 0
  ) -> PositionRecord {
    PositionRecord(
      time: time(seconds), quality: quality,
      position: place.moved(east: east, north: north, up: up))
  }

  @Test(
    "the figures of the shared solutions are those that others have found",
    .compares(with: .captures),
    arguments: [
      ("mosaic-static/rtk.pos", SolutionQuality.fixed, 0.0009, 0.0015),
      ("mosaic-static/rtk_from_rtcm.pos", .fixed, 0.0009, 0.0041),
      ("mosaic-static/float.pos", .float, 0.092, 0.105),
      ("mosaic-static/dgps.pos", .differential, 0.110, 0.344),
      ("mosaic-static/spp.pos", .single, 2.52, 0.93),
      ("synth-3km/rtk.pos", .fixed, 0.0092, 0.0032), ("synth-3km/spp.pos", .single, 0.33, 5.9),
    ])
  func shared(path: String, quality: SolutionQuality, level: Double, up: Double) throws {
    let solution = SharedSolution(path)
    let records = try solution.file.records
    let truth = try solution.truth(near: records[0].time)
    let comparison = TrackComparison(of: records, with: truth)
    let sums = try #require(comparison.statistics(of: quality))
    // The figures of shared/rtk/README.md have two or three digits.
    #expect((sums.levelRMS / level - 1).magnitude < 0.06 && (sums.upRMS / up - 1).magnitude < 0.06)
    #expect(comparison.unknownCount == 0 && comparison.wrongCount == 0)
    #expect(comparison.interpolatedCount == 0 && comparison.missedCount ?? 0 == 0)
    if path == "mosaic-static/rtk.pos" {
      #expect((sums.levelWorst - 0.0021).magnitude < 5e-5)
      #expect(comparison.fixRate == 100 && comparison.secondsToFix == 0)
    }
  }

  @Test(
    "sums are those of numpy over RTKLIB's coordinates", .compares(with: .captures, .pyrtklib),
    arguments: ["rtk", "float", "dgps", "spp"])
  func numpy(name: String) throws {
    let solution = SharedSolution("mosaic-static/\(name).pos")
    let folder = try TemporaryFolder()
    let place = SharedSolution.mosaic
    let output = try PythonPackage.pyrtklib.run(
      "rtklib_errors.py",
      [try solution.url.path, "\(place.latitude)", "\(place.longitude)", "\(place.height)"],
      in: folder.url)
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 11)
    let comparison = TrackComparison(of: try solution.file.records, with: .place(place))
    let sums = try #require(comparison.statistics)
    let ours = [
      Double(sums.count), sums.levelRMS, sums.level95, sums.levelWorst, sums.upRMS, sums.up95,
      sums.upWorst, sums.eastMean, sums.northMean, sums.upMean,
    ]
    for (ours, theirs) in zip(ours, numbers) { #expect((ours - theirs).magnitude < 1e-7) }
  }

  @Test("epochs are joined by time, and the truth is interpolated over short gaps only")
  func joining() {
    let points = [(0.0, 0.0), (1, 10), (2, 20), (6, 60)].map { seconds, east in
      TruthTrack.Point(time: Self.time(seconds), position: Self.place.moved(east: east, north: 0))
    }
    let records = [
      Self.record(1.5, .single, east: 15.5), Self.record(0.0005, .float, east: 1),
      Self.record(4, east: 40), Self.record(7, east: 70), Self.record(2, east: 20, up: -2),
    ]
    let comparison = TrackComparison(of: records, with: .track(TruthTrack(points.reversed())))
    #expect(comparison.samples.map(\.time) == [0.0005, 1.5, 2].map(Self.time))
    #expect(comparison.samples.map(\.isInterpolated) == [false, true, false])
    #expect(comparison.epochCount == 5 && comparison.unknownCount == 2)
    // The points at 1 s and 6 s have no epoch.
    #expect(comparison.missedCount == 2)
    let errors = comparison.samples.map { ($0.east, $0.up) }
    for ((east, up), wanted) in zip(errors, [(1.0, 0.0), (0.5, 0), (0, -2)]) {
      #expect((east - wanted.0).magnitude < 1e-3 && (up - wanted.1).magnitude < 1e-3)
    }
    #expect(comparison.secondsToFix == 2 - 0.0005 || comparison.secondsToFix == 1.999)
    #expect(comparison.mainQuality == .fixed)
  }

  @Test("a fix is wrong over the limit of its level error, not of its height error")
  func wrongFixes() {
    let records = [
      Self.record(0, east: 0.08, north: 0.08), Self.record(1, up: 5),
      Self.record(2, .float, east: 3), Self.record(3, east: 0.05),
    ]
    var rules = TrackComparison.Rules()
    let truth = PositionTruth.place(Self.place)
    #expect(TrackComparison(of: records, with: truth, by: rules).wrongCount == 1)
    rules.wrongFix = 0.04
    #expect(TrackComparison(of: records, with: truth, by: rules).wrongCount == 2)
    #expect(TrackComparison(of: records, with: truth, by: rules).fixRate == 75)
    (rules.east, rules.north, rules.up) = (0.05, 0, 0)
    let shifted = TrackComparison(of: records, with: truth, by: rules)
    #expect((shifted.samples[3].level).magnitude < 1e-6 && shifted.missedCount == nil)
  }

  @Test("the sums of a few errors are those made by hand")
  func sums() throws {
    let records = [(3.0, 4.0, 1.0), (0, 0, -2), (0, 0, 1), (-3, -4, 0)].enumerated().map {
      Self.record(Double($0.offset), east: $0.element.0, north: $0.element.1, up: $0.element.2)
    }
    let comparison = TrackComparison(of: records, with: .place(Self.place))
    let sums = try #require(comparison.statistics)
    let wanted = [
      (sums.levelRMS, 12.5.squareRoot()), (sums.upRMS, 1.5.squareRoot()), (sums.level95, 5),
      // The place of 95 % among four is 2.85: between 1 and 2.
      (sums.up95, 1.85), (sums.levelWorst, 5), (sums.upWorst, 2), (sums.levelMean, 0),
      (sums.upMean, 0),
    ]
    for (ours, theirs) in wanted { #expect((ours - theirs).magnitude < 1e-5) }
  }

  @Test("the report and the text of an empty comparison say that there is nothing")
  func nothing() {
    let comparison = TrackComparison(of: [], with: .track(TruthTrack([TruthTrack.Point]())))
    #expect(comparison.report.json.hasPrefix(#"{"epochs":0,"compared":0,"#))
    #expect(comparison.report[path: "fix_rate"]?.json == "null")
    #expect(comparison.report[path: "all.rms_level"]?.json == "null")
    #expect(comparison.text.contains("no epoch is fixed"))
  }

  // MARK: Correlation

  /// Errors of a first-order Gauss–Markov process, a second apart.
  private static func markov(_ count: Int, time: Double) -> [Double] {
    var (random, value) = (Xoshiro256(seed: 5, part: "test"), 0.0)
    let memory = Math.exponential(-1 / time)
    return (0..<count).map { _ in
      value = memory * value + (1 - memory * memory).squareRoot() * random.normal()
      return value
    }
  }

  @Test("the correlation time of a Gauss–Markov process is found", arguments: [3.0, 20, 60])
  func correlation(time: Double) throws {
    let errors = Self.markov(20_000, time: time)
    // A tenth of the epochs is missing.
    let kept = errors.indices.filter { $0 % 10 != 7 }
    let found = ErrorCorrelation(
      at: kept.map { Self.time(Double($0)) }, of: kept.map { (errors[$0], 0) })
    let seconds = try #require(found.seconds)
    #expect((seconds / time - 1).magnitude < 0.2, "\(seconds)")
  }

  @Test("a correlation time that cannot be told is not told")
  func noCorrelation() {
    func find(_ errors: [Double]) -> ErrorCorrelation {
      ErrorCorrelation(
        at: errors.indices.map { Self.time(Double($0)) }, of: errors.map { ($0, $0) })
    }
    #expect(find([1, 2, 3]) == .tooFew && find([]) == .tooFew)
    #expect(find(Array(repeating: 0.5, count: 100)) == .constant)
    #expect(find((0..<101).map { Double($0) }) == .beyond(25))
    #expect(find(Self.markov(200, time: 0.01)).seconds.map { $0 < 1 } == true)
    let samples = (0..<30).map { _ in Self.time(0) }
    #expect(ErrorCorrelation(at: samples, of: samples.map { _ in (1, 0) }) == .tooFew)
  }
}
