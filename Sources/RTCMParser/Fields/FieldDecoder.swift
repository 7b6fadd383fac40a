/// Reads a message's fields from its payload.
struct FieldDecoder: FieldCoder, ~Escapable {
  typealias Failure = RTCMDecodingError

  private let payload: Span<UInt8>
  private(set) var cursor = BitCursor()

  @_lifetime(copy payload)
  init(_ payload: Span<UInt8>) { self.payload = payload }

  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) throws(RTCMDecodingError) {
    value = Value(truncatingIfNeeded: field.integer(of: try cursor.read(field, from: payload)))
  }

  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
  ) throws(RTCMDecodingError) {
    let bits = try cursor.read(field, from: payload)
    value = bits == field.notAvailable ? nil : Value(truncatingIfNeeded: field.integer(of: bits))
  }

  @_lifetime(self: copy self)
  mutating func flag(_ field: DataField, _ value: inout Bool) throws(RTCMDecodingError) {
    value = try cursor.read(field, from: payload) != 0
  }

  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double) throws(RTCMDecodingError) {
    value = field.quantity(of: try cursor.read(field, from: payload))
  }

  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double?) throws(RTCMDecodingError) {
    value = field.value(of: try cursor.read(field, from: payload))
  }

  @_lifetime(self: copy self)
  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) throws(RTCMDecodingError) {
    let characterCount = Int(try cursor.read(count, from: payload))
    value.bytes.reserveCapacity(characterCount)  // at most 255
    for _ in 0..<characterCount {
      value.bytes.append(UInt8(try cursor.read(characters, from: payload)))
    }
  }

  @_lifetime(self: copy self)
  mutating func resize<Element>(
    _ elements: inout [Element], to count: Int, repeating element: Element
  ) {
    elements = Array(repeating: element, count: count)
  }

  @_lifetime(self: copy self)
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?) {}

  @_lifetime(self: copy self)
  mutating func endGroup() {}

  @_lifetime(self: copy self)
  mutating func trailing(_ bits: inout TrailingBits) {
    bits = TrailingBits(from: cursor, of: payload)
  }
}
