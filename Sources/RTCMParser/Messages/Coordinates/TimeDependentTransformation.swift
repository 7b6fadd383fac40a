/// The transformation between coordinate systems that move against each other, with fourteen parameters
/// (message 1301).
///
/// The parameters are Helmert's seven at the reference epoch, and the change of each per year.
///
/// Source: RTCM 10403.4, message 1301. Payload: 362 bits, plus eight bits for each character.
public struct TimeDependentTransformation: Hashable, Sendable {
  /// Helmert's seven parameters, or the change of each per year.
  public struct Parameters: Hashable, Sendable {
    /// The translation in metres, or metres per year.
    public var translation: HelmertTransformation.ECEFVector
    /// The rotation about the axes in arc seconds, or arc seconds per year.
    public var rotation: HelmertTransformation.ECEFVector
    /// The scale correction in parts per million, or parts per million per year.
    public var scaleCorrection: Double

    /// Creates parameters, or their changes per year.
    public init(
      translation: HelmertTransformation.ECEFVector = .init(),
      rotation: HelmertTransformation.ECEFVector = .init(), scaleCorrection: Double = 0
    ) {
      self.translation = translation
      self.rotation = rotation
      self.scaleCorrection = scaleCorrection
    }
  }

  /// DF144, name of the source coordinate system, at most 31 characters.
  public var sourceName: DescriptorText
  /// DF146, name of the target coordinate system, at most 31 characters.
  public var targetName: DescriptorText
  /// DF147, number of the transformation, `0...255`, repeated in the other messages of the transformation.
  public var systemID: UInt8
  /// DF148, ten flags: the other messages that the transformation uses.
  public var utilizedMessages: UInt16
  /// DF547, reference day of ``parameters``, whole days since 6 January 1980, `0...65535`.
  public var referenceDay: UInt16
  /// DF548–DF554, the parameters on the reference day.
  ///
  /// Resolutions and limits: 0.001 m, ±4194.303 m; 0.00002″, ±42 949.672″; 0.00001 ppm,
  /// ±167.772 15 ppm.
  public var parameters: Parameters
  /// DF555–DF561, the change of each parameter per year.
  ///
  /// Resolutions and limits: 0.00002 m/a, ±1.3107 m/a; 0.0000004 ″/a, ±0.026 214 ″/a;
  /// 0.0000002 ppm/a, ±0.001 638 ppm/a.
  public var rates: Parameters
  /// The payload's bits after its last field.
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

  /// The reference day of ``parameters`` as a modified Julian day.
  public var referenceModifiedJulianDay: Int {
    Int(DataField.df547.quantity(of: UInt64(referenceDay)))
  }
}

extension TimeDependentTransformation: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1301 }

  /// Creates a message whose fields are all zero.
  public init() {
    self.init(
      sourceName: "", targetName: "", systemID: 0, referenceDay: 0, parameters: Parameters(),
      rates: Parameters())
  }

  /// Codes the message's fields after DF002, in their order on the wire.
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
