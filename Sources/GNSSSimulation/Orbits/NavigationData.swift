internal import RTCMParser

/// A set of clock and Keplerian ephemeris parameters as broadcast: integers, and the values they stand for.
///
/// Only values that a broadcast can carry exist here, so that what is told to a receiver is to the
/// last bit what its satellite flies. Scales are those of IS-GPS-200, tables 20-I and 20-III, and
/// angles are in semicircles, as there; Galileo and BeiDou have the same or finer ones.
struct NavigationData: Hashable, Sendable {
  /// Whose data they are.
  var satellite: SatelliteID
  /// Weeks since 1980 of the system's own time, without wraps, of both reference times.
  var week: Int
  /// Issue of data, clock; its low eight bits are the issue of data, ephemeris.
  var iodc: Int
  /// Time of ephemeris, and of clock, seconds of the week.
  var toe: Int
  /// Group delay of the system's first signal, 2⁻³¹ s.
  var tgd: Int
  /// Clock offset, 2⁻³¹ s.
  var af0: Int
  /// Clock drift, 2⁻⁴³ s/s.
  var af1: Int
  /// Clock ageing, 2⁻⁵⁵ s/s².
  var af2: Int
  /// Mean anomaly, 2⁻³¹ semicircles.
  var m0: Int
  /// Mean motion difference, 2⁻⁴³ semicircles/s.
  var deltaN: Int
  /// Eccentricity, 2⁻³³.
  var eccentricity: Int
  /// Square root of the semi-major axis, 2⁻¹⁹ √m.
  var rootA: Int
  /// Longitude of the ascending node at the start of the week, 2⁻³¹ semicircles.
  var omega0: Int
  /// Rate of right ascension, 2⁻⁴³ semicircles/s.
  var omegaDot: Int
  /// Inclination, 2⁻³¹ semicircles.
  var i0: Int
  /// Rate of inclination, 2⁻⁴³ semicircles/s.
  var idot: Int
  /// Argument of perigee, 2⁻³¹ semicircles.
  var omega: Int
  /// Second-harmonic corrections to the orbit.
  var harmonics: HarmonicCorrections

  /// Issue of data, ephemeris: the low eight bits of the issue of data, clock.
  var iode: Int { iodc & 0xFF }
  /// Time of ephemeris, and of clock.
  var referenceTime: GPSTime {
    GPSTime(week: week, secondsOfWeek: toe + KeplerianSystem(satellite.constellation).delay)
  }
}

extension NavigationData: CustomStringConvertible {
  /// The satellite and the time of the data.
  var description: String { "\(satellite), week \(week), issue \(iodc)" }
}

/// Amplitudes of the second-harmonic corrections to an orbit, as broadcast.
///
/// Source: IS-GPS-200, table 20-III.
struct HarmonicCorrections: Hashable, Sendable {
  /// Cosine correction to the argument of latitude, 2⁻²⁹ rad.
  var cuc: Int
  /// Sine correction to the argument of latitude, 2⁻²⁹ rad.
  var cus: Int
  /// Cosine correction to the radius, 2⁻⁵ m.
  var crc: Int
  /// Sine correction to the radius, 2⁻⁵ m.
  var crs: Int
  /// Cosine correction to the inclination, 2⁻²⁹ rad.
  var cic: Int
  /// Sine correction to the inclination, 2⁻²⁹ rad.
  var cis: Int
}
