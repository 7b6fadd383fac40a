/// A message that lists its fields; one list may serve several similar message types.
///
/// The message decodes, encodes and describes itself by coding the list. ``FieldList`` is for a message of
/// one type.
public protocol FieldFamily: RTCMCodable {
  /// Creates a message of a type with default fields, mostly zero, for a decoder to fill; returns `nil` for
  /// any type that this list does not serve.
  init?(emptyOfType type: UInt16)

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure)

  /// Decodes the fields, as ``RTCMCodable/init(decoding:)`` does; every list has this implementation.
  ///
  /// The initializer is a protocol requirement, so that each type's version is compiled beside its list and
  /// is as fast when called from elsewhere.
  init(decodingFields payload: Span<UInt8>) throws(RTCMDecodingError)

  /// Encodes the fields, as ``RTCMCodable/encode()`` and ``RTCMCodable/frame()`` do; every list has this
  /// implementation.
  func encodeFields(framed: Bool) throws(RTCMEncodingError) -> [UInt8]

  /// Checks conditions across fields, such as equal lengths of two lists; the default implementation does
  /// nothing.
  ///
  /// Called before the message is encoded or described.
  func check() throws(RTCMEncodingError)
}

/// A message of a single type that lists its fields.
///
/// ```swift
/// struct StationWeather: FieldList {
///   static let messageType: UInt16 = 4095
///   var stationID: UInt16 = 0
///   var temperature: Double?
///
///   mutating func code<Coder: FieldCoder & ~Escapable>(
///     with coder: inout Coder
///   ) throws(Coder.Failure) {
///     try coder.integer(.df003, &stationID)
///     try coder.quantity(.temperature, &temperature)
///   }
/// }
/// ```
public protocol FieldList: FieldFamily {
  /// The message type, DF002.
  static var messageType: UInt16 { get }

  /// Creates a message with default fields, mostly zero, for a decoder to fill.
  init()
}

extension FieldList {
  /// The message type, DF002.
  public var messageType: UInt16 { Self.messageType }

  /// Creates a message with default fields; returns `nil` for any type but `messageType`.
  public init?(emptyOfType type: UInt16) {
    guard type == Self.messageType else { return nil }
    self.init()
  }
}

// MARK: Decoding

extension FieldFamily {
  /// Decodes a payload, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends early or is of another type.
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    try self.init(decodingFields: payload)
  }

  /// Decodes a payload by coding the list with a decoder.
  public init(decodingFields payload: Span<UInt8>) throws(RTCMDecodingError) {
    var decoder = FieldDecoder(payload)
    var type: UInt16 = 0
    decoder.integer(.df002, &type)
    try decoder.finish()
    guard let empty = Self(emptyOfType: type) else {
      throw RTCMDecodingError(
        .unexpectedMessageType, field: 2, bitOffset: 0, messageType: type)
    }
    self = empty
    try code(with: &decoder)
    try decoder.finish()
  }
}

// MARK: Encoding

extension FieldFamily {
  /// Encodes the message as a payload, from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field.
  public func encode() throws(RTCMEncodingError) -> [UInt8] { try encodeFields(framed: false) }

  /// Encodes the message as a whole frame.
  ///
  /// - Returns: The frame, from 0xD3 to the last byte of the CRC.
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, or the payload does not fit into a
  ///   frame.
  public func frame() throws(RTCMEncodingError) -> [UInt8] { try encodeFields(framed: true) }

  /// Encodes the message by coding the list with an encoder.
  public func encodeFields(framed: Bool) throws(RTCMEncodingError) -> [UInt8] {
    var (encoder, type, message) = (FieldEncoder(), messageType, self)
    try check()
    encoder.integer(.df002, &type)
    try message.code(with: &encoder)
    return try encoder.encoded(self, framed: framed)
  }

  /// Does nothing: the default for a message without conditions across fields.
  public func check() {}

  /// Shows the message to a visitor, field by field from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field and so has no bits to show. A
  ///   decoded message never throws.
  public func describe(to visitor: inout some FieldVisitor) throws(RTCMEncodingError) {
    try check()
    var (describer, type, message) = (FieldDescriber(visitor: visitor), messageType, self)
    defer { visitor = describer.visitor }
    do throws(RTCMEncodingError) {
      try describer.integer(.df002, &type)
      try message.code(with: &describer)
    } catch {
      throw error.of(type)
    }
  }
}

extension FieldEncoder {
  /// Returns the payload or frame, or throws the error of a value that does not fit its field.
  mutating func encoded(
    _ message: some RTCMCodable, framed: Bool
  ) throws(RTCMEncodingError) -> [UInt8] {
    if framed {
      if let frame = frame() { return frame }
    } else if isWhole {
      return payload()
    }
    var writer = PayloadWriter()
    try message.describe(to: &writer)
    let payload = writer.bytes
    return framed ? try RTCMFrame.encoding(payload: payload.span) : payload
  }
}
