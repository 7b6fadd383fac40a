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

  /// A number that may be "not available".
  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
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

  /// Makes as many elements as the payload says there are; only a decoder does.
  @_lifetime(self: copy self)
  mutating func resize<Element>(
    _ elements: inout [Element], to count: Int, repeating element: Element)

  /// The fields up to ``endGroup()`` belong to one of several like things; ``FieldVisitor`` says how
  /// they are named.
  @_lifetime(self: copy self)
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?)

  /// Ends the group.
  @_lifetime(self: copy self)
  mutating func endGroup()

  /// What stands behind the last field.
  @_lifetime(self: copy self)
  mutating func trailing(_ bits: inout TrailingBits) throws(Failure)
}

/// A message as the list of its fields; one list may serve several types that are much alike.
protocol FieldFamily {
  /// DF002.
  var messageType: UInt16 { get }

  /// A message of a type whose fields are all zero, for a decoder to fill; `nil` when it is none of
  /// this list's types.
  init?(emptyOfType type: UInt16)

  /// Goes along the fields behind DF002.
  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure)
}

/// A message of one type as the list of its fields.
protocol FieldList: FieldFamily {
  /// DF002.
  static var messageType: UInt16 { get }

  /// A message whose fields are all zero, for a decoder to fill.
  init()
}

extension FieldList {
  var messageType: UInt16 { Self.messageType }

  init?(emptyOfType type: UInt16) {
    guard type == Self.messageType else { return nil }
    self.init()
  }
}

extension FieldFamily {
  init(decodingFields payload: Span<UInt8>) throws(RTCMDecodingError) {
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
    var (type, message) = (messageType, self)
    do throws(RTCMEncodingError) {
      try coder.integer(.df002, &type)
      try message.code(with: &coder)
    } catch {
      throw error.of(type)
    }
  }
}
