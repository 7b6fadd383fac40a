public import GNSSBasics

/// The transformation from the service's coordinates to those of a country, with seven parameters (message
/// 1021), or with ten, including a rotation point (message 1022).
///
/// The transformation is Helmert's or Molodenski's abridged one; with a rotation point, that of Molodenski
/// and Badekas. Its residuals may be in ``EllipsoidalGridResiduals`` or ``PlaneGridResiduals`` of the same
/// ``systemID``, and the map's projection in ``MapProjection``.
///
/// Source: RTCM 10403.3, messages 1021 and 1022. Payload: 412 bits, plus eight bits for each character, plus
/// 105 bits for the rotation point.
public struct HelmertTransformation: Hashable, Sendable {
  /// DF144, name of the source coordinate system, at most 31 characters.
  public var sourceName: DescriptorText
  /// DF146, name of the target coordinate system, at most 31 characters.
  public var targetName: DescriptorText
  /// DF147, number of the transformation, `0...255`, repeated in the other messages of the transformation.
  public var systemID: UInt8
  /// DF148, ten flags: the other messages that the transformation uses.
  public var utilizedMessages: UInt16
  /// DF149, tectonic plate: 0 unknown, 7 Eurasia, …, `0...31`.
  public var plateNumber: UInt8 = 0
  /// DF150, computation formula, `0...15`.
  public var computationIndicator: UInt8 = 0
  /// DF151, kind of heights in the result, `0...3`.
  public var heightIndicator: UInt8 = 0
  /// The area in which the transformation is valid.
  public var validity = Validity()
  /// DF156–DF158, translation in metres, resolution 0.001 m, within ±4194.303 m.
  public var translation: ECEFVector
  /// DF159–DF161, rotation about the axes in arc seconds, resolution 0.00002″, within ±42 949.672″.
  public var rotation: ECEFVector
  /// DF162, scale correction in parts per million, resolution 0.00001 ppm, within ±167.772 15 ppm.
  public var scaleCorrection: Double
  /// DF163–DF165, rotation point, metres, resolution 0.001 m, within ±17 179 869.183 m.
  ///
  /// `nil` makes the message a 1021; a point makes it a 1022.
  public var rotationPoint: ECEFPosition?
  /// DF166 and DF167, the ellipsoid of the source.
  public var sourceEllipsoid = Ellipsoid()
  /// DF168 and DF169, the ellipsoid of the target.
  public var targetEllipsoid = Ellipsoid()
  /// DF214, horizontal quality: 0 unknown, 1…6 up to 21, 50, 200, 500, 2000, 5000 mm, 7 worse.
  public var horizontalQuality: UInt8 = 0
  /// DF215, vertical quality, in the classes of DF214.
  public var verticalQuality: UInt8 = 0
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a transformation; see the properties for units.
  public init(
    sourceName: DescriptorText, targetName: DescriptorText, systemID: UInt8,
    utilizedMessages: UInt16 = 0, translation: ECEFVector, rotation: ECEFVector,
    scaleCorrection: Double, rotationPoint: ECEFPosition? = nil
  ) {
    self.sourceName = sourceName
    self.targetName = targetName
    self.systemID = systemID
    self.utilizedMessages = utilizedMessages
    self.translation = translation
    self.rotation = rotation
    self.scaleCorrection = scaleCorrection
    self.rotationPoint = rotationPoint
  }
}

extension HelmertTransformation {
  /// A vector along or about the axes of an earth-centred system; the property that holds it gives the unit.
  public struct ECEFVector: Hashable, Sendable {
    /// The component along or about the axis towards the prime meridian.
    public var x: Double
    /// The component along or about the axis towards 90° east.
    public var y: Double
    /// The component along or about the axis towards the north pole.
    public var z: Double

    /// Creates a vector from its components.
    public init(x: Double = 0, y: Double = 0, z: Double = 0) {
      self.x = x
      self.y = y
      self.z = z
    }
  }

