/// Reads a message's fields from its payload.
///
/// Behind the payload's end it reads zeros, so that no field has to ask; ``finish()`` tells which one
/// was the first that was not there. Inlined, so that of each field's entry in the table only its
/// constants remain.
struct FieldDecoder: FieldCoder, ~Escapable {
  typealias Failure = RTCMDecodingError

  private var reader: WordReader
  private(set) var cursor = BitCursor()
  private var truncation: RTCMDecodingError?

  @_lifetime(copy payload)
  init(_ payload: Span<UInt8>) { reader = WordReader(payload) }

  /// Checks that every field so far was there.
  ///
  /// - Throws: ``RTCMDecodingError`` for the first one that was not.
  func finish() throws(RTCMDecodingError) {
    if let truncation { throw truncation }
  }

  /// Reads the bits of a field and moves behind it.
  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func read(_ field: DataField) -> UInt64 {
    let position = cursor.position
    if field.bitCount == 64, reader.canRead(at: position &+ 32, count: 32) {
      cursor.position = position &+ 64
      return reader.bits(at: position, count: 32) &<< 32
        | reader.bits(at: position &+ 32, count: 32)
    }
    guard reader.canRead(at: position, count: field.bitCount) else {
      return readSlowly(field.bitCount, of: field.number, field.nameWithoutNumber ?? "")
    }
    cursor.position = position &+ field.bitCount
    return reader.bits(at: position, count: field.bitCount)
  }

  /// The same for a wide field, in a short payload and behind the end.
  @inline(never)
  @_lifetime(self: copy self)
  private mutating func readSlowly(
    _ bitCount: Int, of number: UInt16, _ name: FixedText
  ) -> UInt64 {
    guard truncation == nil else { return 0 }
    let field = DataField(number, name, .unsigned, bitCount)
    do throws(RTCMDecodingError) { return try cursor.read(field, from: reader.payload) } catch {
      truncation = error
      reader.end()
      return 0
    }
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) {
    value = Value(truncatingIfNeeded: field.integer(of: read(field)))
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
  ) {
    let bits = read(field)
    value = bits == field.notAvailable ? nil : Value(truncatingIfNeeded: field.integer(of: bits))
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func flag(_ field: DataField, _ value: inout Bool) {
    value = read(field) != 0
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double) {
    value = field.quantity(of: read(field))
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double?) {
    value = field.value(of: read(field))
  }

  @_lifetime(self: copy self)
  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) {
    let characterCount = atMostWhatIsLeft(Int(clamping: read(count)))
    value.bytes.reserveCapacity(characterCount)
    for _ in 0..<characterCount {
      value.bytes.append(UInt8(truncatingIfNeeded: read(characters)))
    }
  }

  @inline(__always)
  @_lifetime(self: copy self)
  mutating func list<Element>(
    _ elements: inout [Element], count: Int, of empty: @autoclosure () -> Element,
    _ body: (inout Element, inout Self) throws(RTCMDecodingError) -> Void
  ) throws(RTCMDecodingError) {
    let count = atMostWhatIsLeft(count)
    elements = []
    elements.reserveCapacity(count)
    for _ in 0..<count {
      var element = empty()
      try body(&element, &self)
      elements.append(consume element)
    }
  }

  /// A count, or one more than there can be elements of at least a bit: so many are known to be
  /// missing, and no count asks for much memory.
  private func atMostWhatIsLeft(_ count: Int) -> Int {
    min(max(count, 0), cursor.remaining(in: reader.payload) + 1)
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
