public import RTCMParser

/// One set of GPS clock and ephemeris parameters as broadcast: integers, and what they stand for.
///
/// Only values that a broadcast can carry exist here, so that what is told to a receiver is to the
/// last bit what its satellite flies. Scales are those of IS-GPS-200, tables 20-I and 20-III, and
/// angles are in semicircles, as there.
public struct NavigationData: Hashable, Sendable {
  /// Satellite number, 1...32.
  public var prn: Int
  /// Weeks since 1980, without wraps, of both reference times.
  public var week: Int
  /// Issue of data, clock; its low eight bits are the issue of data, ephemeris.
  public var iodc: Int
  /// Time of ephemeris, and of clock, in units of 16 s.
  public var toe16: Int
  /// Group delay, 2⁻³¹ s.
  public var tgd: Int
  /// Clock offset, 2⁻³¹ s.
  public var af0: Int
  /// Clock drift, 2⁻⁴³ s/s.
  public var af1: Int
  /// Clock ageing, 2⁻⁵⁵ s/s².
  public var af2: Int
  /// Mean anomaly, 2⁻³¹ semicircles.
  public var m0: Int
  /// Mean motion difference, 2⁻⁴³ semicircles/s.
  public var deltaN: Int
  /// Eccentricity, 2⁻³³.
  public var eccentricity: Int
  /// Square root of the semi-major axis, 2⁻¹⁹ √m.
  public var rootA: Int
  /// Longitude of the ascending node at the start of the week, 2⁻³¹ semicircles.
  public var omega0: Int
  /// Rate of right ascension, 2⁻⁴³ semicircles/s.
  public var omegaDot: Int
  /// Inclination, 2⁻³¹ semicircles.
  public var i0: Int
  /// Rate of inclination, 2⁻⁴³ semicircles/s.
  public var idot: Int
  /// Argument of perigee, 2⁻³¹ semicircles.
  public var omega: Int
  /// Second-harmonic corrections to the orbit.
  public var harmonics: HarmonicCorrections

  /// Issue of data, ephemeris: the low eight bits of the issue of data, clock.
  public var iode: Int { iodc & 0xFF }
  /// Time of ephemeris, and of clock.
  public var referenceTime: GPSTime { GPSTime(week: week, secondsOfWeek: toe16 * 16) }
}

extension NavigationData: CustomStringConvertible {
  /// Which satellite's data these are, and of when.
  public var description: String { "PRN \(prn), week \(week), issue \(iodc)" }
}

/// Amplitudes of the second-harmonic corrections to a GPS orbit, as broadcast.
///
/// Source: IS-GPS-200, table 20-III.
public struct HarmonicCorrections: Hashable, Sendable {
  /// Cosine correction to the argument of latitude, 2⁻²⁹ rad.
  public var cuc: Int
  /// Sine correction to the argument of latitude, 2⁻²⁹ rad.
  public var cus: Int
  /// Cosine correction to the radius, 2⁻⁵ m.
  public var crc: Int
  /// Sine correction to the radius, 2⁻⁵ m.
  public var crs: Int
  /// Cosine correction to the inclination, 2⁻²⁹ rad.
  public var cic: Int
  /// Sine correction to the inclination, 2⁻²⁹ rad.
  public var cis: Int
}
