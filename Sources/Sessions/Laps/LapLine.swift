package import GNSSBasics
internal import Mathematics

/// A line across a track, whose crossings separate laps.
package struct LapLine: Hashable, Sendable {
  /// The middle of the line.
  package var place: GeodeticPosition
  /// The direction of travel across the line, degrees clockwise from north.
  package var bearing: Double

  /// Creates a line through a place, at a right angle to a direction of travel.
  package init(place: GeodeticPosition, bearing: Double) {
    (self.place, self.bearing) = (place, bearing)
  }

  /// The distance from the middle of the line to each of its ends, metres.
  package static let halfWidth = 20.0
  /// The distance from the line's middle at which the next crossing becomes possible, metres.
  ///
  /// A board that stands on the line so makes no laps by its errors.
  package static let armingDistance = 25.0
}

/// The axes of a line: along the direction of travel, and across it to the right.
struct LapFrame: Hashable, Sendable {
  let line: LapLine
  private let plane: TangentPlane
  private let sine: Double
  private let cosine: Double

  init(_ line: LapLine) {
    self.line = line
    plane = TangentPlane(at: GroundPoint(line.place).position)
    (sine, cosine) = (
      Math.sine(line.bearing.degreesInRadians), Math.cosine(line.bearing.degreesInRadians)
    )
  }

  /// Creates the line at a right angle to the way from a place to another.
  init(at place: GroundPoint, towards next: GroundPoint) {
    let offset = TangentPlane(at: place.position).offset(to: next.ecef)
    let bearing = Math.bearing(east: offset.east, north: offset.north)
    self.init(LapLine(place: place.position, bearing: bearing))
  }

  /// Returns the coordinates of a point, metres from the middle of the line.
  func coordinates(of point: GroundPoint) -> (along: Double, across: Double) {
    let offset = plane.offset(to: point.ecef)
    return (
      offset.east * sine + offset.north * cosine, offset.east * cosine - offset.north * sine
    )
  }
}
