/// A coder that takes a message's values, as the bits of their fields.
protocol FieldSink: FieldCoder where Failure == RTCMEncodingError {
  mutating func put(_ field: DataField, bits: UInt64)
  mutating func put(count: DataField, characters: DataField, _ text: DescriptorText)
  mutating func put(_ bits: TrailingBits)
}

extension FieldSink {
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) throws(RTCMEncodingError) {
    put(field, bits: try field.bits(ofInteger: value))
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
  ) throws(RTCMEncodingError) {
    put(field, bits: try field.bits(ofInteger: value))
  }

  mutating func flag(_ field: DataField, _ value: inout Bool) {
    put(field, bits: value ? 1 : 0)
  }

  mutating func quantity(_ field: DataField, _ value: inout Double) throws(RTCMEncodingError) {
    put(field, bits: try field.bits(of: value))
  }

  mutating func quantity(_ field: DataField, _ value: inout Double?) throws(RTCMEncodingError) {
    put(field, bits: try field.bits(of: value))
  }

  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) throws(RTCMEncodingError) {
    let maximum = (1 << count.bitCount) - 1
    guard value.bytes.count <= maximum else {
      throw RTCMEncodingError(
        .textTooLong(count: value.bytes.count, maximum: maximum), field: characters.number)
    }
    put(count: count, characters: characters, value)
  }

  mutating func resize<Element>(
    _ elements: inout [Element], to count: Int, repeating element: Element
  ) {}

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?) {}
  mutating func endGroup() {}

  mutating func trailing(_ bits: inout TrailingBits) { put(bits) }
}

/// Writes a message's fields.
struct FieldEncoder: FieldSink {
  typealias Failure = RTCMEncodingError

  /// With room for all but the longest payloads.
  var writer = BitWriter(capacity: 960)

  @inline(__always)
  mutating func put(_ field: DataField, bits: UInt64) {
    writer.append(bits, count: field.bitCount)
  }

  mutating func put(count: DataField, characters: DataField, _ text: DescriptorText) {
    put(count, bits: UInt64(text.bytes.count))
    for byte in text.bytes { put(characters, bits: UInt64(byte)) }
  }

  mutating func put(_ bits: TrailingBits) { bits.write(to: &writer) }
}

/// Shows a message's fields to a visitor.
struct FieldDescriber<Visitor: FieldVisitor>: FieldSink {
  typealias Failure = RTCMEncodingError

  var visitor: Visitor

  mutating func put(_ field: DataField, bits: UInt64) {
    visitor.visit(field, bits: bits)
  }

  mutating func put(count: DataField, characters: DataField, _ text: DescriptorText) {
    visitor.visit(count, bits: UInt64(text.bytes.count))
    visitor.visit(characters, text: text)
  }

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?) {
    visitor.beginGroup(name, satelliteID: satelliteID, signalID: nil)
  }

  mutating func endGroup() { visitor.endGroup() }

  mutating func put(_ bits: TrailingBits) {
    if !bits.isEmpty { visitor.visit(trailing: bits) }
  }
}
