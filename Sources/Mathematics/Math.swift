#if hasFeature(Embedded)
  // A microcontroller has no C library module to import, so these functions link against any libm.
  @_extern(c, "sin") func sin(_ x: Double) -> Double
  @_extern(c, "cos") func cos(_ x: Double) -> Double
  @_extern(c, "tan") func tan(_ x: Double) -> Double
  @_extern(c, "atan") func atan(_ x: Double) -> Double
  @_extern(c, "atan2") func atan2(_ y: Double, _ x: Double) -> Double
  @_extern(c, "asin") func asin(_ x: Double) -> Double
  @_extern(c, "exp") func exp(_ x: Double) -> Double
  @_extern(c, "log") func log(_ x: Double) -> Double
  @_extern(c, "pow") func pow(_ x: Double, _ y: Double) -> Double
  @_extern(c, "erf") func erf(_ x: Double) -> Double
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The functions of `math.h` that the platform-independent modules need, from whichever C library is
/// available.
///
/// Angles are in radians. Square roots, rounding and fused multiply-add are members of `Double`.
public enum Math {
  /// Returns the sine of an angle.
  @inline(__always) public static func sine(_ angle: Double) -> Double { sin(angle) }
  /// Returns the cosine of an angle.
  @inline(__always) public static func cosine(_ angle: Double) -> Double { cos(angle) }
  /// Returns the tangent of an angle.
  @inline(__always) public static func tangent(_ angle: Double) -> Double { tan(angle) }
  /// Returns the angle in -π/2…π/2 whose tangent is `x`.
  @inline(__always) public static func arcTangent(_ x: Double) -> Double { atan(x) }
  /// Returns the angle in -π…π of the point (`x`, `y`), counted from the positive x axis.
  @inline(__always) public static func arcTangent(y: Double, x: Double) -> Double { atan2(y, x) }
  /// Returns the direction of a level vector, degrees from north over east, `0..<360`.
  @inline(__always) public static func bearing(east: Double, north: Double) -> Double {
    let angle = atan2(east, north).radiansInDegrees
    // An angle just below zero is nearest to 360, which is 0.
    return angle >= 0 ? angle : angle + 360 < 360 ? angle + 360 : 0
  }
  /// Returns the angle in -π/2…π/2 whose sine is `x`; the result is NaN when `x` is outside -1…1.
  @inline(__always) public static func arcSine(_ x: Double) -> Double { asin(x) }
  /// Returns `e` to the power `x`.
  @inline(__always) public static func exponential(_ x: Double) -> Double { exp(x) }
  /// Returns the natural logarithm of `x`.
  @inline(__always) public static func logarithm(_ x: Double) -> Double { log(x) }
  /// Returns `base` to the power `exponent`.
  @inline(__always) public static func power(_ base: Double, _ exponent: Double) -> Double {
    pow(base, exponent)
  }
  /// Returns the Gauss error function of `x`.
  @inline(__always) public static func errorFunction(_ x: Double) -> Double { erf(x) }
}

extension Double {
  /// The value in radians of an angle given in degrees.
  public var degreesInRadians: Double { self * (.pi / 180) }
  /// The value in degrees of an angle given in radians.
  public var radiansInDegrees: Double { self * (180 / .pi) }
}
