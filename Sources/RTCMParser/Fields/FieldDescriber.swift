/// A coder that shows a message's fields to a visitor.
///
/// Visitors receive a message's values, for example to create text or JSON.
struct FieldDescriber<Visitor: FieldVisitor>: ValueTaker {
  typealias Failure = RTCMEncodingError

  var visitor: Visitor

  @inline(__always)
  mutating func show(_ field: DataField, bits: UInt64) { visitor.visit(field, bits: bits) }

  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) throws(RTCMEncodingError) {
    show(field, bits: try field.bits(ofInteger: value))
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
  ) throws(RTCMEncodingError) {
    show(field, bits: try field.bits(ofInteger: value))
  }

  mutating func flag(_ field: DataField, _ value: inout Bool) {
    show(field, bits: value ? 1 : 0)
  }

  mutating func quantity(_ field: DataField, _ value: inout Double) throws(RTCMEncodingError) {
    show(field, bits: try field.bits(of: value))
  }

  mutating func quantity(_ field: DataField, _ value: inout Double?) throws(RTCMEncodingError) {
    show(field, bits: try field.bits(of: value))
  }

  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) throws(RTCMEncodingError) {
    let maximum = count.bitCount < 63 ? (1 << count.bitCount) - 1 : .max
    guard value.bytes.count <= maximum else {
      throw RTCMEncodingError(
        .textTooLong(count: value.bytes.count, maximum: maximum), of: characters)
    }
    show(count, bits: UInt64(value.bytes.count))
    visitor.visit(characters, text: value)
  }

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?) {
    visitor.beginGroup(name, satelliteID: satelliteID, signalID: nil)
  }

  mutating func endGroup() { visitor.endGroup() }

  mutating func trailing(_ bits: inout TrailingBits) { show(bits) }

  mutating func show(_ bits: TrailingBits) {
    if !bits.isEmpty { visitor.visit(trailing: bits) }
  }
}

/// A coder that reads a message's values and sets none.
protocol ValueTaker: FieldCoder where Failure == RTCMEncodingError {}

extension ValueTaker {
  @inline(always)
  mutating func list<Element>(
    _ elements: inout [Element], count: Int, of empty: @autoclosure () -> Element,
    _ body: (inout Element, inout Self) throws(RTCMEncodingError) -> Void
  ) throws(RTCMEncodingError) {
    // A copy of each element, so that the list itself is never written to.
    for var element in elements { try body(&element, &self) }
  }
}

/// A visitor that writes a payload from the fields it is shown, up to the first value that does not fit.
///
/// A ``FieldEncoder`` is faster, but does not report which value does not fit.
struct PayloadWriter: FieldVisitor {
  /// The bit writer, with room for all but the longest payloads.
  private var writer = BitWriter(capacity: 960)

  /// The payload so far; the last byte is padded with zeros.
  var bytes: [UInt8] { writer.bytes }

  @inline(__always)
  mutating func visit(_ field: DataField, bits: UInt64) {
    writer.append(bits, count: field.bitCount)
  }

  mutating func visit(_ field: DataField, text: DescriptorText) {
    for byte in text.bytes { writer.append(UInt64(byte), count: field.bitCount) }
  }

  mutating func visit(trailing bits: TrailingBits) {
    bits.forEachPart { writer.append($0, count: $1) }
  }
  mutating func visit(undecodedPayload payload: [UInt8]) {}

  @inline(__always)
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {}
  @inline(__always)
  mutating func endGroup() {}
}