  /// The area in which a transformation is valid.
  public struct Validity: Hashable, Sendable {
    /// DF152, latitude of the area's origin in degrees, resolution 2″.
    public var latitude = 0.0
    /// DF153, longitude of the area's origin in degrees, resolution 2″.
    public var longitude = 0.0
    /// DF154, extension to north and south in degrees, up to 9.1° in steps of 2″; `nil` means "not
    /// available".
    public var northSouthExtension: Double?
    /// DF155, extension to east and west in degrees, up to 9.1° in steps of 2″; `nil` means "not available".
    public var eastWestExtension: Double?

    /// Creates an area; all values are in degrees.
    public init(
      latitude: Double = 0, longitude: Double = 0, northSouthExtension: Double? = nil,
      eastWestExtension: Double? = nil
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.northSouthExtension = northSouthExtension
      self.eastWestExtension = eastWestExtension
    }
  }

  /// An ellipsoid, described by its axes.
  public struct Ellipsoid: Hashable, Sendable {
    /// The semi-major axis in metres, resolution 0.001 m; `nil` means "not available".
    ///
    /// On the wire: uint24 above 6 370 000 m, so up to 6 386 777.215 m.
    public var semiMajorAxis: Double?
    /// The semi-minor axis in metres, resolution 0.001 m; `nil` means "not available".
    ///
    /// On the wire: uint25 above 6 350 000 m, so up to 6 383 554.431 m.
    public var semiMinorAxis: Double?

    /// Creates an ellipsoid from its axes in metres.
    public init(semiMajorAxis: Double? = nil, semiMinorAxis: Double? = nil) {
      self.semiMajorAxis = semiMajorAxis
      self.semiMinorAxis = semiMinorAxis
    }
  }
}

extension HelmertTransformation: FieldFamily {
  /// The message type, DF002: 1022 with a rotation point, otherwise 1021.
  public var messageType: UInt16 { rotationPoint == nil ? 1021 : 1022 }

  /// Creates a message of one of these types, with all fields zero; returns `nil` for any other type.
  public init?(emptyOfType type: UInt16) {
    guard type == 1021 || type == 1022 else { return nil }
    self.init(
      sourceName: "", targetName: "", systemID: 0, translation: ECEFVector(),
      rotation: ECEFVector(), scaleCorrection: 0,
      rotationPoint: type == 1022 ? ECEFPosition(x: 0, y: 0, z: 0) : nil)
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try codeArea(with: &coder)
    try codeParameters(with: &coder)
    try coder.quantity(.df166, &sourceEllipsoid.semiMajorAxis)
    try coder.quantity(.df167, &sourceEllipsoid.semiMinorAxis)
    try coder.quantity(.df168, &targetEllipsoid.semiMajorAxis)
    try coder.quantity(.df169, &targetEllipsoid.semiMinorAxis)
    try coder.integer(.df214, &horizontalQuality)
    try coder.integer(.df215, &verticalQuality)
    try coder.trailing(&trailingBits)
  }

  @_lifetime(coder: copy coder)
  private mutating func codeArea<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.text(count: .df143, characters: .df144, &sourceName)
    try coder.text(count: .df145, characters: .df146, &targetName)
    try coder.integer(.df147, &systemID)
    try coder.integer(.df148, &utilizedMessages)
    try coder.integer(.df149, &plateNumber)
    try coder.integer(.df150, &computationIndicator)
    try coder.integer(.df151, &heightIndicator)
    try coder.quantity(.df152, &validity.latitude)
    try coder.quantity(.df153, &validity.longitude)
    try coder.quantity(.df154, &validity.northSouthExtension)
    try coder.quantity(.df155, &validity.eastWestExtension)
  }

  @_lifetime(coder: copy coder)
  private mutating func codeParameters<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.quantity(.df156, &translation.x)
    try coder.quantity(.df157, &translation.y)
    try coder.quantity(.df158, &translation.z)
    try coder.quantity(.df159, &rotation.x)
    try coder.quantity(.df160, &rotation.y)
    try coder.quantity(.df161, &rotation.z)
    try coder.quantity(.df162, &scaleCorrection)
    guard var point = rotationPoint else { return }
    try coder.quantity(.df163, &point.x)
    try coder.quantity(.df164, &point.y)
    try coder.quantity(.df165, &point.z)
    rotationPoint = point
  }
}
