package import GNSSBasics
internal import Mathematics

/// The sun's rise and set over a place, by the world's own sun.
///
/// The world's sun keeps mean solar time, so both are up to 17 minutes off an almanac's (the equation of time).
package struct Daylight: Hashable, Sendable {
  /// Whether the sun is up at the time.
  package let isDay: Bool
  /// The sunrise and sunset of the civil day; `nil` where the sun does not cross the horizon that day.
  package let span: ClosedRange<UnixTime>?

  /// The sine of the elevation at which the upper limb touches the horizon: 50 minutes of arc below it, 34 of
  /// them by refraction.
  private static let horizonSine = Math.sine(-(50.0 / 60).degreesInRadians)

  /// Creates the daylight at a place and time.
  package init(at position: GeodeticPosition, on time: UnixTime) {
    isDay = Self.sun(at: position, time.unixSeconds).elevationSine > Self.horizonSine
    let noon = Self.noon(at: position, on: time)
    span = Self.sun(at: position, noon).hoursFromNoon(toElevationSine: Self.horizonSine).map {
      let half = Int64(($0 * 3600).rounded())
      let noon = Int64(noon.rounded())
      return UnixTime(seconds: noon - half)...UnixTime(seconds: noon + half)
    }
  }

  private static func sun(at position: GeodeticPosition, _ unix: Double) -> Sun {
    let angle = position.latitude.degreesInRadians
    return Sun(
      latitude: (Math.sine(angle), Math.cosine(angle)), longitude: position.longitude,
      unixDays: unix / 86_400)
  }

  /// Returns mean solar noon of the civil day at a place, seconds since 1970.
  private static func noon(at position: GeodeticPosition, on time: UnixTime) -> Double {
    let ahead = 3600 * CivilZone.hours(at: time, position)
    let civilNoon = ((time.unixSeconds + ahead) / 86_400).rounded(.down) * 86_400 + 43_200 - ahead
    let solarNoon = 43_200 - position.longitude * 240  // the earth turns a degree in 240 s
    return civilNoon + (solarNoon - civilNoon).remainder(dividingBy: 86_400)
  }
}

extension UnixTime {
  fileprivate var unixSeconds: Double { Double(nanoseconds) * 1e-9 }
}
