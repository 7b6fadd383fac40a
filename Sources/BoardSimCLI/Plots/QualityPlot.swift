internal import GNSSBasics
internal import ObservationQuality
internal import RTCMStreams
internal import TextOutput

/// The drawings of a quality check in SVG.
struct QualityPlot {
  let tally: QualityTally

  private var satellites: [SatelliteID] { tally.satellites.keys.sorted() }

  /// The colours of signals.
  private static let colours = [
    "#2471a3", "#c0392b", "#1e8449", "#b9770e", "#6c3483", "#148f77", "#a04000", "#2e4053",
    "#7d6608", "#922b21",
  ]

  // MARK: The sky, and satellites over time

  private static let sky = SkyPlot(x: 200, y: 240, radius: 150)
  private static let row = 13.0

  /// The tracks in the sky beside the times in which each satellite was observed; `nil` without epochs.
  var skyAndTime: String? {
    guard let first = tally.steps.first, let last = tally.steps.last, first <= last else {
      return nil
    }
    let axis = TimeAxis(first...last)
    var svg = SVGText()
    svg.draw(Self.sky)
    for satellite in satellites { svg.draw(tracks(of: satellite), of: satellite) }
    if !satellites.contains(where: { !tracks(of: $0).isEmpty }) {
      svg.label("no ephemerides, or no place, so no tracks", x: 70, y: 430, size: 11)
    }
    var y = 40.0
    for satellite in satellites {
      draw(satellite, on: &svg, axis, y: y)
      y += Self.row
    }
    svg.label(
      "bars: observed; red: slips that observations show; black: breaks that the receiver tells",
      x: TimeAxis.place.left, y: 24, size: 11)
    svg.draw(axis, below: y)
    return svg.text(
      width: TimeAxis.place.left + TimeAxis.place.width + 40, height: max(y + 30, 450))
  }

  private func tracks(of satellite: SatelliteID) -> [[(Double, Double)]] {
    guard let quality = tally.satellites[satellite] else { return [] }
    var tracks: [[(Double, Double)]] = []
    var last: SatelliteQuality.Sample?
    for sample in quality.samples.values {
      guard let direction = sample.direction else { continue }
      let isNear = last.map { quality.isTogether($0.time, sample.time) } ?? false
      last = sample
      let point = Self.sky.point(direction)
      if !isNear {
        tracks.append([point])
      } else if let end = tracks.last?.last, Self.areApart(end, point) {
        tracks[tracks.count - 1].append(point)
      }
    }
    return tracks
  }

  /// Returns whether a line between two points would be seen.
  private static func areApart(_ a: (Double, Double), _ b: (Double, Double)) -> Bool {
    max((a.0 - b.0).magnitude, (a.1 - b.1).magnitude) >= 1
  }

  private func draw(
    _ satellite: SatelliteID, on svg: inout SVGText, _ axis: TimeAxis, y: Double
  ) {
    guard let quality = tally.satellites[satellite] else { return }
    svg.number("\(satellite)", x: TimeAxis.place.left - 6, y: y + 9)
    for piece in quality.pieces {
      let (left, right) = (axis.x(piece.lowerBound), axis.x(piece.upperBound))
      svg.bar(
        x: left, y: y + 3, width: max(right - left, 1), height: 5,
        colour: satellite.constellation.colour, title: "\(satellite)")
    }
    for (kinds, colour, title) in [
      ([SatelliteQuality.Slip.Kind.told], "#000000", "told"),
      ([.ionosphere, .multipath], "#e74c3c", "slip"),
    ] {
      let points = quality.slips.filter { kinds.contains($0.kind) }.map { (axis.x($0.time), y + 5) }
      if !points.isEmpty { svg.dots(points, colour: colour, title: "\(satellite) \(title)") }
    }
  }

  // MARK: By elevation

  private static let chart = (left: 60.0, width: 460.0, height: 220.0, top: 30.0, pitch: 580.0)

