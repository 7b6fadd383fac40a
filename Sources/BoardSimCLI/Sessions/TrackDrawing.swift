internal import GNSSBasics
internal import Sessions
internal import TextOutput

/// A drawing of a session's track, north up, in SVG.
struct TrackDrawing {
  private let points: [TrackSketch.Point]
  private let session: Session

  private static let side = 360.0
  private static let margin = 20.0

  init(_ points: [TrackSketch.Point], _ session: Session) {
    (self.points, self.session) = (points, session)
  }

  /// The drawing.
  var svg: String {
    let offsets = offsets
    let (east, north) = (Range(of: offsets.map(\.0)), Range(of: offsets.map(\.1)))
    let reach = max(east.length, north.length, 1)
    let scale = (Self.side - 2 * Self.margin) / reach
    let places = offsets.map { offset in
      (
        Self.side / 2 + (offset.0 - east.middle) * scale,
        Self.side / 2 - (offset.1 - north.middle) * scale
      )
    }
    var svg = SVGText()
    svg.frame(x: 0, y: 0, width: Self.side, height: Self.side)
    svg.line(places, colour: "#1e8449")
    if let first = places.first { svg.dot(x: first.0, y: first.1) }
    if let last = places.last { svg.circle(x: last.0, y: last.1, radius: 3, fill: "#c0392b") }
    svg.label(
      "north up, \(PlainText.number(reach, decimals: 0)) m; large green dot: start, small red one: stop",
      x: 6,
      y: Self.side + 16, size: 12)
    return svg.text(width: 2 * Self.side, height: Self.side + 24)
      .labelled("The track of the session, \(TrackText.metres(session.distance)) metres long")
  }

  /// The offsets of the points from the first, metres east and north.
  private var offsets: [(Double, Double)] {
    let first = points[0].position
    return points.map { point in
      let offset = first.localOffset(to: point.position)
      return (offset.east, offset.north)
    }
  }

  /// A range of numbers.
  private struct Range {
    let middle: Double
    let length: Double

    init(of values: [Double]) {
      let (low, high) = (values.min() ?? 0, values.max() ?? 0)
      (middle, length) = ((low + high) / 2, high - low)
    }
  }
}

/// A chart of a session's speed over time, in SVG.
struct SpeedChart {
  private let points: [TrackSketch.Point]
  private let session: Session

  private static let (width, height, left) = (640.0, 140.0, 50.0)
  /// The shortest time for a speed of the chart, seconds.
  private static let shortest = 10.0

  init(_ points: [TrackSketch.Point], _ session: Session) {
    (self.points, self.session) = (points, session)
  }

  /// The speeds: the means over ten seconds or more, each with the middle of its time.
  private var speeds: [(time: Double, speed: Double)] {
    var speeds: [(time: Double, speed: Double)] = []
    var from = points[0]
    for point in points where point.time - from.time >= Self.shortest {
      guard point.time <= session.stop + Self.shortest else { break }
      let time = point.time - from.time
      speeds.append((from.time + time / 2, (point.distance - from.distance) / time))
      from = point
    }
    return speeds
  }

  /// The chart.
  var svg: String {
    let speeds = speeds
    let top = max(speeds.map(\.speed).max() ?? 0, 0.1)
    var svg = SVGText()
    svg.frame(x: Self.left, y: 10, width: Self.width, height: Self.height)
    svg.number(top, x: Self.left - 6, y: 20)
    svg.number(0, x: Self.left - 6, y: 10 + Self.height)
    let duration = max(session.duration, 1)
    svg.line(
      speeds.map { entry in
        (
          Self.left + (entry.time - session.start) / duration * Self.width,
          10 + Self.height * (1 - max(entry.speed, 0) / top)
        )
      }, colour: "#2471a3")
    svg.label(
      "speed, m/s, over \(TrackText.time(duration)) from the start", x: Self.left,
      y: Self.height + 28, size: 12)
    return svg.text(width: Self.left + Self.width + 30, height: Self.height + 36)
      .labelled("The speed over time, at most \(TrackText.fixed(top, decimals: 2)) metres a second")
  }
}

extension String {
  /// The drawing with a text in its place for those who do not see it.
  fileprivate func labelled(_ text: String) -> String {
    replacing("<svg ", with: "<svg role=\"img\" aria-label=\"\(text)\" ", maxReplacements: 1)
  }
}
