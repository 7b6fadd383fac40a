/// The method of interpolation in a grid of residuals, and the quality of the result (messages 1023 and
/// 1024).
public struct GridUse: Hashable, Sendable {
  /// A method of interpolation between the points of a grid.
  public enum Interpolation: UInt8, Hashable, Sendable {
    // Cases are in the order of the field's numbers.
    case bilinear, biquadratic, bispline, reserved
  }

  /// DF212, interpolation method of horizontal residuals.
  public var horizontalInterpolation: Interpolation
  /// DF213, interpolation method of vertical residuals.
  public var verticalInterpolation: Interpolation
  /// DF216, horizontal quality: 0 unknown, 1…6 up to 10, 20, 50, 100, 200, 500 mm, 7 worse.
  public var horizontalQuality: UInt8
  /// DF217, vertical quality, in the classes of DF216.
  public var verticalQuality: UInt8
  /// DF051, the day on which the grid was made, a modified Julian day.
  public var modifiedJulianDay: UInt16

  /// Creates a description of a grid's interpolation, quality and date.
  public init(
    horizontalInterpolation: Interpolation = .bilinear,
    verticalInterpolation: Interpolation = .bilinear, horizontalQuality: UInt8 = 0,
    verticalQuality: UInt8 = 0, modifiedJulianDay: UInt16 = 0
  ) {
    self.horizontalInterpolation = horizontalInterpolation
    self.verticalInterpolation = verticalInterpolation
    self.horizontalQuality = horizontalQuality
    self.verticalQuality = verticalQuality
    self.modifiedJulianDay = modifiedJulianDay
  }
}

extension GridUse {
  /// The number of points of a grid: four rows of four.
  public static var pointCount: Int { 16 }

  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    var (horizontal, vertical) = (horizontalInterpolation.rawValue, verticalInterpolation.rawValue)
    try coder.integer(.df212, &horizontal)
    try coder.integer(.df213, &vertical)
    // DF212 and DF213 have two bits, so each of their values has a case.
    horizontalInterpolation = Interpolation(rawValue: horizontal) ?? .reserved
    verticalInterpolation = Interpolation(rawValue: vertical) ?? .reserved
    try coder.integer(.df216, &horizontalQuality)
    try coder.integer(.df217, &verticalQuality)
    try coder.integer(.df051, &modifiedJulianDay)
  }
}
