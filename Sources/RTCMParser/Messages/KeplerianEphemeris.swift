/// A broadcast orbit in Keplerian elements with its clock, in the units of the messages.
///
/// All systems except GLONASS and SBAS broadcast their orbits this way. Angles are in semicircles of
/// ``GPSEphemeris/pi`` radians.
public protocol KeplerianEphemeris: WeeklyEphemeris {
  /// The satellite's ID in the messages of its system.
  var satelliteID: UInt8 { get }
  /// The broadcast week number.
  var week: UInt16 { get set }
  /// toe, ephemeris reference time, seconds of the week.
  var referenceTime: Double { get set }
  /// toc, clock reference time, seconds of the week.
  var clockReferenceTime: Double { get set }
  /// af0, clock offset at toc, s.
  var af0: Double { get set }
  /// af1, clock drift, s/s.
  var af1: Double { get set }
  /// af2, clock drift rate, s/s².
  var af2: Double { get set }
  /// √A, square root of the semi-major axis, √m.
  var squareRootOfSemiMajorAxis: Double { get set }
  /// e, eccentricity of the orbit.
  var eccentricity: Double { get set }
  /// Δn, mean motion difference, semicircles/s.
  var meanMotionDifference: Double { get set }
  /// M0, mean anomaly at toe, semicircles.
  var meanAnomaly: Double { get set }
  /// Ω0, longitude of the ascending node at the start of the week, semicircles.
  var ascendingNode: Double { get set }
  /// Rate of right ascension, semicircles/s.
  var ascensionRate: Double { get set }
  /// i0, inclination at toe, semicircles.
  var inclination: Double { get set }
  /// Rate of inclination, semicircles/s.
  var inclinationRate: Double { get set }
  /// ω, argument of perigee, semicircles.
  var argumentOfPerigee: Double { get set }
  /// Cosine correction to the argument of latitude, rad.
  var cuc: Double { get set }
  /// Sine correction to the argument of latitude, rad.
  var cus: Double { get set }
  /// Cosine correction to the radius, m.
  var crc: Double { get set }
  /// Sine correction to the radius, m.
  var crs: Double { get set }
  /// Cosine correction to the inclination, rad.
  var cic: Double { get set }
  /// Sine correction to the inclination, rad.
  var cis: Double { get set }
  /// The constants that the system prescribes for computing an orbit from the elements.
  static var orbitConstants: OrbitConstants { get }
}

/// The constants that a system prescribes for orbit computation; they differ slightly between systems.
public struct OrbitConstants: Hashable, Sendable {
  /// μ, the Earth's gravitational parameter, m³/s².
  public let gravitationalParameter: Double
  /// The Earth's rotation rate, rad/s.
  public let earthRotationRate: Double
  /// F, factor of the relativistic clock correction, s/√m.
  public let relativisticFactor: Double

  /// The constants of GPS, QZSS and NavIC.
  ///
  /// Source: IS-GPS-200, 20.3.3.3.3.1 and table 20-IV; IS-QZSS-PNT, 5.5; ISRO-IRNSS-ICD-SPS-1.1, appendix A.
  public static let gps = OrbitConstants(
    gravitationalParameter: 3.986005e14, earthRotationRate: 7.2921151467e-5,
    relativisticFactor: -4.442807633e-10)
  /// The constants of Galileo.
  ///
  /// Source: Galileo OS SIS ICD 2.1, 5.1.1 and 5.1.4.
  public static let galileo = OrbitConstants(
    gravitationalParameter: 3.986004418e14, earthRotationRate: 7.2921151467e-5,
    relativisticFactor: -4.442807309e-10)
  /// The constants of BeiDou.
  ///
  /// Source: BDS-SIS-ICD-B1I-3.0, 5.2.4.10 and 5.2.4.12.
  public static let beidou = OrbitConstants(
    gravitationalParameter: 3.986004418e14, earthRotationRate: 7.292115e-5,
    relativisticFactor: -4.442807309e-10)
}

extension GPSEphemeris: KeplerianEphemeris {
  /// The constants of IS-GPS-200.
  public static var orbitConstants: OrbitConstants { .gps }
}

extension QZSSEphemeris: KeplerianEphemeris {
  /// The constants of GPS.
  public static var orbitConstants: OrbitConstants { .gps }
}

extension NavICEphemeris: KeplerianEphemeris {
  /// The constants of GPS.
  public static var orbitConstants: OrbitConstants { .gps }
}

extension GalileoEphemeris: KeplerianEphemeris {
  /// The constants of Galileo.
  public static var orbitConstants: OrbitConstants { .galileo }
}

extension BeiDouEphemeris: KeplerianEphemeris {
  /// The constants of BeiDou.
  public static var orbitConstants: OrbitConstants { .beidou }
}
