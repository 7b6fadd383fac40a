public import GNSSBasics

/// The quartiles of a series by nearest rank: the values that 25, 50 and 75 % of the series do not exceed.
public struct Quartiles: Hashable, Sendable {
  /// The first quartile: the value that 25 % of the series do not exceed.
  public var first: Double
  /// The median: the value that 50 % of the series do not exceed.
  public var median: Double
  /// The third quartile: the value that 75 % of the series do not exceed.
  public var third: Double

  /// Creates the quartiles from the values at ranks k·n/4 for k of 1, 2 and 3; `nil` without values.
  ///
  /// Ranks are rounded, halves upwards, and are at least 1; nothing is interpolated. MOQA computes
  /// quartiles in the same way.
  ///
  /// - Parameter values: The values in any order; NaN values are left out.
  public init?(of values: some Sequence<Double>) {
    let sorted = values.filter { !$0.isNaN }.sorted()
    guard let least = sorted.first else { return nil }
    func value(_ quarters: Int) -> Double {
      // The rank is round(k·n/4) - 1 in integer arithmetic; halves round up, as in JavaScript.
      let rank = (2 * quarters * sorted.count + 4) / 8 - 1
      return rank > 0 ? sorted[rank] : least
    }
    (first, median, third) = (value(1), value(2), value(3))
  }
}

/// A value and its time.
public struct TimedValue: Hashable, Sendable {
  /// The time of the value.
  public var time: UnixTime
  /// The value, in the unit of its series.
  public var value: Double

  /// Creates a value at a time.
  public init(_ value: Double, at time: UnixTime) {
    self.time = time
    self.value = value
  }
}

/// The two columns of quartiles in MOQA's chart: the board's and the stations'.
public struct QuartilePair: Hashable, Sendable {
  /// The quartiles of the board's values; `nil` without values.
  public var board: Quartiles?
  /// The quartiles of the stations' values; `nil` without values.
  public var stations: Quartiles?

  /// Creates the quartiles of both series, each from its own values only.
  public init(board: [TimedValue], stations: [TimedValue]) {
    self.board = Quartiles(of: board.map(\.value))
    self.stations = Quartiles(of: stations.map(\.value))
  }

  private init(_ board: [Double], _ stations: [Double]) {
    self.board = Quartiles(of: board)
    self.stations = Quartiles(of: stations)
  }

  /// Returns the quartiles that MOQA prints, which are those of the lines in its chart.
  ///
  /// To draw both series over the same times, MOQA merges them. Where only one series has a value, the
  /// other gets the mean of its two neighbouring values, or zero before its first and after its last value.
  /// An empty series consists of zeros. The inserted values count in the quartiles; when both series are
  /// empty, each counts as one zero.
  ///
  /// NaN values are left out. With NaN values, MOQA's own order of the other values depends on the phone.
  public static func asMOQA(board: [TimedValue], stations: [TimedValue]) -> QuartilePair {
    guard !board.isEmpty || !stations.isEmpty else { return QuartilePair([0], [0]) }
    var merge = Merge(sorted(board), sorted(stations))
    merge.run()
    return QuartilePair(merge.first, merge.second)
  }

  private static func sorted(_ series: [TimedValue]) -> [TimedValue] {
    series.sorted { $0.time < $1.time }  // a stable sort, as in JavaScript
  }
}

/// The merge of two series over the times of both.
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

  /// Returns the mean of the values on both sides of a place in a series, and 0 at the series' ends.
  ///
  /// The mean stands in where the series has no value.
  private static func between(_ series: [TimedValue], _ place: Int) -> Double {
    guard place > 0, place < series.count else { return 0 }
    return (series[place - 1].value + series[place].value) / 2
  }
}
