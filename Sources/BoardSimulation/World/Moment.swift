internal import GNSSBasics
internal import Mathematics

/// A place and a time in the terms of the weather model.
struct Moment {
  let position: GeodeticPosition
  /// The sine and cosine of the latitude.
  let latitude: (sine: Double, cosine: Double)
  /// The time in seconds since 1970.
  let unix: Double
  let sun: Sun
  let climate: Climate
  /// The local civil time, hours since Monday 00:00.
  let hourOfWeek: Double
  /// Metres east of the time zone's middle meridian and north of the equator.
  ///
  /// The coordinates depend on no scenario's track, so boards side by side have nearly the same values.
  let east: Double
  let north: Double
  /// The time, shifted by the distance downwind: `drifting` at the wind's speed, `passing` at the fronts'
  /// speed.
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
    let middle = 15 * CivilZone.winterHours(of: position.longitude)
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
