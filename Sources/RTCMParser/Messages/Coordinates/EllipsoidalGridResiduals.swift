/// The residuals of a transformation at the points of a grid of latitudes and longitudes (message 1023).
///
/// Source: RTCM 10403.3, message 1023. Payload: 578 bits.
public struct EllipsoidalGridResiduals: Hashable, Sendable {
  /// The residuals at one grid point, after subtraction of the mean offsets.
  public struct Point: Hashable, Sendable {
    /// DF199, residual of the latitude, arc seconds, within ±0.007 65″ in steps of 0.000 03″.
    public var latitude: Double
    /// DF200, residual of the longitude, arc seconds, within ±0.007 65″ in steps of 0.000 03″.
    public var longitude: Double
    /// DF201, residual of the height, metres, within ±0.255 m in steps of 0.001 m.
    public var height: Double

    /// Creates residuals, in arc seconds and metres.
    public init(latitude: Double = 0, longitude: Double = 0, height: Double = 0) {
      self.latitude = latitude
      self.longitude = longitude
      self.height = height
    }
  }

  /// DF147, number of the transformation that the grid belongs to, `0...255`.
  public var systemID: UInt8
  /// DF190, whether positions are to be shifted.
  public var hasHorizontalShift = true
  /// DF191, whether heights are to be shifted.
  public var hasVerticalShift = true
  /// DF192, latitude of the grid's origin in degrees, resolution 0.5″.
  public var originLatitude: Double
  /// DF193, longitude of the grid's origin in degrees, resolution 0.5″.
  public var originLongitude: Double
  /// DF194, extension of the grid to north and south, degrees, up to 0.568 75° in steps of 0.5″; `nil` means
  /// "not available".
  public var northSouthExtension: Double?
  /// DF195, extension of the grid to east and west, degrees, up to 0.568 75° in steps of 0.5″; `nil` means
  /// "not available".
  public var eastWestExtension: Double?
  /// DF196, mean offset of latitudes in arc seconds, within ±0.127″ in steps of 0.001″.
  public var meanLatitudeOffset = 0.0
  /// DF197, mean offset of longitudes in arc seconds, within ±0.127″ in steps of 0.001″.
  public var meanLongitudeOffset = 0.0
  /// DF198, mean offset of heights in metres, within ±163.83 m in steps of 0.01 m.
  public var meanHeightOffset = 0.0
  /// The sixteen grid points in the message's order.
  ///
  /// Any other number of points traps.
  public var points: [Point] {
    didSet { precondition(points.count == GridUse.pointCount, "a grid has sixteen points") }
  }
  /// DF212, DF213, DF216, DF217 and DF051: interpolation methods, quality and date of the grid.
  public var use = GridUse()
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a grid; extensions are in degrees.
  ///
  /// A number of points other than sixteen traps.
  public init(
    systemID: UInt8, originLatitude: Double, originLongitude: Double, northSouthExtension: Double?,
    eastWestExtension: Double?, points: [Point]
  ) {
    precondition(points.count == GridUse.pointCount, "a grid has sixteen points")
    self.systemID = systemID
    self.originLatitude = originLatitude
    self.originLongitude = originLongitude
    self.northSouthExtension = northSouthExtension
    self.eastWestExtension = eastWestExtension
    self.points = points
  }
}

extension EllipsoidalGridResiduals: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1023 }

  /// Creates a message whose fields are all zero, except the shift flags DF190 and DF191, which are set.
  public init() {
    self.init(
      systemID: 0, originLatitude: 0, originLongitude: 0, northSouthExtension: nil,
      eastWestExtension: nil, points: Array(repeating: Point(), count: GridUse.pointCount))
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df147, &systemID)
    try coder.flag(.df190, &hasHorizontalShift)
    try coder.flag(.df191, &hasVerticalShift)
    try coder.quantity(.df192, &originLatitude)
    try coder.quantity(.df193, &originLongitude)
    try coder.quantity(.df194, &northSouthExtension)
    try coder.quantity(.df195, &eastWestExtension)
    try coder.quantity(.df196, &meanLatitudeOffset)
    try coder.quantity(.df197, &meanLongitudeOffset)
    try coder.quantity(.df198, &meanHeightOffset)
    for index in points.indices {
      coder.beginGroup("grid_point", satelliteID: nil)
      try coder.quantity(.df199, &points[index].latitude)
      try coder.quantity(.df200, &points[index].longitude)
      try coder.quantity(.df201, &points[index].height)
      coder.endGroup()
    }
    try use.code(with: &coder)
    try coder.trailing(&trailingBits)
  }
}
