public import GNSSBasics

/// The values that a quarter, a half and three quarters of a series do not exceed, by nearest rank.
public struct Quartiles: Hashable, Sendable {
  /// The first quartile.
  public var first: Double
  /// The median.
  public var median: Double
  /// The third quartile.
  public var third: Double

  /// Takes the values at the ranks k·n/4 for k of 1, 2 and 3; `nil` where there is no value.
  ///
  /// Ranks are rounded, halves upwards, and at least 1; nothing is interpolated. It is MOQA's way.
  ///
  /// - Parameter values: In any order; what is no number is left out.
  public init?(of values: some Sequence<Double>) {
    let sorted = values.filter { !$0.isNaN }.sorted()
    guard let least = sorted.first else { return nil }
    func value(_ quarters: Int) -> Double {
      // Rounded k·n/4 - 1, without leaving the integers: halves go up, as in JavaScript.
      let rank = (2 * quarters * sorted.count + 4) / 8 - 1
      return rank > 0 ? sorted[rank] : least
    }
    (first, median, third) = (value(1), value(2), value(3))
  }
}

/// A value and when it was.
public struct TimedValue: Hashable, Sendable {
  /// When it was.
  public var time: UnixTime
  /// The value.
  public var value: Double

  /// Creates a value at a time.
  public init(_ value: Double, at time: UnixTime) {
    self.time = time
    self.value = value
  }
}

/// The two columns of quartiles of MOQA's chart: the board's and the stations'.
public struct QuartilePair: Hashable, Sendable {
  /// Of the board's values; `nil` where there are none.
  public var board: Quartiles?
  /// Of the stations' values; `nil` where there are none.
  public var stations: Quartiles?

  /// The quartiles of both series as they are.
  public init(board: [TimedValue], stations: [TimedValue]) {
    self.board = Quartiles(of: board.map(\.value))
    self.stations = Quartiles(of: stations.map(\.value))
  }

  private init(_ board: [Double], _ stations: [Double]) {
    self.board = Quartiles(of: board)
    self.stations = Quartiles(of: stations)
  }

  /// The quartiles as MOQA prints them, which are those of the lines that it draws.
  ///
  /// To draw both over the same times it merges the series: where only one has a value, the other gets
  /// the mean of its neighbours before and behind, or a zero before its first and behind its last; a series
  /// that is empty has zeros only. All of that counts in the quartiles.
  ///
  /// A value that is no number is left out here; MOQA's order of the others depends on the phone then.
  public static func asMOQA(board: [TimedValue], stations: [TimedValue]) -> QuartilePair {
    guard !board.isEmpty || !stations.isEmpty else { return QuartilePair([0], [0]) }
    var merge = Merge(sorted(board), sorted(stations))
    merge.run()
    return QuartilePair(merge.first, merge.second)
  }

  private static func sorted(_ series: [TimedValue]) -> [TimedValue] {
    series.sorted { $0.time < $1.time }  // stable, as JavaScript's is
  }
}

/// Two series over the times of both.
private struct Merge {
  private let a: [TimedValue]
  private let b: [TimedValue]
  private(set) var first: [Double] = []
  private(set) var second: [Double] = []

  init(_ a: [TimedValue], _ b: [TimedValue]) {
    self.a = a
    self.b = b
  }

  mutating func run() {
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      let takesFirst = j == b.count || (i < a.count && a[i].time <= b[j].time)
      let takesSecond = i == a.count || (j < b.count && b[j].time <= a[i].time)
      first.append(takesFirst ? a[i].value : Self.between(a, i))
      second.append(takesSecond ? b[j].value : Self.between(b, j))
      i += takesFirst ? 1 : 0
      j += takesSecond ? 1 : 0
    }
  }

  /// Returns the mean of the values around a place of a series, 0 at its ends: the stand-in where the series
  /// has no value.
  private static func between(_ series: [TimedValue], _ place: Int) -> Double {
    guard place > 0, place < series.count else { return 0 }
    return (series[place - 1].value + series[place].value) / 2
  }
}
