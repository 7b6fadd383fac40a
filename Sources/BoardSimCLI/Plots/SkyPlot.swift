internal import GNSSBasics
internal import Mathematics
internal import TextOutput

/// The place of the sky in a drawing, seen from above: the zenith in the middle, the horizon as a circle.
struct SkyPlot {
  let x: Double
  let y: Double
  let radius: Double

  /// Returns the point of a direction; directions far below the horizon are drawn just outside.
  func point(_ direction: SkyDirection) -> (Double, Double) {
    let length = radius * (90 - max(direction.elevation, -5)) / 90
    let angle = direction.azimuth.degreesInRadians
    return (x + length * Math.sine(angle), y - length * Math.cosine(angle))
  }
}

extension SVGText {
  /// Adds the circles of a sky, with elevations and points of the compass.
  mutating func draw(_ sky: SkyPlot) {
    circle(x: sky.x, y: sky.y, radius: sky.radius, fill: "#f8f9f9")
    for elevation in [0.0, 30, 60] {
      let radius = sky.radius * (90 - elevation) / 90
      ring(x: sky.x, y: sky.y, radius: radius)
      number("\(Int(elevation))°", x: sky.x - 3, y: sky.y - radius + 10)
    }
    let (out, far) = (sky.radius + 6, sky.radius + 18)
    for (name, x, y) in [
      ("N", -4, -out), ("E", out, 4), ("S", -4, sky.radius + 16), ("W", -far, 4),
    ] {
      label(name, x: sky.x + x, y: sky.y + y, size: 12)
    }
  }

  /// Adds the tracks of a satellite, with its name at the end of the last one.
  mutating func draw(_ tracks: [[(Double, Double)]], of satellite: SatelliteID) {
    let colour = satellite.constellation.colour
    for track in tracks { line(track, colour: colour, title: "\(satellite)") }
    guard let end = tracks.last?.last else { return }
    dots([end], colour: colour, title: "\(satellite)")
    label("\(satellite)", x: end.0 + 3, y: end.1 - 3, size: 9, colour: colour)
  }
}

extension Constellation {
  /// The system's colour in drawings.
  var colour: String {
    switch self {
    case .gps: "#2471a3"
    case .glonass: "#c0392b"
    case .galileo: "#1e8449"
    case .sbas: "#566573"
    case .qzss: "#6c3483"
    case .beidou: "#b9770e"
    case .navic: "#7e5109"
    }
  }
}
