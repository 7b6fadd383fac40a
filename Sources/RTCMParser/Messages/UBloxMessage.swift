/// The proprietary message of u-blox, for receivers on a moving base (message 4072).
///
/// Only the sub-type is public: 0 is the reference station's position, velocity and time; 1 is further
/// information about the reference station. The remaining bits are kept undecoded.
///
/// Source: u-blox interface descriptions, list of RTCM messages. Payload: 24 bits, plus the data.
public struct UBloxMessage: Hashable, Sendable {
  /// The twelve bits after DF002, `0...4095`, such as 1 for the message that u-blox calls 4072.1.
  public var subtype: UInt16
  /// The bits after the sub-type.
  private(set) var trailingBits = TrailingBits()

  /// Creates a message from its sub-type and the bytes after it.
  public init(subtype: UInt16, data: [UInt8] = []) {
    self.subtype = subtype
    trailingBits = TrailingBits(bytes: data)
  }

  /// The bytes after the sub-type.
  public var data: [UInt8] { trailingBits.bytes }
}

extension UBloxMessage: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 4072 }

  /// Creates a message whose fields are all zero.
  public init() { self.init(subtype: 0) }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.ubloxSubtype, &subtype)
    try coder.trailing(&trailingBits)
  }
}

extension DataField {
  /// The sub-type field of u-blox, which has no number in the standard.
  static var ubloxSubtype: Self { .init(0, "subtype", .unsigned, 12) }
}
