internal import GNSSBasics
internal import Mathematics
internal import TextOutput

/// The errors of a solution's positions: their distances from the true positions.
struct PositionErrors {
  /// The error of a position, metres.
  struct Sample {
    var time: GPSTime
    var east, north, up: Double
    var state: SolutionFile.State
    var position: GeodeticPosition

    /// The horizontal error, metres.
    var level: Double { (east * east + north * north).squareRoot() }
  }

  /// The errors, in the order of the solution.
  let samples: [Sample]
  /// The number of positions at times without a known true position.
  let unknownCount: Int

  /// Compares a solution with the true positions; `reference` is a time near them, which gives the week.
  init(of solution: SolutionFile, against truth: TruthFile, near reference: GPSTime) {
    samples = solution.positions.compactMap { position in
      guard let place = truth.position(atMillisecondsOfWeek: position.milliseconds) else {
        return nil
      }
      let offset = place.localOffset(to: position.position)
      return Sample(
        time: reference.nearest(millisecondsOfWeek: position.milliseconds),
        east: offset.east, north: offset.north, up: offset.up,
        state: position.state, position: position.position)
    }
    unknownCount = solution.positions.count - samples.count
  }

  /// The states that occur.
  var states: [SolutionFile.State] {
    SolutionFile.State.allCases.filter { state in samples.contains { $0.state == state } }
  }

  /// Returns a state's share and rms errors, such as `fixed 595 (99 %), rms 0.006 m level, 0.01 m up`.
  func summary(of state: SolutionFile.State) -> String {
    let those = samples.filter { $0.state == state }
    func mean(_ error: (Sample) -> Double) -> String {
      let sum = those.reduce(0) { $0 + error($1) * error($1) }
      return PlainText.number((sum / Double(max(those.count, 1))).squareRoot(), decimals: 3)
    }
    let share = PlainText.number(
      100 * Double(those.count) / Double(max(samples.count, 1)), decimals: 1)
    return "\(state.name) \(those.count) (\(share) %), rms \(mean(\.level)) m level, "
      + "\(mean(\.up)) m up"
  }
}

extension SolutionFile.State {
  fileprivate var colour: String {
    switch self {
    case .fixed: "#1e8449"
    case .float: "#d68910"
    case .sbas, .dgps: "#6c3483"
    case .precise: "#2471a3"
    case .single: "#c0392b"
    }
  }
}

// MARK: Drawing

extension CapturePlot {
  private static var errorHeight: Double { 110 }
  /// The decades of the logarithmic scale, 1 mm to 100 m; errors outside are drawn at the edge.
  private static var decades: ClosedRange<Double> { -3...2 }

  /// Draws two strips of errors on a logarithmic scale, since fixed and single positions differ a
  /// thousandfold.
  ///
  /// - Returns: The y coordinate of the strips' end.
  mutating func draw(_ errors: PositionErrors, from top: Double) -> Double {
    let strips: [(title: String, error: (PositionErrors.Sample) -> Double)] = [
      ("level error, m", \.level), ("height error, m", \.up.magnitude),
    ]
    var y = top
    for strip in strips {
      svg.frame(
        x: Self.strips.left, y: y, width: Self.strips.width, height: Self.errorHeight)
      svg.label(strip.title, x: Self.strips.left - 120, y: y + 12, size: 11)
      for (index, text) in ["0.001", "0.01", "0.1", "1", "10", "100"].enumerated() {
        let error = Double(index) + Self.decades.lowerBound
        svg.number(text, x: Self.strips.left - 6, y: Self.height(ofDecade: error, from: y) + 3)
      }
      for state in errors.states {
        let points = errors.samples.filter { $0.state == state && span.contains($0.time) }.map {
          let decade = Math.logarithm(max(strip.error($0), 1e-6)) / Math.logarithm(10)
          return (x($0.time), Self.height(ofDecade: decade, from: y))
        }
        svg.dots(points, colour: state.colour, title: state.name)
      }
      y += Self.errorHeight + 18
    }
    return y - 18
  }

  /// Writes the number of positions and the rms errors of each state.
  ///
  /// - Returns: The y coordinate of the lines' end.
  mutating func draw(summariesOf errors: PositionErrors, below top: Double) -> Double {
    var y = top
    for state in errors.states {
      y += 16
      svg.label(
        errors.summary(of: state), x: Self.strips.left, y: y, size: 11, colour: state.colour)
    }
    return y
  }

  /// Draws the true track, with the positions of a solution on it.
  mutating func drawWay(of truth: TruthFile, x: Double, y: Double) {
    let side = 290.0
    svg.label("the way, metres east and north", x: x, y: y - 8, size: 11)
    svg.frame(x: x, y: y, width: side, height: side)
    let first = truth.places[0].position
    let way = truth.places.map { first.localOffset(to: $0.position) }
    let (east, north) = (Extent(of: way.map(\.east)), Extent(of: way.map(\.north)))
    // The frame has at least 20 m, so that a standing rover is shown with the errors of single positions.
    let reach = max(east.length, north.length, 20) * 1.15
    func point(_ offset: (east: Double, north: Double, up: Double)) -> (Double, Double)? {
      let (right, up) = ((offset.east - east.middle) / reach, (offset.north - north.middle) / reach)
      guard max(right.magnitude, up.magnitude) <= 0.5 else { return nil }
      return (x + side * (0.5 + right), y + side * (0.5 - up))
    }
    for state in errors?.states ?? [] {
      let those = errors?.samples.filter { $0.state == state } ?? []
      svg.dots(
        those.compactMap { point(first.localOffset(to: $0.position)) }, colour: state.colour,
        title: state.name)
    }
    let points = way.compactMap(point)
    svg.line(points, colour: "#212f3d", title: "truth")
    if let start = points.first { svg.dot(x: start.0, y: start.1) }
    svg.label("\(Int(reach.rounded())) m", x: x + 6, y: y + side - 6, size: 11)
    if errors == nil {
      svg.label("no solution, so no errors: see --help", x: x, y: y + side + 16, size: 11)
    }
  }

  private static func height(ofDecade decade: Double, from y: Double) -> Double {
    let decade = min(max(decade, decades.lowerBound), decades.upperBound)
    return y + errorHeight * (decades.upperBound - decade)
      / (decades.upperBound - decades.lowerBound)
  }
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
