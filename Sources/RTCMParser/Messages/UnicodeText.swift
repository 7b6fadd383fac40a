/// A text for the people at the receiver (message 1029).
///
/// Source: RTCM 10403.3, message 1029. Payload: 72 bits and eight for each code unit.
public struct UnicodeText: Hashable, Sendable {
  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF051 and DF052, when the message was sent.
  public var time: TransmissionTime
  /// DF138, how many characters the text has, `0...127`, as the sender counts them.
  public var characterCount: UInt8
  private var storage = DescriptorText(utf8: [])
  /// The payload's bits behind its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message; a text of more than 127 characters or 255 code units cannot be encoded.
  public init(stationID: UInt16, time: TransmissionTime, text: String) {
    self.stationID = stationID
    self.time = time
    characterCount = UInt8(clamping: text.unicodeScalars.count)
    codeUnits = Array(text.utf8)
  }

  /// DF140, the UTF-8 code units, at most 255; not checked for being such.
  public var codeUnits: [UInt8] {
    get { storage.bytes }
    set { storage.bytes = newValue }
  }

  /// The text; what is no UTF-8 becomes U+FFFD.
  public var text: String { storage.description }
}

extension UnicodeText: FieldList {
  /// DF002.
  public static var messageType: UInt16 { 1029 }

  /// A message whose fields are all zero.
  public init() {
    self.init(
      stationID: 0, time: TransmissionTime(modifiedJulianDay: 0, secondOfDay: 0), text: "")
  }

  /// Goes along the fields behind DF002.
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
