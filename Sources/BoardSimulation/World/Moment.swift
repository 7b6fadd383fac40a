internal import GNSSBasics
internal import Mathematics

/// A place and a time, as the weather has them.
struct Moment {
  let position: GeodeticPosition
  /// Sine and cosine of the latitude.
  let latitude: (sine: Double, cosine: Double)
  /// Seconds since 1970.
  let unix: Double
  let sun: Sun
  let climate: Climate
  /// Hours since Monday 00:00 by the clocks there.
  let hourOfWeek: Double
  /// Metres from the middle of the time zone and from the equator, so that who stands side by side has
  /// nearly the same numbers, whichever scenario's track they are on.
  let east: Double
  let north: Double
  /// The same with the time of what the wind carries, and of what travels with the fronts.
  let drifting: Double
  let passing: Double

  init(at position: GeodeticPosition, unix: Double) {
    self.position = position
    self.unix = unix
    let (days, angle) = (unix / 86_400, position.latitude.degreesInRadians)
    latitude = (Math.sine(angle), Math.cosine(angle))
    sun = Sun(latitude: latitude, longitude: position.longitude, unixDays: days)
    climate = Climate(latitudeSine: latitude.sine, unixDays: days)
    hourOfWeek = CivilClock.hourOfWeek(unix: unix, at: position)
    let middle = 15 * CivilClock.zone(of: position.longitude)
    north = position.latitude * Self.metresPerDegree
    east = (position.longitude - middle) * Self.metresPerDegree * latitude.cosine
    let (wind, square) = (Weather.wind, Weather.wind.square)
    let behind = (east * wind.east + north * wind.north) / square
    drifting = unix - behind
    passing = unix - behind * square.squareRoot() / Self.frontSpeed
  }

  private static let metresPerDegree = 111_150.0
  private static let frontSpeed = 10.0  // m/s
}
