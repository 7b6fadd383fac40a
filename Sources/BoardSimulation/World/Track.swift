internal import Mathematics

/// A closed path in the local tangent plane, walked at constant speed.
///
/// Legs are straight and corners are arcs, so position and velocity direction are continuous. The path and
/// its height profile begin at the origin.
struct Track: Hashable, Sendable {
  /// A piece of the path with constant curvature.
  struct Piece: Hashable, Sendable {
    var start: Double  // metres from the beginning of the path
    var length: Double
    var east: Double
    var north: Double
    var heading: Double  // radians, from east towards north
    var curvature: Double  // radians a metre, positive to the left
  }

  /// A point of the path with its direction and slope; lengths in metres.
  struct Point {
    var east: Double
    var north: Double
    var up: Double
    var heading: Double
    var slope: Double  // metres up per metre walked
  }

  private(set) var pieces: [Piece] = []
  /// The length of one round, metres.
  private(set) var length = 0.0

  /// Creates a path from a polygon whose corners are rounded with arcs.
  ///
  /// - Parameters:
  ///   - corners: East and north of each corner, metres; the path begins and ends at the origin.
  ///   - radius: The radius of the arcs, metres; legs must be long enough for them.
  init(corners: [(east: Double, north: Double)], radius: Double) {
    guard let first = corners.first else { return }
    var place = (east: 0.0, north: 0.0)
    var heading = Self.heading(from: place, to: first)
    for (index, corner) in corners.enumerated() {
      let next = index + 1 < corners.count ? corners[index + 1] : (east: 0.0, north: 0.0)
      let turn = Self.wrapped(Self.heading(from: corner, to: next) - heading)
      let cut = radius * Math.tangent(abs(turn) / 2)
      append(
        length: Self.distance(place, corner) - cut, from: place, heading: heading, curvature: 0)
      place = endpoint
      append(
        length: radius * abs(turn), from: place, heading: heading,
        curvature: turn < 0 ? -1 / radius : 1 / radius)
      place = endpoint
      heading += turn
    }
    append(length: Self.distance(place, (0, 0)), from: place, heading: heading, curvature: 0)
  }

  /// Returns the point at a walked distance, metres; rounds follow each other without end.
  func point(at distance: Double) -> Point {
    let rounds = (distance / length).rounded(.down)
    let along = min(max(distance - rounds * length, 0), length)
    guard let piece = pieces.last(where: { $0.start <= along }) else {
      return Point(east: 0, north: 0, up: 0, heading: 0, slope: 0)
    }
    let place = piece.place(after: along - piece.start)
    let (up, slope) = profile(at: along)
    return Point(
      east: place.east, north: place.north, up: up,
      heading: piece.heading + piece.curvature * (along - piece.start), slope: slope)
  }

  /// Returns the height above the beginning, metres, and the slope: two gentle rises in each round.
  private func profile(at along: Double) -> (up: Double, slope: Double) {
    let angle = 2 * .pi * along / length
    let up = 1.2 * (1 - Math.cosine(angle)) + 0.5 * (1 - Math.cosine(3 * angle))
    let slope = (1.2 * Math.sine(angle) + 1.5 * Math.sine(3 * angle)) * 2 * .pi / length
    return (up, slope)
  }
}

extension Track.Piece {
  /// Returns the place a number of metres into the piece.
  func place(after metres: Double) -> (east: Double, north: Double) {
    guard curvature != 0 else {
      return (east + metres * Math.cosine(heading), north + metres * Math.sine(heading))
    }
    let end = heading + curvature * metres
    return (
      east + (Math.sine(end) - Math.sine(heading)) / curvature,
      north + (Math.cosine(heading) - Math.cosine(end)) / curvature
    )
  }
}

extension Track {
  private typealias Place = (east: Double, north: Double)

  private mutating func append(
    length: Double, from place: Place, heading: Double, curvature: Double
  ) {
    pieces.append(
      Piece(
        start: self.length, length: length, east: place.east, north: place.north,
        heading: heading, curvature: curvature))
    self.length += length
  }

  /// The end of the last piece.
  private var endpoint: Place {
    pieces.last.map { $0.place(after: $0.length) } ?? (0, 0)
  }

  private static func heading(from a: Place, to b: Place) -> Double {
    Math.arcTangent(y: b.north - a.north, x: b.east - a.east)
  }

  private static func distance(_ a: Place, _ b: Place) -> Double {
    let (east, north) = (b.east - a.east, b.north - a.north)
    return (east * east + north * north).squareRoot()
  }

  /// Returns the same angle in -π...π, radians.
  private static func wrapped(_ angle: Double) -> Double {
    angle - (angle / (2 * .pi)).rounded() * 2 * .pi
  }
}
