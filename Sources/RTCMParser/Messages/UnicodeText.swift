/// A text for the people at the receiver (message 1029).
///
/// Source: RTCM 10403.3, message 1029. Payload: 72 bits, plus eight bits for each code unit.
public struct UnicodeText: Hashable, Sendable {
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF051 and DF052, the time of transmission.
  public var time: TransmissionTime
  /// DF138, number of characters in the text, `0...127`, as counted by the sender.
  public var characterCount: UInt8
  private var storage = DescriptorText(utf8: [])
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message; a text of more than 127 characters or 255 code units cannot be encoded.
  public init(stationID: UInt16, time: TransmissionTime, text: String) {
    self.stationID = stationID
    self.time = time
    characterCount = UInt8(clamping: text.unicodeScalars.count)
    codeUnits = Array(text.utf8)
  }

  /// DF140, the text's UTF-8 code units, at most 255; their validity is not checked.
  public var codeUnits: [UInt8] {
    get { storage.bytes }
    set { storage.bytes = newValue }
  }

  /// The decoded text; invalid UTF-8 becomes U+FFFD.
  public var text: String { storage.description }
}

extension UnicodeText: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1029 }

  /// Creates a message whose fields are all zero.
  public init() {
    self.init(
      stationID: 0, time: TransmissionTime(modifiedJulianDay: 0, secondOfDay: 0), text: "")
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df003, &stationID)
    try time.code(with: &coder)
    try coder.integer(.df138, &characterCount)
    try coder.text(count: .df139, characters: .df140, &storage)
    try coder.trailing(&trailingBits)
  }
}
