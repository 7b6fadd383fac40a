/// A station's GLONASS code-phase biases: the offsets between pseudoranges and phaseranges (message 1230).
///
/// Source: RTCM 10403.3, table 3.5-96. Payload: 32 bits, plus 16 bits for each signal in the mask.
public struct GLONASSCodePhaseBiases: Hashable, Sendable {
  /// A set of GLONASS signals, encoded as in DF422.
  public struct SignalMask: OptionSet, Hashable, Sendable {
    /// The mask's four bits; L1 C/A is the highest.
    public var rawValue: UInt8
    /// Creates a mask from its four bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The C/A code on L1.
    public static var l1CA: Self { Self(rawValue: 8) }
    /// The P code on L1.
    public static var l1P: Self { Self(rawValue: 4) }
    /// The C/A code on L2.
    public static var l2CA: Self { Self(rawValue: 2) }
    /// The P code on L2.
    public static var l2P: Self { Self(rawValue: 1) }
  }

  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF421, whether the observations are already corrected by these biases.
  public var isAligned: Bool
  /// DF001, three reserved bits.
  public var reserved: UInt8 = 0
  /// DF422, the signals whose biases the message holds.
  public var signalMask: SignalMask
  /// DF423, the bias of L1 C/A in metres; `nil` means "not available" or not in the mask.
  ///
  /// On the wire: int16, resolution 0.02 m, so within ±655.34 m. The other three biases have the same format.
  public var l1CA: Double?
  /// DF424, the bias of L1 P in metres; `nil` means "not available" or not in the mask.
  public var l1P: Double?
  /// DF425, the bias of L2 C/A in metres; `nil` means "not available" or not in the mask.
  public var l2CA: Double?
  /// DF426, the bias of L2 P in metres; `nil` means "not available" or not in the mask.
  public var l2P: Double?
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message; the mask contains the signals whose biases are not `nil`.
  public init(
    stationID: UInt16, isAligned: Bool, l1CA: Double? = nil, l1P: Double? = nil,
    l2CA: Double? = nil, l2P: Double? = nil
  ) {
    self.stationID = stationID
    self.isAligned = isAligned
    self.l1CA = l1CA
    self.l1P = l1P
    self.l2CA = l2CA
    self.l2P = l2P
    signalMask = []
    if l1CA != nil { signalMask.insert(.l1CA) }
    if l1P != nil { signalMask.insert(.l1P) }
    if l2CA != nil { signalMask.insert(.l2CA) }
    if l2P != nil { signalMask.insert(.l2P) }
  }
}

extension GLONASSCodePhaseBiases: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1230 }

  /// Creates a message whose fields are all zero.
  public init() { self.init(stationID: 0, isAligned: false) }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df003, &stationID)
    try coder.flag(.df421, &isAligned)
    try coder.integer(.df001(bits: 3), &reserved)
    try coder.integer(.df422, &signalMask.rawValue)
    if signalMask.contains(.l1CA) { try coder.quantity(.df423, &l1CA) }
    if signalMask.contains(.l1P) { try coder.quantity(.df424, &l1P) }
    if signalMask.contains(.l2CA) { try coder.quantity(.df425, &l2CA) }
    if signalMask.contains(.l2P) { try coder.quantity(.df426, &l2P) }
    try coder.trailing(&trailingBits)
  }
}
