/// Writes a message's fields behind one another into the frame that they are to stand in: the quick way to
/// encode.
///
/// It asks of no field whether its value fits, only of all of them together: where ``isWhole`` is false in the
/// end, a ``PayloadWriter`` is shown the message, and tells which value does not. Inlined, so that of each
/// field's entry in the table only its constants remain.
struct FieldEncoder: ValueTaker {
  typealias Failure = RTCMEncodingError

  /// What is written, as far as it fills eight bytes, each as it lies in memory: room for a frame.
  private var words = InlineArray<130, UInt64>(repeating: 0)
  private var wordCount = 0
  /// The bits behind, the first one highest, zeros behind them.
  private var rest = UInt64(RTCMFrame.preamble) << 56
  private var restCount = 8 * RTCMFrame.headerLength
  /// Whether every value fitted its field, and all of them the frame.
  private(set) var isWhole = true

  /// Writes the lowest bits of a number, of which no higher one is set.
  @inline(always)
  mutating func write(_ value: UInt64, count: Int) {
    let leftAligned = value &<< UInt64(truncatingIfNeeded: 64 &- count)
    rest |= leftAligned &>> UInt64(truncatingIfNeeded: restCount)
    restCount &+= count
    if restCount >= 64 {
      storeRest()
      let (behind, stored) = (restCount &- 64, count &- (restCount &- 64))
      rest = (leftAligned &<< 1) &<< UInt64(truncatingIfNeeded: stored &- 1)
      restCount = behind
    }
  }

  /// Stores eight whole bytes.
  @inline(always)
  private mutating func storeRest() {
    if wordCount < words.count {
      words[wordCount] = rest.bigEndian
      wordCount &+= 1
    } else {
      isWhole = false
    }
  }
}

// MARK: What is written

extension FieldEncoder {
  /// The payload; its last byte is filled up with zeros.
  mutating func payload() -> [UInt8] {
    let end = pad()
    return bytes(RTCMFrame.headerLength..<end)
  }

  /// The payload in its frame; `nil` where it is too long for one.
  mutating func frame() -> [UInt8]? {
    let end = pad()
    let byteCount = end - RTCMFrame.headerLength
    guard isWhole, byteCount <= RTCMFrame.maximumPayloadLength else { return nil }
    words[0] |= (UInt64(byteCount) << 40).bigEndian
    var frame = bytes(0..<end)
    RTCMFrame.appendCheck(to: &frame)
    return frame
  }

  /// Stores the last bits and zeros behind them; gives the number of bytes up to them.
  private mutating func pad() -> Int {
    let end = wordCount * 8 + (restCount + 7) / 8
    storeRest()
    return end
  }

  /// Some of the bytes, with room for the check behind them.
  private mutating func bytes(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count + RTCMFrame.checkLength)
    // Sound: the bytes are copied before the words go away.
    unsafe words.span.withUnsafeBytes {
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[range]))
    }
    return bytes
  }
}

// MARK: Fields

extension FieldEncoder {
  @inline(always)
  mutating func integer<Value: FixedWidthInteger>(_ field: DataField, _ value: inout Value) {
    write(value, as: field)
  }

  @inline(always)
  mutating func integer<Value: FixedWidthInteger>(_ field: DataField, _ value: inout Value?) {
    write(value, as: field)
  }

  /// Writes a whole number, in steps of its field.
  @inline(always)
  mutating func write<Value: FixedWidthInteger>(_ value: Value, as field: DataField) {
    let bits = field.nearestBits(to: Int64(truncatingIfNeeded: value))
    if Value(truncatingIfNeeded: field.integer(of: bits)) != value || bits == field.notAvailable {
      isWhole = false
    }
    write(bits, count: field.bitCount)
  }

  /// Writes a whole number, in steps of its field; `nil` is "not available".
  @inline(always)
  mutating func write<Value: FixedWidthInteger>(_ value: Value?, as field: DataField) {
    if let value { write(value, as: field) } else { writeNotAvailable(as: field) }
  }

  @inline(always)
  private mutating func writeNotAvailable(as field: DataField) {
    if field.notAvailable == nil { isWhole = false }
    write(field.notAvailable ?? 0, count: field.bitCount)
  }

  @inline(always)
  mutating func flag(_ field: DataField, _ value: inout Bool) {
    write(value ? 1 : 0, count: field.bitCount)
  }

  @inline(always)
  mutating func quantity(_ field: DataField, _ value: inout Double) { write(value, as: field) }

  @inline(always)
  mutating func quantity(_ field: DataField, _ value: inout Double?) {
    if let value { write(value, as: field) } else { writeNotAvailable(as: field) }
  }

  /// Writes a value in the field's unit, rounded to the nearest step.
  @inline(always)
  private mutating func write(_ value: Double, as field: DataField) {
    guard let number = field.nearestNumber(to: value) else {
      isWhole = false
      return
    }
    let isNegativeZero = field.kind == .signMagnitude && number == 0 && value.sign == .minus
    let bits = isNegativeZero ? field.signBit : field.nearestBits(to: number)
    if field.integer(of: bits) != number || bits == field.notAvailable { isWhole = false }
    write(bits, count: field.bitCount)
  }

  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) {
    write(value.bytes.count, as: count)
    for byte in value.bytes { write(UInt64(byte), count: characters.bitCount) }
  }

  @inline(always)
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?) {}

  @inline(always)
  mutating func endGroup() {}

  mutating func trailing(_ bits: inout TrailingBits) {
    if !bits.isEmpty { bits.forEachPart { write($0, count: $1) } }
  }
}
