import AirStatistics
import GNSSBasics
import Testing

@Suite("Quartiles")
struct QuartilesTests {
  private static func at(_ seconds: Int64, _ value: Double) -> TimedValue {
    TimedValue(value, at: UnixTime(seconds: seconds))
  }

  private static func three(_ quartiles: Quartiles?) -> [Double]? {
    quartiles.map { [$0.first, $0.median, $0.third] }
  }

  @Test(
    "the value at rank k·n/4, halves upwards, nothing between",
    arguments: [
      ([5], [5, 5, 5]), ([1, 2], [1, 1, 2]), ([1, 2, 3], [1, 2, 2]), ([1, 2, 3, 4], [1, 2, 3]),
      ([1, 2, 3, 4, 5], [1, 3, 4]), ([1, 2, 3, 4, 5, 6], [2, 3, 5]),
      ([7, 6, 5, 4, 3, 2, 1], [2, 4, 5]), ([1, 2, 3, 4, 5, 6, 7, 8], [2, 4, 6]),
      ([.nan, 3, 1, .nan, 2], [1, 2, 2]), ([], nil), ([.nan], nil),
    ] as [([Double], [Double]?)])
  func ranks(values: [Double], expected: [Double]?) {
    #expect(Self.three(Quartiles(of: values)) == expected)
  }

  @Test("they are values of the series, in order, and do not depend on its order")
  func properties() {
    var random = RandomSamples(seed: 1)
    for _ in 0..<300 {
      let values = random.series(1 + random.count(40)).map(\.value)
      let quartiles = Quartiles(of: values)
      #expect(Quartiles(of: values.reversed()) == quartiles)
      let three = Self.three(quartiles) ?? []
      #expect(three == three.sorted() && three.allSatisfy { values.contains($0) })
      // At most a quarter of the values are below the first quartile, and so on, except for a rank's
      // rounding.
      for (value, quarter) in zip(three, [0.25, 0.5, 0.75]) {
        let below = Double(values.count { $0 < value })
        #expect(below <= Double(values.count) * quarter)
      }
    }
  }

  @Test("rows of 21 to 25 °C become 0, 22, 23 once they are merged with a station's")
  func zerosAndMidpoints() {
    let board = [(60, 21), (120, 22), (180, 23), (240, 24), (300, 25)].map { Self.at($0, $1) }
    // The stations have a value before the board's first, one between, and one after its last.
    //
    // The board's merged values are 0, 22.5 and 0 beside its own five.
    let stations = [(0, 20.0), (150, 20.4), (600, 20.8)].map { Self.at($0, $1) }
    let merged = QuartilePair.asMOQA(board: board, stations: stations)
    #expect(Self.three(merged.board) == [0, 22, 23])
    // The merged values are 20, 20.2, 20.2, 20.4, 20.6, 20.6, 20.6, 20.8: midpoints only, no zero.
    #expect(merged.stations.map { $0.first } == 20.2)
    let plain = QuartilePair(board: board, stations: stations)
    #expect(Self.three(plain.board) == [21, 23, 24])
    #expect(Self.three(plain.stations) == [20, 20.4, 20.4])
  }

  @Test("an empty series is zeros for the app, and nothing otherwise")
  func empty() {
    let board = [Self.at(0, 21), Self.at(1, 22)]
    let pair = QuartilePair.asMOQA(board: board, stations: [])
    #expect(Self.three(pair.board) == [21, 21, 22] && Self.three(pair.stations) == [0, 0, 0])
    let other = QuartilePair.asMOQA(board: [], stations: board)
    #expect(Self.three(other.board) == [0, 0, 0] && Self.three(other.stations) == [21, 21, 22])
    let nothing = QuartilePair.asMOQA(board: [], stations: [])
    #expect(Self.three(nothing.board) == [0, 0, 0] && Self.three(nothing.stations) == [0, 0, 0])
    let plain = QuartilePair(board: board, stations: [])
    #expect(plain.stations == nil && plain.board != nil)
  }

  @Test("values at the same time are paired, and series may come in any order")
  func pairs() {
    let board = [Self.at(2, 20), Self.at(1, 10), Self.at(3, 30), Self.at(4, 40)]
    let stations = [Self.at(4, 4), Self.at(3, 3), Self.at(2, 2), Self.at(1, 1)]
    let pair = QuartilePair.asMOQA(board: board, stations: stations)
    #expect(pair == QuartilePair(board: board, stations: stations), "nothing to fill")
    #expect(QuartilePair.asMOQA(board: board.reversed(), stations: stations) == pair)
  }
}
