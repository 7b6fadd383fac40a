internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics
internal import Positioning
internal import TextOutput

/// A drawing of a stream's observations in SVG: the sky, and strips of carrier-to-noise ratios over time.
///
/// With the true positions of a rover, its track is drawn too; with a solution, its errors.
struct CapturePlot {
  /// The drawing's title.
  let title: String
  let sky: ObservedSky
  /// The antenna's position at an instant; `nil` when unknown.
  let place: (GPSTime) -> GeodeticPosition?
  let truth: TruthTrack?
  let errors: TrackComparison?

  private var svg = SVGText()
  private let axis: TimeAxis

  private var span: ClosedRange<GPSTime> { axis.span }

  private static let strips = TimeAxis.place
  private static let strip = (height: 84.0, pitch: 96.0)
  private static let top = 70.0

  /// Creates the drawing of a stream; `nil` for a stream without observations.
  init?(
    _ title: String, _ sky: ObservedSky, at place: @escaping (GPSTime) -> GeodeticPosition?,
    truth: TruthTrack? = nil, errors: TrackComparison? = nil
  ) {
    guard let span = sky.span, !sky.samples.isEmpty else { return nil }
    (self.title, self.sky, self.place) = (title, sky, place)
    (self.truth, self.errors) = (truth, errors)
    axis = TimeAxis(span, isDated: sky.isDated)
  }

  /// Returns the drawing, ended by a line feed.
  func text() -> String {
    var plot = self
    plot.drawHeader()
    plot.drawSky()
    var bottom = plot.drawStrips()
    if let errors { bottom = plot.svg.draw(errors, on: axis, from: bottom + 12) }
    plot.svg.draw(axis, below: bottom)
    bottom += 20
    if let errors { bottom = plot.svg.draw(summariesOf: errors, below: bottom) }
    var end = Self.sky.y + Self.sky.radius + 70
    if let truth {
      plot.svg.draw(
        WayPlot(
          way: truth.points.map(\.position), errors?.samples.map { ($0.quality, $0.position) }),
        x: Self.sky.x - 145, y: end + 16)
      end += 16 + WayPlot.side + 24
    }
    return plot.svg.text(
      width: Self.strips.left + Self.strips.width + 40, height: max(bottom + 14, end))
  }

  /// A remark on content that the sky lacks; `nil` when nothing is missing.
  var missing: String? {
    if place(span.lowerBound) == nil {
      return "no station position (message 1005 or 1006), so no tracks in the sky"
    }
    return sky.orbits.isEmpty ? "no ephemerides, so no tracks in the sky" : nil
  }

  private mutating func drawHeader() {
    svg.label(title, x: 12, y: 26, size: 17)
    let satellites = PlainText.list(systems.map { "\(count(of: $0)) of \($0.name)" })
    svg.label(
      "\(date)\(sky.epochCount) epochs, satellites: \(satellites)", x: 12, y: 46, size: 12)
  }

  private var date: String { sky.isDated ? "\(span.lowerBound.unixTime.iso8601), " : "" }

  private var systems: [Constellation] {
    Constellation.allCases.filter { system in
      sky.samples.keys.contains { $0.constellation == system }
    }
  }

  private func count(of system: Constellation) -> Int {
    sky.samples.keys.count { $0.constellation == system }
  }

  // MARK: Time

  private func x(_ time: GPSTime) -> Double { axis.x(time) }

  /// Returns the x coordinate of an instant, rounded to columns wide enough to be visible.
  private func column(of time: GPSTime) -> Double { 2 * (x(time) / 2).rounded() }

  // MARK: Carrier-to-noise ratios

  private static let ratios = 15.0...60.0

