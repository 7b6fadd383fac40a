/// A message as the list of its fields; one list may serve several types that are much alike.
///
/// It decodes, encodes and describes itself by going along the list. ``FieldList`` is for a message of one
/// type.
public protocol FieldFamily: RTCMCodable {
  /// A message of a type whose fields are all zero, for a decoder to fill; `nil` when it is none of
  /// this list's types.
  init?(emptyOfType type: UInt16)

  /// Goes along the fields behind DF002.
  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure)

  /// Decodes the fields as ``RTCMCodable/init(decoding:)`` does, which is there for every list.
  ///
  /// A requirement, so that it is compiled for each type where its list is, and as fast from elsewhere.
  init(decodingFields payload: Span<UInt8>) throws(RTCMDecodingError)

  /// Encodes the fields as ``RTCMCodable/encode()`` and ``RTCMCodable/frame()`` do, which are there for every list.
  func encodeFields(framed: Bool) throws(RTCMEncodingError) -> [UInt8]

  /// Checks what no field can, such as that a list is as long as another one; does nothing unless it is
  /// there.
  ///
  /// Called before the message is encoded or described.
  func check() throws(RTCMEncodingError)
}

/// A message of one type as the list of its fields.
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
  /// DF002.
  static var messageType: UInt16 { get }

  /// A message whose fields are all zero, for a decoder to fill.
  init()
}

extension FieldList {
  /// DF002.
  public var messageType: UInt16 { Self.messageType }

  /// A message whose fields are all zero; `nil` for any other type.
  public init?(emptyOfType type: UInt16) {
    guard type == Self.messageType else { return nil }
    self.init()
  }
}

// MARK: Decoding

extension FieldFamily {
  /// Decodes a payload, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends early or is of another type.
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    try self.init(decodingFields: payload)
  }

  /// Decodes a payload by going along the list.
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

  /// Encodes the message and frames it.
  ///
  /// - Returns: The frame, from 0xD3 to the last byte of the CRC.
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, or all of them do not fit
  ///   into a frame.
  public func frame() throws(RTCMEncodingError) -> [UInt8] { try encodeFields(framed: true) }

  /// Encodes the message by going along the list.
  public func encodeFields(framed: Bool) throws(RTCMEncodingError) -> [UInt8] {
    var (encoder, type, message) = (FieldEncoder(), messageType, self)
    try check()
    encoder.integer(.df002, &type)
    try message.code(with: &encoder)
    return try encoder.encoded(self, framed: framed)
  }

  /// Checks nothing.
  public func check() {}

  /// Shows the message to a visitor, field by field from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, so has no bits to show; never
  ///   for a message that was decoded.
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
  /// Returns the written bytes, or throws the error of a value that could not be written.
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
