internal import GNSSBasics
internal import Positioning
internal import TextOutput

/// A drawing of positions from above: the true way as a line, a solution as dots coloured by quality.
struct WayPlot {
  /// The side of the square, in units of the drawing.
  static let side = 290.0

  private let way: [GeodeticPosition]
  private let solution: [(quality: SolutionQuality, position: GeodeticPosition)]?
  /// The positions that have to be seen.
  private let extent: [GeodeticPosition]
  /// The least length of a side, metres.
  private let leastReach: Double

  /// Creates a drawing of a way, at least 20 m wide, so that a standing rover is shown with the errors of single
  /// positions.
  init(
    way: [GeodeticPosition],
    _ solution: [(quality: SolutionQuality, position: GeodeticPosition)]?
  ) {
    (self.way, self.solution, extent, leastReach) = (way, solution, way, 20)
  }

  /// Creates a drawing of a solution with the true way, at least 2 cm wide.
  init(of records: [PositionRecord], way: [GeodeticPosition]) {
    self.way = way
    solution = records.map { ($0.quality, $0.position) }
    (extent, leastReach) = (records.map(\.position) + way, 0.02)
  }

  fileprivate func draw(on svg: inout SVGText, x: Double, y: Double) {
    let side = Self.side
    svg.label("the way, metres east and north", x: x, y: y - 8, size: 11)
    svg.frame(x: x, y: y, width: side, height: side)
    guard let first = extent.first else { return }
    let offsets = extent.map { first.localOffset(to: $0) }
    let (east, north) = (Extent(of: offsets.map(\.east)), Extent(of: offsets.map(\.north)))
    let reach = max(east.length, north.length, leastReach) * 1.15
    func point(_ position: GeodeticPosition) -> (Double, Double)? {
      let offset = first.localOffset(to: position)
      let (right, up) = ((offset.east - east.middle) / reach, (offset.north - north.middle) / reach)
      guard max(right.magnitude, up.magnitude) <= 0.5 else { return nil }
      return (x + side * (0.5 + right), y + side * (0.5 - up))
    }
    for quality in SolutionQuality.allCases {
      let those = solution?.filter { $0.quality == quality }.compactMap { point($0.position) } ?? []
      if !those.isEmpty { svg.dots(those, colour: quality.colour, title: quality.name) }
    }
    let points = way.compactMap(point)
    if !points.isEmpty { svg.line(points, colour: "#212f3d", title: "truth") }
    if let start = points.first { svg.dot(x: start.0, y: start.1) }
    let length = PlainText.number(reach, decimals: reach < 10 ? 2 : 0)
    svg.label("\(length) m", x: x + 6, y: y + side - 6, size: 11)
    if solution == nil {
      svg.label("no solution, so no errors: see --help", x: x, y: y + side + 16, size: 11)
    }
  }
}

extension SVGText {
  /// Adds a drawing of positions from above; its upper left corner is at a point.
  mutating func draw(_ way: WayPlot, x: Double, y: Double) { way.draw(on: &self, x: x, y: y) }
}

/// The middle and the length of the range of some values.
private struct Extent {
  let middle: Double
  let length: Double

  init(of values: [Double]) {
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    (middle, length) = ((low + high) / 2, high - low)
  }
}
