internal import BoardSimulation
internal import Mathematics
internal import TextOutput

/// A drawing of a scenario's values, in SVG.
///
/// The drawing has one strip for each quantity and the faults below the strips. The track and the
/// mask of the sky are at its side.
package struct ScenarioPlot {
  private let options: BoardOptions
  private let span: ScenarioSpan
  private var svg = SVGText()
  /// The world's states at even steps from the beginning to the end.
  private let states: [WorldState]

  private static let steps = 240
  private static let width = 3.0 * Double(steps)
  private static let left = 150.0
  private static let strip = (height: 46.0, pitch: 58.0)
  private static let top = 50.0
  private static let quantities: [(quantity: WorldQuantity, title: String, colour: String)] = [
    (.temperature, "temperature, °C", "#c0392b"), (.humidity, "humidity, %", "#2471a3"),
    (.pressure, "pressure, Pa", "#566573"), (.eco2, "eCO2, ppm", "#7d6608"),
    (.tvocs, "TVOC, ppb", "#6c3483"), (.pm25, "PM2.5, µg/m³", "#a04000"),
    (.light, "light, lx", "#b7950b"),
  ]

  /// Creates the drawing of a scenario, from its beginning over a duration.
  package init(_ options: BoardOptions, for duration: Duration) {
    self.options = options
    let span = ScenarioSpan(options, for: duration)
    self.span = span
    states = (0...Self.steps).map { span.world.state(at: duration * $0 / Self.steps) }
  }

  /// Returns the drawing's SVG text, ended by a line feed.
  package func text() -> String {
    var plot = self
    plot.draw()
    return plot.svg.text(width: Self.left + Self.width + 250, height: bottom + 40)
  }

  private var bottom: Double { Self.top + Self.strip.pitch * Double(Self.quantities.count + 1) }

  private mutating func draw() {
    svg.label(options.scenario.name, x: 12, y: 26, size: 17)
    svg.label(options.scenario.summary, x: 150, y: 26, size: 12)
    for (row, entry) in Self.quantities.enumerated() {
      drawStrip(row, entry.title, entry.colour, states.map { entry.quantity.value(in: $0) })
    }
    drawFaults()
    drawTimes()
    drawWay()
    drawMask()
  }

  private mutating func drawStrip(
    _ row: Int, _ title: String, _ colour: String, _ values: [Double]
  ) {
    let y = Self.top + Self.strip.pitch * Double(row)
    svg.frame(x: Self.left, y: y, width: Self.width, height: Self.strip.height)
    svg.label(title, x: 12, y: y + 28, size: 12)
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    svg.number(high, x: Self.left - 6, y: y + 10)
    // A constant quantity is drawn in the middle of its strip.
    let isLevel = high - low < 1e-6 * max(abs(high), 1)
    if !isLevel { svg.number(low, x: Self.left - 6, y: y + Self.strip.height) }
    let points = values.enumerated().map { index, value in
      let share = isLevel ? 0.5 : (high - value) / (high - low)
      return (Self.left + 3 * Double(index), y + 2 + share * (Self.strip.height - 4))
    }
    svg.line(points, colour: colour)
  }

  // MARK: Faults

  private static let colours: [BoardFault.Kind.Place: String] = [
    .bus: "#c0392b", .part: "#d68910", .receiver: "#2471a3",
  ]

  private mutating func drawFaults() {
    let y = Self.top + Self.strip.pitch * Double(Self.quantities.count)
    svg.frame(x: Self.left, y: y, width: Self.width, height: Self.strip.height)
    svg.label("faults, power", x: 12, y: y + 28, size: 12)
    for fault in span.faults {
      drawBar(
        from: fault.start, to: fault.end ?? span.duration, y: y + 4, height: 24,
        colour: Self.colours[fault.kind.place] ?? "#7b7d7d",
        title: [fault.kind.rawValue, fault.part ?? ""].joined(separator: " "))
    }
    var off: Duration?
    for change in span.switches + [(span.duration, true)] {
      if let start = off, change.isOn {
        drawBar(
          from: start, to: change.time, y: y + 32, height: 10, colour: "#212f3d", title: "power off"
        )
        off = nil
      } else if !change.isOn, off == nil {
        off = change.time
      }
    }
  }

  private mutating func drawBar(
    from start: Duration, to end: Duration, y: Double, height: Double, colour: String, title: String
  ) {
    let (from, to) = (start / span.duration, min(end / span.duration, 1))
    svg.bar(
      x: Self.left + from * Self.width, y: y, width: max((to - from) * Self.width, 0.8),
      height: height, colour: colour, title: title)
  }

  private mutating func drawTimes() {
    for part in 0...6 {
      let time = span.duration * part / 6
      let x = Self.left + Self.width * Double(part) / 6
      let y = Self.top + Self.strip.pitch * Double(Self.quantities.count) + Self.strip.height
      svg.label(
        PlainText.clock(seconds: Int(time.inSeconds.rounded())), x: x - 22, y: y + 18, size: 11)
    }
    svg.label("board time", x: 12, y: bottom + 6, size: 11)
  }

  // MARK: Places

  private mutating func drawWay() {
    let x = Self.left + Self.width + 30
    svg.label("the way, metres east and north", x: x, y: Self.top - 8, size: 11)
    svg.frame(x: x, y: Self.top, width: 190, height: 190)
    let first = states[0].position
    // The laps of a track may be shorter than the strips' steps, so the track has steps of its own.
    let times = (0...300).map { min(span.duration, .seconds(1800)) * $0 / 300 }
    let offsets = times.map { first.localOffset(to: span.world.state(at: $0).position) }
    let (east, north) = (offsets.map(\.east), offsets.map(\.north))
    let middle = (east: Self.middle(of: east), north: Self.middle(of: north))
    let reach = max(Self.extent(of: east), Self.extent(of: north), 1)
    let points = offsets.map { offset in
      (
        x + 95 + (offset.east - middle.east) / reach * 170,
        Self.top + 95 - (offset.north - middle.north) / reach * 170
      )
    }
    guard reach > 1 else {
      svg.dot(x: x + 95, y: Self.top + 95)
      return svg.label("it stands", x: x + 72, y: Self.top + 120, size: 11)
    }
    svg.line(points, colour: "#1e8449")
    svg.dot(x: points[0].0, y: points[0].1)
    svg.label("\(Int(reach.rounded())) m", x: x + 6, y: Self.top + 184, size: 11)
  }

  private static func middle(of values: [Double]) -> Double {
    ((values.min() ?? 0) + (values.max() ?? 0)) / 2
  }

  private static func extent(of values: [Double]) -> Double {
    (values.max() ?? 0) - (values.min() ?? 0)
  }

  private mutating func drawMask() {
    guard let mask = span.world.skyMask(at: .zero) else { return }
    let (x, y, radius) = (Self.left + Self.width + 125, Self.top + 330, 90.0)
    let share = PlainText.number(100 * mask.hiddenShare, decimals: 0)
    svg.label("the sky from here, \(share) % hidden", x: x - 95, y: y - 105, size: 11)
    svg.circle(x: x, y: y, radius: radius, fill: "#aeb6bf")
    let edge = stride(from: 0.0, to: 360, by: 4).map { azimuth in
      let length = radius * (90 - mask.elevation(at: azimuth)) / 90
      let angle = azimuth.degreesInRadians
      return (x + length * Math.sine(angle), y - length * Math.cosine(angle))
    }
    svg.area(edge, fill: "#d6eaf8")
    svg.label("N", x: x - 4, y: y - radius - 2, size: 10)
  }
}
