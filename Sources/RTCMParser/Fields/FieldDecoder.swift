/// A coder that reads a message's fields from its payload.
///
/// Past the payload's end the decoder reads zeros, so that no read has to be checked; ``finish()`` reports
/// the first missing field. The functions are inlined, so that only the constants of each field's table entry
/// remain in the code.
struct FieldDecoder: FieldCoder, ~Escapable {
  typealias Failure = RTCMDecodingError

  private var reader: WordReader
  private(set) var cursor = BitCursor()
  private var truncation: RTCMDecodingError?

  @_lifetime(copy payload)
  init(_ payload: Span<UInt8>) { reader = WordReader(payload) }

  /// Checks that the payload contained every field read so far.
  ///
  /// - Throws: ``RTCMDecodingError`` for the first field that was missing.
  func finish() throws(RTCMDecodingError) {
    if let truncation { throw truncation }
  }

  /// Reads the bits of a field and advances the cursor past the field, even past the payload's end.
  ///
  /// The cursor's new position does not depend on the payload, so that the positions of neighbours are
  /// constants apart.
  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func read(_ field: DataField) -> UInt64 {
    let position = cursor.position
    cursor.position = position &+ field.bitCount
    if field.bitCount == 64, reader.canRead(at: position &+ 32, count: 32) {
      return reader.bits(at: position, count: 32) &<< 32
        | reader.bits(at: position &+ 32, count: 32)
    }
    guard reader.canRead(at: position, count: field.bitCount) else {
      return Self.readSlowly(
        field.bitCount, of: field.number, field.nameWithoutNumber ?? "", at: position,
        in: reader.payload, &truncation)
    }
    return reader.bits(at: position, count: field.bitCount)
  }

  /// Reads the bits of a field that is wide, in a short payload, or past the end; returns 0 past the end.
  @inline(never)
  private static func readSlowly(
    _ bitCount: Int, of number: UInt16, _ name: FixedText, at position: Int,
    in payload: Span<UInt8>, _ truncation: inout RTCMDecodingError?
  ) -> UInt64 {
    guard truncation == nil else { return 0 }
    let field = DataField(number, name, .unsigned, bitCount)
    var cursor = BitCursor(position: position)
    do throws(RTCMDecodingError) { return try cursor.read(field, from: payload) } catch {
      truncation = error
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
    let (reader, width, start) = (reader, characters.bitCount, cursor.position)
    let isWhole = reader.canRead(at: start, count: characterCount &* width, each: width)
    guard isWhole else { return readSlowly(characterCount, as: characters, &value) }
    cursor.position = start &+ characterCount &* width
    value.bytes.append(addingCapacity: characterCount) { output in
      for index in 0..<characterCount {
        let bits = reader.bits(at: start &+ index &* width, count: width)
        output.append(UInt8(truncatingIfNeeded: bits))
      }
    }
  }

  /// Reads a text of a short payload, or one that extends past the payload's end.
  @inline(never)
  @_lifetime(self: copy self)
  private mutating func readSlowly(
    _ characterCount: Int, as field: DataField, _ value: inout DescriptorText
  ) {
    for _ in 0..<characterCount { value.bytes.append(UInt8(truncatingIfNeeded: read(field))) }
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
      // The element is filled in its place: some are large.
      elements.append(empty())
      try body(&elements[elements.count &- 1], &self)
    }
  }

  /// Returns `count`, limited to one more than the number of bits left.
  ///
  /// Every element has at least one bit, so the excess element is known to be missing. The limit keeps a
  /// false count from reserving much memory.
  private func atMostWhatIsLeft(_ count: Int) -> Int {
    min(max(count, 0), max(cursor.remaining(in: reader.payload), 0) + 1)
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
