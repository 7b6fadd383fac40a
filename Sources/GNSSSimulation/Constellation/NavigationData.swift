internal import RTCMParser
internal import SatelliteOrbits

/// A set of broadcast clock and Keplerian ephemeris parameters, as integers and the values they represent.
///
/// Only values that a broadcast can carry exist here, so that a receiver is sent to the last bit what its
/// satellite follows. Scales are those of IS-GPS-200, tables 20-I and 20-III, and angles are in
/// semicircles as there. Galileo and BeiDou have the same scales or finer ones.
struct NavigationData: Hashable, Sendable {
  /// The satellite that broadcasts the data.
  var satellite: SatelliteID
  /// The week of both reference times, in the system's own time since 1980, without rollover.
  var week: Int
  /// Issue of data, clock; its low eight bits are the issue of data, ephemeris.
  var iodc: Int
  /// The reference time of ephemeris and clock, seconds of the week.
  var toe: Int
  /// The group delay of the system's first signal, 2⁻³¹ s.
  var tgd: Int
  /// The clock offset, 2⁻³¹ s.
  var af0: Int
  /// The clock drift, 2⁻⁴³ s/s.
  var af1: Int
  /// The clock's drift rate, 2⁻⁵⁵ s/s².
  var af2: Int
  /// Mean anomaly, 2⁻³¹ semicircles.
  var m0: Int
  /// Mean motion difference, 2⁻⁴³ semicircles/s.
  var deltaN: Int
  /// The eccentricity, 2⁻³³.
  var eccentricity: Int
  /// Square root of the semi-major axis, 2⁻¹⁹ √m.
  var rootA: Int
  /// Longitude of the ascending node at the start of the week, 2⁻³¹ semicircles.
  var omega0: Int
  /// Rate of right ascension, 2⁻⁴³ semicircles/s.
  var omegaDot: Int
  /// The inclination at the reference time, 2⁻³¹ semicircles.
  var i0: Int
  /// Rate of inclination, 2⁻⁴³ semicircles/s.
  var idot: Int
  /// Argument of perigee, 2⁻³¹ semicircles.
  var omega: Int
  /// Second-harmonic corrections to the orbit.
  var harmonics: HarmonicCorrections

  /// Issue of data, ephemeris: the low eight bits of the issue of data, clock.
  var iode: Int { iodc & 0xFF }
  /// The reference time of ephemeris and clock.
  var referenceTime: GPSTime {
    GPSTime(week: week, secondsOfWeek: toe + KeplerianSystem(satellite.constellation).delay)
  }
}

extension NavigationData: CustomStringConvertible {
  /// The satellite, week and issue of the data.
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

extension BroadcastOrbit {
  /// Creates the orbit of a satellite's data.
  init(_ data: NavigationData) {
    self.init(GPSEphemeris(data), at: data.referenceTime, clockDelay: 0)
  }
}
