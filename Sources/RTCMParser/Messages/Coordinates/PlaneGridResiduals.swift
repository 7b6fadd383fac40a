/// The residuals of a transformation at the points of a grid of northings and eastings (message 1024).
///
/// Source: RTCM 10403.3, message 1024. Payload: 590 bits.
public struct PlaneGridResiduals: Hashable, Sendable {
  /// The residuals at one grid point, after subtraction of the mean offsets.
  public struct Point: Hashable, Sendable {
    /// DF209, residual of the northing, metres, within ±0.255 m in steps of 0.001 m.
    public var northing: Double
    /// DF210, residual of the easting, metres, within ±0.255 m in steps of 0.001 m.
    public var easting: Double
    /// DF211, residual of the height, metres, within ±0.255 m in steps of 0.001 m.
    public var height: Double

    /// Creates residuals in metres.
    public init(northing: Double = 0, easting: Double = 0, height: Double = 0) {
      self.northing = northing
      self.easting = easting
      self.height = height
    }
  }

  /// DF147, number of the transformation that the grid belongs to, `0...255`.
  public var systemID: UInt8
  /// DF190, whether positions are to be shifted.
  public var hasHorizontalShift = true
  /// DF191, whether heights are to be shifted.
  public var hasVerticalShift = true
  /// DF202, northing of the grid's origin in metres, within ±167 772 150 m in steps of 10 m.
  public var originNorthing: Double
  /// DF203, easting of the grid's origin in metres, `0...671_088_630` in steps of 10.
  public var originEasting: Double
  /// DF204, extension of the grid to north and south, metres, up to 40 950 m in steps of 10 m; `nil` means
  /// "not available".
  public var northSouthExtension: Double?
  /// DF205, extension of the grid to east and west, metres, up to 40 950 m in steps of 10 m; `nil` means "not
  /// available".
  public var eastWestExtension: Double?
  /// DF206, mean offset of northings in metres, within ±5.11 m in steps of 0.01 m.
  public var meanNorthingOffset = 0.0
  /// DF207, mean offset of eastings in metres, within ±5.11 m in steps of 0.01 m.
  public var meanEastingOffset = 0.0
  /// DF208, mean offset of heights in metres, within ±163.83 m in steps of 0.01 m.
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

  /// Creates a grid; lengths are in metres.
  ///
  /// A number of points other than sixteen traps.
  public init(
    systemID: UInt8, originNorthing: Double, originEasting: Double, northSouthExtension: Double?,
    eastWestExtension: Double?, points: [Point]
  ) {
    precondition(points.count == GridUse.pointCount, "a grid has sixteen points")
    self.systemID = systemID
    self.originNorthing = originNorthing
    self.originEasting = originEasting
    self.northSouthExtension = northSouthExtension
    self.eastWestExtension = eastWestExtension
    self.points = points
  }
}

extension PlaneGridResiduals: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1024 }

  /// Creates a message whose fields are all zero, except the shift flags DF190 and DF191, which are set.
  public init() {
    self.init(
      systemID: 0, originNorthing: 0, originEasting: 0, northSouthExtension: nil,
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
    try coder.quantity(.df202, &originNorthing)
    try coder.quantity(.df203, &originEasting)
    try coder.quantity(.df204, &northSouthExtension)
    try coder.quantity(.df205, &eastWestExtension)
    try coder.quantity(.df206, &meanNorthingOffset)
    try coder.quantity(.df207, &meanEastingOffset)
    try coder.quantity(.df208, &meanHeightOffset)
    for index in points.indices {
      coder.beginGroup("grid_point", satelliteID: nil)
      try coder.quantity(.df209, &points[index].northing)
      try coder.quantity(.df210, &points[index].easting)
      try coder.quantity(.df211, &points[index].height)
      coder.endGroup()
    }
    try use.code(with: &coder)
    try coder.trailing(&trailingBits)
  }
}
