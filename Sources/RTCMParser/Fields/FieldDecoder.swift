/// Reads a message's fields from its payload.
///
/// Always inlined, so that of each field's entry in the table only its constants remain.
struct FieldDecoder: FieldCoder, ~Escapable {
  typealias Failure = RTCMDecodingError

  private let reader: WordReader
  private(set) var cursor = BitCursor()

  @_lifetime(copy payload)
  init(_ payload: Span<UInt8>) { reader = WordReader(payload) }

  /// Reads the bits of a field and moves behind it.
  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func read(_ field: DataField) throws(RTCMDecodingError) -> UInt64 {
    guard reader.canRead(at: cursor.position, count: field.bitCount) else {
      return try readSlowly(field)
    }
    defer { cursor.position &+= field.bitCount }
    return reader.bits(at: cursor.position, count: field.bitCount)
  }

  /// The same for a wide field, in a short payload or where the payload has ended.
  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func readSlowly(_ field: DataField) throws(RTCMDecodingError) -> UInt64 {
    guard let bits = cursor.read(field.bitCount, from: reader.payload) else {
      throw cursor.truncation(at: field, of: reader.payload)
    }
    return bits
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) throws(RTCMDecodingError) {
    value = Value(truncatingIfNeeded: field.integer(of: try read(field)))
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
  ) throws(RTCMDecodingError) {
    let bits = try read(field)
    value = bits == field.notAvailable ? nil : Value(truncatingIfNeeded: field.integer(of: bits))
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func flag(_ field: DataField, _ value: inout Bool) throws(RTCMDecodingError) {
    value = try read(field) != 0
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double) throws(RTCMDecodingError) {
    value = field.quantity(of: try read(field))
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double?) throws(RTCMDecodingError) {
    value = field.value(of: try read(field))
  }

  @_lifetime(self: copy self)
  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) throws(RTCMDecodingError) {
    let characterCount = Int(try read(count))
    value.bytes.reserveCapacity(characterCount)  // at most 255
    for _ in 0..<characterCount {
      value.bytes.append(UInt8(try read(characters)))
    }
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func resize<Element>(
    _ elements: inout [Element], to count: Int, repeating element: Element
  ) {
    elements = Array(repeating: element, count: count)
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?) {}

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func endGroup() {}

  @_lifetime(self: copy self)
  mutating func trailing(_ bits: inout TrailingBits) {
    bits = TrailingBits(from: cursor, of: reader.payload)
  }
}
