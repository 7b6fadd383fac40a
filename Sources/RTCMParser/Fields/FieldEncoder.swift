/// Writes a message's fields behind one another into the frame that they are to stand in: the quick way to
/// encode.
///
/// It asks of no field whether its value fits, only of all of them together: where ``isWhole`` is false in the
/// end, a ``PayloadWriter`` is shown the message, and tells which value does not. Inlined, so that of each
/// field's entry in the table only its constants remain.
struct FieldEncoder: ValueTaker {
  typealias Failure = RTCMEncodingError

  /// The written bits, as far as they fill four bytes, each as it lies in memory: room for a frame.
  private var words = InlineArray<260, UInt32>(repeating: 0)
  private var end = BitEnd(UInt64(RTCMFrame.preamble) << 16, count: 8 * RTCMFrame.headerLength)
  /// Whether every value fitted its field.
  private var everyValueFits = true

  /// Whether every value fitted its field, and all of them the words, with one left for the last bits.
  var isWhole: Bool { everyValueFits && end.wordCount < words.count }

  /// Writes the lowest bits of a number, of which no higher one is set.
  @inline(always)
  mutating func write(_ value: UInt64, count: Int) {
    end.append(value, count: count, to: &words)
  }
}

/// The end of the bits: the place of the next word, and the bits of it so far.
///
/// Apart, so that who writes many fields can have it where the processor is quickest.
private struct BitEnd {
  /// The bits, the last one lowest; those above are of no meaning.
  private(set) var bits: UInt64
  /// The number of bits in the word, `0...31`.
  private(set) var count: UInt64
  /// The number of words before.
  private(set) var wordCount = 0

  init(_ bits: UInt64, count: Int) { (self.bits, self.count) = (bits, UInt64(count)) }

  /// Puts the lowest bits of a number behind, of which no higher one is set.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - added: How many bits, `0...64`.
  ///   - words: Takes what is whole then; words that come behind its end are counted and dropped.
  @inline(always)
  mutating func append(
    _ value: UInt64, count added: Int, to words: inout InlineArray<260, UInt32>
  ) {
    if added > 32 { append(value &>> 32, upTo32: added &- 32, to: &words) }
    append(value & 0xFFFF_FFFF, upTo32: added > 32 ? 32 : added, to: &words)
  }

  /// The same of up to 32 bits.
  @inline(always)
  private mutating func append(
    _ value: UInt64, upTo32 added: Int, to words: inout InlineArray<260, UInt32>
  ) {
    let added = UInt64(truncatingIfNeeded: added)
    bits = bits &<< added | value
    count &+= added
    guard count >= 32 else { return }
    count &-= 32
    if words.indices.contains(wordCount) {
      words[wordCount] = UInt32(truncatingIfNeeded: bits &>> count).highestByteFirst
    }
    wordCount &+= 1
  }
}

extension DataField {
  /// The field's bits of some rows' whole numbers, behind one another; `nil` where one does not fit.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - first: The first of those that are meant.
  ///   - count: How many these are, all of them there; 64 bits hold them.
  ///   - value: A row's number, in steps; `nil` is "not available".
  /// - Returns: The bits, the last row's lowest.
  // Sound: who calls says that the rows are there.
  @unsafe @inline(always)
  fileprivate func bits<Row, Value: FixedWidthInteger>(
    of rows: Span<Row>, from first: Int, count: Int, _ value: (Row) -> Value?
  ) -> UInt64? {
    var word: UInt64 = 0
    for offset in 0..<count {
      var bits = notAvailable
      if let value = unsafe value(rows[unchecked: first &+ offset]) {
        let number = Int64(truncatingIfNeeded: value)
        bits = hasRoom(for: number) ? nearestBits(to: number) : nil
      }
      guard let bits else { return nil }
      word = word &<< UInt64(truncatingIfNeeded: bitCount) | bits
    }
    return word
  }
}

extension UInt32 {
  /// The number whose bytes lie in memory from the highest to the lowest; `bigEndian` is not always inlined.
  @inline(always)
  fileprivate var highestByteFirst: Self {
    #if _endian(big)
      self
    #else
      byteSwapped
    #endif
  }
}

// MARK: What is written

extension FieldEncoder {
  /// The payload, where ``isWhole`` says that there is one; its last byte is filled up with zeros.
  mutating func payload() -> [UInt8] {
    let end = pad()
    return bytes(RTCMFrame.headerLength..<end)
  }

  /// The payload in its frame; `nil` where it is too long for one.
  mutating func frame() -> [UInt8]? {
    guard isWhole else { return nil }
    let end = pad()
    let byteCount = end - RTCMFrame.headerLength
    guard byteCount <= RTCMFrame.maximumPayloadLength else { return nil }
    words[0] |= (UInt32(byteCount) << 8).highestByteFirst
    var frame = bytes(0..<end)
    RTCMFrame.appendCheck(to: &frame)
    return frame
  }

  /// Fills the last word up with zeros; gives the number of bytes up to them.
  private mutating func pad() -> Int {
    let byteCount = end.wordCount * 4 + Int(end.count + 7) / 8
    end.append(0, count: 32 - Int(end.count), to: &words)
    return byteCount
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
    let number = Int64(truncatingIfNeeded: value)
    if !field.hasRoom(for: number) { everyValueFits = false }
    write(field.nearestBits(to: number), count: field.bitCount)
  }

  /// Writes a whole number, in steps of its field; `nil` is "not available".
  @inline(always)
  mutating func write<Value: FixedWidthInteger>(_ value: Value?, as field: DataField) {
    if let value { write(value, as: field) } else { writeNotAvailable(as: field) }
  }

  /// Writes a column of whole numbers, one of each row; nothing where there is no such column.
  @inline(always)
  mutating func write<Row, Value: FixedWidthInteger>(
    _ field: DataField?, of rows: [Row], _ value: (Row) -> Value?
  ) {
    guard let field else { return }
    let (rows, rowCount, width) = (rows.span, rows.count, field.bitCount)
    // So many at once: a constant, for which the optimizer needs no loop. Of narrow fields not more, since what
    // is left of the rows is written one by one.
    let rowsAtOnce = width > 16 ? 64 / width : width > 8 ? 32 / width : 4
    var (end, row) = (end, 0)
    while row &+ rowsAtOnce <= rowCount {
      // Sound: there are so many rows.
      let bits = unsafe field.bits(of: rows, from: row, count: rowsAtOnce, value)
      guard let bits else { return everyValueFits = false }
      end.append(bits, count: rowsAtOnce &* width, to: &words)
      row &+= rowsAtOnce
    }
    while row < rowCount {
      // Sound: there is one more row.
      let bits = unsafe field.bits(of: rows, from: row, count: 1, value)
      guard let bits else { return everyValueFits = false }
      end.append(bits, count: width, to: &words)
      row &+= 1
    }
    self.end = end
  }

  @inline(always)
  private mutating func writeNotAvailable(as field: DataField) {
    if field.notAvailable == nil { everyValueFits = false }
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
      everyValueFits = false
      return
    }
    let isNegativeZero = field.kind == .signMagnitude && number == 0 && value.sign == .minus
    let bits = isNegativeZero ? field.signBit : field.nearestBits(to: number)
    if !field.hasRoom(for: number) { everyValueFits = false }
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
