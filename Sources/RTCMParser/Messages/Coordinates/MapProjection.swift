/// A map projection (messages 1025–1027).
///
/// Source: RTCM 10403.3, messages 1025, 1026 and 1027. Payload: 196 bits (1025), 234 (1026) or 258 (1027).
public struct MapProjection: Hashable, Sendable {
  /// DF147, number of the transformation that the projection belongs to, `0...255`.
  public var systemID: UInt8
  /// DF170, method of projection.
  public var method: Method
  /// The parameters of the projection; their case determines the message type.
  public var parameters: Parameters
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a projection from its fields.
  public init(systemID: UInt8, method: Method, parameters: Parameters) {
    self.systemID = systemID
    self.method = method
    self.parameters = parameters
  }
}

extension MapProjection {
  /// A method of projection, encoded as in DF170; numbers without a name here are preserved.
  public struct Method: RawRepresentable, Hashable, Sendable {
    /// The number of the method in DF170, `0...63`.
    public var rawValue: UInt8
    /// Creates a method from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// An unknown method, or no projection.
    public static var unknown: Self { Self(rawValue: 0) }
    /// The transverse Mercator projection.
    public static var transverseMercator: Self { Self(rawValue: 1) }
    /// The transverse Mercator projection, south orientated.
    public static var transverseMercatorSouth: Self { Self(rawValue: 2) }
    /// The Lambert conic conformal projection with one standard parallel.
    public static var lambertConic1: Self { Self(rawValue: 3) }
    /// The Lambert conic conformal projection with two standard parallels.
    public static var lambertConic2: Self { Self(rawValue: 4) }
    /// The Lambert conic conformal projection, west orientated.
    public static var lambertConicWest: Self { Self(rawValue: 5) }
    /// The Cassini-Soldner projection.
    public static var cassiniSoldner: Self { Self(rawValue: 6) }
  }

  /// The parameters of a projection.
  public enum Parameters: Hashable, Sendable {
    /// The parameters of message 1025: any method except the two below.
    case naturalOrigin(NaturalOrigin)
    /// The parameters of message 1026: Lambert conic conformal with two standard parallels.
    case standardParallels(StandardParallels)
    /// The parameters of message 1027: oblique Mercator.
    case obliqueMercator(ObliqueMercator)
  }

  /// The parameters of most projections (message 1025).
  public struct NaturalOrigin: Hashable, Sendable {
    /// DF171, latitude of the natural origin in degrees, resolution 0.000000011°.
    public var latitude = 0.0
    /// DF172, longitude of the natural origin in degrees, resolution 0.000000011°.
    public var longitude = 0.0
    /// DF173, scale factor at the natural origin, `0.993...1.003_737` in steps of 10⁻¹¹.
    public var scaleFactor = 1.0
    /// DF174, false easting in metres, `0...68_719_476.735` in steps of 0.001.
    public var falseEasting = 0.0
    /// DF175, false northing in metres, `±17_179_869.183` in steps of 0.001.
    public var falseNorthing = 0.0

    /// Creates parameters of a natural origin at 0° with a scale factor of 1.
    public init() {}
  }

  /// The parameters of Lambert's projection with two standard parallels (message 1026).
  public struct StandardParallels: Hashable, Sendable {
    /// DF176, latitude of the false origin in degrees, resolution 0.000000011°.
    public var latitude = 0.0
    /// DF177, longitude of the false origin in degrees, resolution 0.000000011°.
    public var longitude = 0.0
    /// DF178, latitude of the first standard parallel in degrees, resolution 0.000000011°.
    public var standardParallel1 = 0.0
    /// DF179, latitude of the second standard parallel in degrees, resolution 0.000000011°.
    public var standardParallel2 = 0.0
    /// DF180, easting of the false origin in metres, `0...68_719_476.735` in steps of 0.001.
    public var easting = 0.0
    /// DF181, northing of the false origin in metres, `±17_179_869.183` in steps of 0.001.
    public var northing = 0.0

    /// Creates parameters of a false origin at 0°.
    public init() {}
  }

  /// The parameters of the oblique Mercator projection (message 1027).
  public struct ObliqueMercator: Hashable, Sendable {
    /// DF182, whether the coordinates are rectified.
    public var isRectified = false
    /// DF183, latitude of the projection centre in degrees, resolution 0.000000011°.
    public var latitude = 0.0
    /// DF184, longitude of the projection centre in degrees, resolution 0.000000011°.
    public var longitude = 0.0
    /// DF185, azimuth of the initial line in degrees, `0...360` in steps of 0.000000011°.
    public var azimuth = 0.0
    /// DF186, angle from the rectified to the skew grid less the azimuth, degrees, within ±0.369°.
    public var skewDifference = 0.0
    /// DF187, scale factor on the initial line, `0.993...1.003_737` in steps of 10⁻¹¹.
    public var scaleFactor = 1.0
    /// DF188, easting of the projection centre in metres, `0...68_719_476.735` in steps of 0.001.
    public var easting = 0.0
    /// DF189, northing of the projection centre in metres, `±17_179_869.183` in steps of 0.001.
    public var northing = 0.0

    /// Creates parameters of a projection centre at 0° with a scale factor of 1.
    public init() {}
  }
}
