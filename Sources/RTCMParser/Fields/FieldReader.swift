/// A coder that sets a message's fields to the values of a source.
struct FieldReader<Source: FieldSource>: FieldCoder {
  typealias Failure = Source.Failure

  var source: Source
  /// The number of bits that the fields so far have on the wire.
  private var position = 0

  init(_ source: Source) { self.source = source }

  mutating func bits(of field: DataField) throws(Failure) -> UInt64 {
    position += field.bitCount
    let bits = try source.bits(of: field)
    return field.bitCount < 64 ? bits & (1 << UInt64(field.bitCount) - 1) : bits
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) throws(Failure) {
    value = Value(truncatingIfNeeded: field.integer(of: try bits(of: field)))
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
  ) throws(Failure) {
    let bits = try bits(of: field)
    value = bits == field.notAvailable ? nil : Value(truncatingIfNeeded: field.integer(of: bits))
  }

  mutating func flag(_ field: DataField, _ value: inout Bool) throws(Failure) {
    value = try bits(of: field) != 0
  }

  mutating func quantity(_ field: DataField, _ value: inout Double) throws(Failure) {
    value = field.quantity(of: try bits(of: field))
  }

  mutating func quantity(_ field: DataField, _ value: inout Double?) throws(Failure) {
    value = field.value(of: try bits(of: field))
  }

  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) throws(Failure) {
    try source.read(&value, of: characters, count: count)
    position += count.bitCount + value.bytes.count * characters.bitCount
  }

  mutating func list<Element>(
    _ elements: inout [Element], count: Int, of empty: @autoclosure () -> Element,
    _ body: (inout Element, inout Self) throws(Failure) -> Void
  ) throws(Failure) {
    elements = []
    for _ in 0..<max(count, 0) {
      var element = empty()
      try body(&element, &self)
      elements.append(element)
    }
  }

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?) {
    source.beginGroup(name, satelliteID: nil, signalID: nil)
  }

  mutating func endGroup() { source.endGroup() }

  mutating func trailing(_ bits: inout TrailingBits) throws(Failure) {
    bits = TrailingBits(bytes: try source.trailingBytes(), behind: position)
  }
}

extension TrailingBits {
  /// Creates trailing bits from bytes that start at a bit position of the payload.
  fileprivate init(bytes: [UInt8], behind position: Int) {
    let offset = position % 8
    var writer = BitWriter(capacity: bytes.count + 1)
    writer.append(0, count: offset)
    for byte in bytes { writer.append(UInt64(byte), count: 8) }
    // The zeros that padded the last byte are dropped again.
    let end = Array(writer.bytes.prefix(bytes.count))
    self.init(from: BitCursor(position: offset), of: end.span)
  }
}
