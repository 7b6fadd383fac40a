/// The fields of one satellite in messages 1001–1004 and 1009–1012, as integers in the steps of the wire.
///
/// ``LegacyObservation`` has the same values in metres. Fields that the message type does not have are not
/// sent.
public struct LegacySatellite: Hashable, Sendable {
  /// The L1 fields of a satellite.
  public struct L1: Hashable, Sendable {
    /// DF010 or DF039: 0 is C/A, 1 is P.
    public var codeIndicator: UInt8 = 0
    /// DF011 or DF041, pseudorange less whole ambiguities, steps of 0.02 m; `nil` means "not available".
    public var pseudorange: UInt32?
    /// DF012 or DF042, phaserange less pseudorange, steps of 0.0005 m; `nil` means "not available".
    public var phaserangeDifference: Int32?
    /// DF013 or DF043, lock time indicator, `0...127`.
    public var lockTimeIndicator: UInt8 = 0
    /// DF014 or DF044, number of whole moduli left out of ``pseudorange``.
    ///
    /// The modulus is 299 792.458 m and the range `0...255` for GPS; for GLONASS 599 584.916 m and `0...127`.
    public var ambiguity: UInt8 = 0
    /// DF015 or DF045, carrier-to-noise ratio in steps of 0.25 dB-Hz; `nil` means "not available".
    public var cnr: UInt8?

    /// Creates L1 fields that are not available.
    public init() {}
  }

  /// The L2 fields of a satellite.
  public struct L2: Hashable, Sendable {
    /// DF016, GPS: 0 is C/A or L2C, 1 P, 2 P by cross-correlation, 3 P by correlation.
    ///
    /// DF046, GLONASS: 0 is C/A, 1 is P.
    public var codeIndicator: UInt8 = 0
    /// DF017 or DF047, pseudorange less that of L1, steps of 0.02 m; `nil` means "not available".
    public var pseudorangeDifference: Int16?
    /// DF018 or DF048, phaserange less L1's pseudorange, steps of 0.0005 m; `nil` means "not available".
    public var phaserangeDifference: Int32?
    /// DF019 or DF049, lock time indicator, `0...127`.
    public var lockTimeIndicator: UInt8 = 0
    /// DF020 or DF050, carrier-to-noise ratio in steps of 0.25 dB-Hz; `nil` means "not available".
    public var cnr: UInt8?

    /// Creates L2 fields that are not available.
    public init() {}
  }

  /// The satellite ID: GPS `1...32` or SBAS PRN less 80 from 40 on (DF009), GLONASS slot number `1...24`
  /// (DF038).
  public var id: UInt8
  /// DF040, GLONASS only: frequency channel plus 7.
  public var frequencyChannelIndicator: UInt8 = 7
  /// The observations on L1.
  public var l1 = L1()
  /// The observations on L2, used in message types with L2.
  public var l2 = L2()

  /// Creates a satellite whose observations are not available, with GLONASS frequency channel 0.
  public init(id: UInt8) { self.id = id }

  /// The GLONASS frequency channel; the field holds `-7...24`, the standard's channels are `-7...13`.
  public var glonassFrequencyChannel: Int { Int(frequencyChannelIndicator) - 7 }
}

extension LegacySatellite {
  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder, type: LegacyObservationType
  ) throws(Coder.Failure) {
    let fields = LegacyFields(type)
    try coder.integer(fields.satelliteID, &id)
    try coder.integer(fields.l1CodeIndicator, &l1.codeIndicator)
    if let field = fields.frequencyChannel { try coder.integer(field, &frequencyChannelIndicator) }
    try coder.integer(fields.l1Pseudorange, &l1.pseudorange)
    try coder.integer(fields.l1PhaserangeDifference, &l1.phaserangeDifference)
    try coder.integer(fields.l1LockTimeIndicator, &l1.lockTimeIndicator)
    if type.isExtended {
      try coder.integer(fields.ambiguity, &l1.ambiguity)
      try coder.integer(fields.l1CNR, &l1.cnr)
    }
    guard type.hasL2 else { return }
    try coder.integer(fields.l2CodeIndicator, &l2.codeIndicator)
    try coder.integer(fields.l2PseudorangeDifference, &l2.pseudorangeDifference)
    try coder.integer(fields.l2PhaserangeDifference, &l2.phaserangeDifference)
    try coder.integer(fields.l2LockTimeIndicator, &l2.lockTimeIndicator)
    if type.isExtended { try coder.integer(fields.l2CNR, &l2.cnr) }
  }
}
