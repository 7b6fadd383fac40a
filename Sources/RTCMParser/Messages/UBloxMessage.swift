/// A message of u-blox's own, for receivers on a moving base (message 4072).
///
/// Only the sub-type is public: 0 is the reference station's position, velocity and time, 1 further
/// information about it. The rest is kept as it is.
///
/// Source: u-blox interface descriptions, list of RTCM messages. Payload: 24 bits and the data.
public struct UBloxMessage: Hashable, Sendable {
  /// The twelve bits behind DF002, `0...4095`, such as 1 for what u-blox calls 4072.1.
  public var subtype: UInt16
  /// The bits behind the sub-type.
  private(set) var trailingBits = TrailingBits()

  /// Creates a message from its sub-type and the bytes behind it.
  public init(subtype: UInt16, data: [UInt8] = []) {
    self.subtype = subtype
    trailingBits = TrailingBits(bytes: data)
  }

  /// The bytes behind the sub-type.
  public var data: [UInt8] { trailingBits.bytes }
}

extension UBloxMessage: FieldList {
  /// DF002.
  public static var messageType: UInt16 { 4072 }

  /// A message whose fields are all zero.
  public init() { self.init(subtype: 0) }

  /// Goes along the fields behind DF002.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.ubloxSubtype, &subtype)
    try coder.trailing(&trailingBits)
  }
}

extension DataField {
  /// A field of u-blox's, which the standard gives no number.
  static var ubloxSubtype: Self { .init(0, "subtype", .unsigned, 12) }
}
