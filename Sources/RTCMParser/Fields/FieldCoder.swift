/// What goes along a message's fields in their order on the wire: a decoder, an encoder or a
/// describer.
///
/// A message lists its fields once, for all three of them. A decoder sets each value, the others
/// read it.
protocol FieldCoder: ~Escapable {
  associatedtype Failure: Error

  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) throws(Failure)

  @_lifetime(self: copy self)
  mutating func flag(_ field: DataField, _ value: inout Bool) throws(Failure)

  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double) throws(Failure)

  /// A quantity that may be "not available".
  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double?) throws(Failure)

  /// A count of characters, then the characters.
  @_lifetime(self: copy self)
  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) throws(Failure)

  /// What stands behind the last field.
  @_lifetime(self: copy self)
  mutating func trailing(_ bits: inout TrailingBits) throws(Failure)
}

/// A message as the list of its fields.
protocol FieldList {
  /// DF002.
  static var messageType: UInt16 { get }

  /// A message whose fields are all zero, for a decoder to fill.
  init()

  /// Goes along the fields behind DF002.
  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure)
}

extension FieldList {
  init(decodingFields payload: Span<UInt8>) throws(RTCMDecodingError) {
    var decoder = FieldDecoder(payload)
    var type: UInt16 = 0
    try decoder.integer(.df002, &type)
    guard type == Self.messageType else {
      throw RTCMDecodingError(
        .unexpectedMessageType, field: 2, bitOffset: 0, messageType: type)
    }
    self.init()
    try code(with: &decoder)
  }

  func encodeFields() throws(RTCMEncodingError) -> [UInt8] {
    var encoder = FieldEncoder()
    try goAlong(with: &encoder)
    return encoder.writer.bytes
  }

  func describeFields<Visitor: FieldVisitor>(
    to visitor: inout Visitor
  ) throws(RTCMEncodingError) {
    var describer = FieldDescriber(visitor: visitor)
    defer { visitor = describer.visitor }
    try goAlong(with: &describer)
  }

  private func goAlong(with coder: inout some FieldSink) throws(RTCMEncodingError) {
    var (type, message) = (Self.messageType, self)
    do throws(RTCMEncodingError) {
      try coder.integer(.df002, &type)
      try message.code(with: &coder)
    } catch {
      throw error.of(type)
    }
  }
}