  private mutating func drawStrips() -> Double {
    for (row, system) in systems.enumerated() {
      let y = Self.top + Self.strip.pitch * Double(row)
      svg.frame(
        x: Self.strips.left, y: y, width: Self.strips.width, height: Self.strip.height)
      svg.label(
        "\(system.name), dB-Hz", x: Self.strips.left - 120, y: y + 12, size: 11,
        colour: system.colour)
      for ratio in [20.0, 30, 40, 50] {
        svg.number(ratio, x: Self.strips.left - 6, y: Self.height(of: ratio, from: y) + 3)
      }
      for satellite in sky.samples.keys.sorted() where satellite.constellation == system {
        drawRatios(of: satellite, from: y)
      }
    }
    return Self.top + Self.strip.pitch * Double(systems.count) - Self.strip.pitch
      + Self.strip.height
  }

  private static func height(of ratio: Double, from y: Double) -> Double {
    let ratio = min(max(ratio, ratios.lowerBound), ratios.upperBound)
    return y + strip.height * (ratios.upperBound - ratio)
      / (ratios.upperBound - ratios.lowerBound)
  }

  /// Draws the mean of each column, so that a day takes no more space than ten minutes.
  private mutating func drawRatios(of satellite: SatelliteID, from y: Double) {
    var columns: [(x: Double, sum: Double, count: Double)] = []
    for sample in sky.samples[satellite] ?? [] {
      guard let cnr = sample.cnr else { continue }
      let x = column(of: sample.time)
      if columns.last?.x == x {
        columns[columns.count - 1].sum += cnr
        columns[columns.count - 1].count += 1
      } else {
        columns.append((x, cnr, 1))
      }
    }
    let points = columns.map { ($0.x, Self.height(of: $0.sum / $0.count, from: y)) }
    for piece in Self.pieces(points, apart: longestStep) {
      svg.line(piece, colour: satellite.constellation.colour, title: "\(satellite)")
    }
  }

  /// The greatest distance between the columns of neighbouring epochs.
  private var longestStep: Double {
    let next = span.lowerBound.advanced(byNanoseconds: sky.interval)
    return max(1.5 * (x(next) - x(span.lowerBound)), 0) + 2.1
  }

  /// Returns the points in pieces, split at gaps wider than `limit`.
  private static func pieces(
    _ points: [(Double, Double)], apart limit: Double
  ) -> [[(Double, Double)]] {
    var pieces: [[(Double, Double)]] = []
    for point in points {
      if let last = pieces.last?.last, (point.0 - last.0).magnitude <= limit {
        pieces[pieces.count - 1].append(point)
      } else {
        // A second point makes a single point visible.
        pieces.append([(point.0 - 0.4, point.1), point])
      }
    }
    return pieces
  }

  // MARK: The sky

  private static let sky = SkyPlot(x: 180, y: 250, radius: 150)

  private mutating func drawSky() {
    let centre = Self.sky
    svg.draw(Self.sky)
    var x = centre.x - centre.radius
    for system in systems {
      svg.label(
        system.name, x: x, y: centre.y + centre.radius + 40, size: 12, colour: system.colour)
      x += 16 + 8 * Double(system.name.count)
    }
    if let missing {
      svg.label(missing, x: 12, y: centre.y + centre.radius + 60, size: 11)
    } else {
      for satellite in sky.samples.keys.sorted() { drawTrack(of: satellite) }
    }
  }

  private mutating func drawTrack(of satellite: SatelliteID) {
    var last: (time: GPSTime, x: Double)?
    var tracks: [[(Double, Double)]] = []
    for sample in sky.samples[satellite] ?? [] {
      let column = column(of: sample.time)
      guard column != last?.x, let place = place(sample.time),
        let direction = sky.orbits.direction(of: satellite, at: sample.time, from: place)
      else { continue }
      let isNear = last.map { (column - $0.x).magnitude <= max(longestStep, 4) } ?? false
      if !isNear { tracks.append([]) }
      tracks[tracks.count - 1].append(Self.sky.point(direction))
      last = (sample.time, column)
    }
    svg.draw(tracks, of: satellite)
  }
}