  /// Carrier-to-noise ratios and multipath of each signal by elevation; `nil` where no elevation is known.
  var byElevation: String? {
    let signals = tally.systems.flatMap { system in
      tally.signals(of: satellites.filter { $0.constellation == system }).map {
        (name: "\(system.rinexLetter)\($0.code)", sums: $0.sums)
      }
    }
    let ratios = signals.map { ($0.name, $0.sums.ratios.bins.map(\.mean)) }
    let multipath = signals.map { ($0.name, $0.sums.multipath.bins.map(\.rms)) }
    guard ratios.contains(where: { $0.1.contains { $0 != nil } }) else { return nil }
    var svg = SVGText()
    draw("carrier-to-noise ratio, dB-Hz", ratios, from: 20, to: 60, step: 10, on: &svg, x: 0)
    let greatest = multipath.flatMap { $0.1.compactMap(\.self) }.max() ?? 1
    let limit = greatest > 2 ? 5.0 : greatest > 1 ? 2 : 1
    draw(
      "multipath, m", multipath, from: 0, to: limit, step: limit / 5, on: &svg,
      x: Self.chart.pitch)
    let bottom = drawLegend(signals.map(\.name), on: &svg)
    return svg.text(width: 2 * Self.chart.pitch, height: bottom + 14)
  }

  private func draw(
    _ title: String, _ lines: [(String, [Double?])], from low: Double, to high: Double,
    step: Double, on svg: inout SVGText, x: Double
  ) {
    let (left, top) = (x + Self.chart.left, Self.chart.top)
    svg.label("\(title), by elevation", x: left, y: top - 10, size: 12)
    svg.frame(x: left, y: top, width: Self.chart.width, height: Self.chart.height)
    func y(_ value: Double) -> Double {
      top + Self.chart.height * (high - min(max(value, low), high)) / (high - low)
    }
    for value in stride(from: low, through: high, by: step) {
      svg.number(value, x: left - 6, y: y(value) + 3)
    }
    let width = Self.chart.width / Double(ElevationBins.count)
    for bin in 0...ElevationBins.count {
      svg.number(
        "\(bin * Int(ElevationBins.width))°", x: left + Double(bin) * width + 8,
        y: top + Self.chart.height + 16)
    }
    for (index, line) in lines.enumerated() {
      let points = line.1.enumerated().compactMap { bin, value in
        value.map { (left + (Double(bin) + 0.5) * width, y($0)) }
      }
      guard !points.isEmpty else { continue }
      let colour = Self.colours[index % Self.colours.count]
      svg.line(points, colour: colour, title: line.0)
      svg.dots(points, colour: colour, title: line.0)
    }
  }

  private func drawLegend(_ names: [String], on svg: inout SVGText) -> Double {
    var (x, y) = (Self.chart.left, Self.chart.top + Self.chart.height + 44)
    for (index, name) in names.enumerated() {
      if x > 2 * Self.chart.pitch - 60 { (x, y) = (Self.chart.left, y + 18) }
      svg.label(name, x: x, y: y, size: 12, colour: Self.colours[index % Self.colours.count])
      x += 44
    }
    return y
  }

  // MARK: Positions

  private static let square = (left: 60.0, top: 30.0, side: 300.0)

  /// The positions of single epochs from above; `nil` without any.
  var positions: String? {
    let samples = tally.scatter.samples.values
    guard !samples.isEmpty else { return nil }
    var svg = SVGText()
    let place = Self.square
    let origin = tally.scatter.isTold ? "the told place" : "the first position"
    svg.label(
      "metres east and north of \(origin)", x: place.left, y: 18, size: 12)
    svg.frame(x: place.left, y: place.top, width: place.side, height: place.side)
    let reach = max(samples.map { max($0.x.magnitude, $0.y.magnitude) }.max() ?? 1, 0.5)
    func point(_ east: Double, _ north: Double) -> (Double, Double) {
      (
        place.left + place.side / 2 * (1 + east / reach),
        place.top + place.side / 2 * (1 - north / reach)
      )
    }
    svg.line([point(-reach, 0), point(reach, 0)], colour: "#d5d8dc", title: "east")
    svg.line([point(0, -reach), point(0, reach)], colour: "#d5d8dc", title: "north")
    svg.dots(samples.map { point($0.x, $0.y) }, colour: "#2471a3", title: "positions")
    for value in [-reach, 0, reach] {
      svg.number(value, x: place.left - 6, y: point(0, value).1 + 3)
      svg.number(value, x: point(value, 0).0 + 8, y: place.top + place.side + 16)
    }
    return svg.text(width: place.left + place.side + 60, height: place.top + place.side + 30)
  }
}
