/// The transformation from one coordinate system to another that moves against it, by fourteen parameters
/// (message 1301).
///
/// Helmert's seven at the reference epoch, and how much each changes in a year.
///
/// Source: RTCM 10403.4, message 1301. Payload: 362 bits and eight for each character.
public struct TimeDependentTransformation: Hashable, Sendable {
  /// Seven parameters, or the change of each in a year.
  public struct Parameters: Hashable, Sendable {
    /// Translation in metres, or metres per year.
    public var translation: HelmertTransformation.ECEFVector
    /// Rotation about the axes in arc seconds, or arc seconds per year.
    public var rotation: HelmertTransformation.ECEFVector
    /// Scale correction in parts per million, or parts per million per year.
    public var scaleCorrection: Double

    /// Creates parameters.
    public init(
      translation: HelmertTransformation.ECEFVector = .init(),
      rotation: HelmertTransformation.ECEFVector = .init(), scaleCorrection: Double = 0
    ) {
      self.translation = translation
      self.rotation = rotation
      self.scaleCorrection = scaleCorrection
    }
  }

  /// DF144, name of the system to come from, at most 31 characters.
  public var sourceName: DescriptorText
  /// DF146, name of the system to get to, at most 31 characters.
  public var targetName: DescriptorText
  /// DF147, number of the transformation, which its other messages repeat, `0...255`.
  public var systemID: UInt8
  /// DF148, flags of the messages that belong to it as well, of ten bits.
  public var utilizedMessages: UInt16
  /// DF547, when ``parameters`` hold, whole days since 6 January 1980, `0...65535`.
  public var referenceDay: UInt16
  /// DF548–DF554, the parameters at that time.
  ///
  /// Resolutions and limits: 0.001 m, ±4194.303 m; 0.00002″, ±42 949.672″; 0.00001 ppm,
  /// ±167.772 15 ppm.
  public var parameters: Parameters
  /// DF555–DF561, the change of each in a year.
  ///
  /// Resolutions and limits: 0.00002 m/a, ±1.3107 m/a; 0.0000004 ″/a, ±0.026 214 ″/a;
  /// 0.0000002 ppm/a, ±0.001 638 ppm/a.
  public var rates: Parameters
  /// The payload's bits behind its last field.
  public var trailingBits = TrailingBits()

  /// Creates a transformation; see the properties for units.
  public init(
    sourceName: DescriptorText, targetName: DescriptorText, systemID: UInt8,
    utilizedMessages: UInt16 = 0, referenceDay: UInt16, parameters: Parameters, rates: Parameters
  ) {
    self.sourceName = sourceName
    self.targetName = targetName
    self.systemID = systemID
    self.utilizedMessages = utilizedMessages
    self.referenceDay = referenceDay
    self.parameters = parameters
    self.rates = rates
  }

  /// When ``parameters`` hold, as a modified Julian day.
  public var referenceModifiedJulianDay: Int {
    Int(DataField.df547.quantity(of: UInt64(referenceDay)))
  }
}

extension TimeDependentTransformation: FieldList {
  /// DF002.
  public static var messageType: UInt16 { 1301 }

  /// A message whose fields are all zero.
  public init() {
    self.init(
      sourceName: "", targetName: "", systemID: 0, referenceDay: 0, parameters: Parameters(),
      rates: Parameters())
  }

  /// Goes along the fields behind DF002.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.text(count: .df143, characters: .df144, &sourceName)
    try coder.text(count: .df145, characters: .df146, &targetName)
    try coder.integer(.df147, &systemID)
    try coder.integer(.df148, &utilizedMessages)
    try coder.integer(.df547, &referenceDay)
    try codeParameters(with: &coder)
    try codeRates(with: &coder)
    try coder.trailing(&trailingBits)
  }

  @_lifetime(coder: copy coder)
  private mutating func codeParameters<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.quantity(.df548, &parameters.translation.x)
    try coder.quantity(.df549, &parameters.translation.y)
    try coder.quantity(.df550, &parameters.translation.z)
    try coder.quantity(.df551, &parameters.rotation.x)
    try coder.quantity(.df552, &parameters.rotation.y)
    try coder.quantity(.df553, &parameters.rotation.z)
    try coder.quantity(.df554, &parameters.scaleCorrection)
  }

  @_lifetime(coder: copy coder)
  private mutating func codeRates<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.quantity(.df555, &rates.translation.x)
    try coder.quantity(.df556, &rates.translation.y)
    try coder.quantity(.df557, &rates.translation.z)
    try coder.quantity(.df558, &rates.rotation.x)
    try coder.quantity(.df559, &rates.rotation.y)
    try coder.quantity(.df560, &rates.rotation.z)
    try coder.quantity(.df561, &rates.scaleCorrection)
  }
}
