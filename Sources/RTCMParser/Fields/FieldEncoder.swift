/// A fast coder that writes a message's fields directly into the frame that will carry them.
///
/// The encoder does not report which value fails to fit its field. When ``isWhole`` is false at the end, the
/// message is shown to a ``PayloadWriter``, which throws the error of that value. The functions are inlined,
/// so that only the constants of each field's table entry remain in the code.
struct FieldEncoder: ValueTaker {
  typealias Failure = RTCMEncodingError

  /// The completed groups of 64 written bits, each stored in big-endian byte order, with room for a frame.
  private var words = FrameWords(repeating: 0)
  private var end = BitEnd(UInt64(RTCMFrame.preamble) << 16, count: 8 * RTCMFrame.headerLength)
  /// Whether every value so far fits its field.
  private var everyValueFits = true

  /// Whether every value fits its field, and the words leave room for one more word with the last bits.
  var isWhole: Bool { everyValueFits && end.wordCount < words.count }

  /// Writes the lowest `count` bits of a number; the higher bits must be zero.
  @inline(always)
  mutating func write(_ value: UInt64, count: Int) {
    end.append(value, count: count, to: &words)
  }
}

/// The words of a frame of the maximum length, 1029 bytes.
private typealias FrameWords = InlineArray<130, UInt64>

/// The position of the next word to write, and the bits collected for that word.
///
/// A separate structure, so that code that writes many fields can keep the position in registers.
private struct BitEnd {
  /// The collected bits, with the last bit lowest; the bits above `count` have no meaning.
  private(set) var bits: UInt64
  /// The number of collected bits, `0...63`.
  private(set) var count: UInt64
  /// The number of words completed before.
  private(set) var wordCount = 0

  init(_ bits: UInt64, count: Int) { (self.bits, self.count) = (bits, UInt64(count)) }

  /// Appends the lowest bits of a number; the higher bits must be zero.
  ///
  /// - Parameters:
  ///   - value: The number whose lowest `added` bits are appended.
  ///   - added: The number of bits, `0...64`.
  ///   - words: The array that receives completed words. Words past the end of the array are counted and
  ///     dropped.
  @inline(always)
  mutating func append(_ value: UInt64, count added: Int, to words: inout FrameWords) {
    guard added > 63 else { return append(value, upTo63: added, to: &words) }
    append(value &>> 32, upTo63: 32, to: &words)
    append(value & 0xFFFF_FFFF, upTo63: 32, to: &words)
  }

  /// Appends up to 63 bits.
  @inline(always)
  private mutating func append(_ value: UInt64, upTo63 added: Int, to words: inout FrameWords) {
    let total = count &+ UInt64(truncatingIfNeeded: added)
    guard total >= 64 else {
      bits = bits &<< UInt64(truncatingIfNeeded: added) | value
      count = total
      return
    }
    let excess = total &- 64
    if words.indices.contains(wordCount) {
      // At least one bit was collected before, so that the shift is by 63 at most.
      words[wordCount] = (bits &<< (64 &- count) | value &>> excess).highestByteFirst
    }
    wordCount &+= 1
    (bits, count) = (value, excess)
  }
}

extension DataField {
  /// Returns the field's bits for `count` rows' integers, packed in sequence; `nil` when an integer does not
  /// fit.
  ///
  /// - Parameters:
  ///   - rows: The rows to read the integers from.
  ///   - first: The index of the first row to read.
  ///   - count: The number of rows to read. All of them must exist, and their bits must fit into 64 bits.
  ///   - value: The function that returns a row's integer, in steps; `nil` means "not available".
  /// - Returns: The bits, with the last row's bits lowest.
  // Sound: the callers ensure that the rows exist.
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

extension UInt64 {
  /// The number whose bytes are stored in big-endian order; `bigEndian` is not always inlined.
  @inline(always)
  fileprivate var highestByteFirst: Self {
    #if _endian(big)
      self
    #else
      byteSwapped
    #endif
  }
}

// MARK: Output

extension FieldEncoder {
  /// Returns the payload, padded with zeros in its last byte; valid only when ``isWhole`` is true.
  mutating func payload() -> [UInt8] {
    let end = pad()
    return bytes(RTCMFrame.headerLength..<end)
  }

  /// Returns the frame with the payload; `nil` when a value does not fit its field or the payload is too long
  /// for a frame.
  mutating func frame() -> [UInt8]? {
    guard isWhole else { return nil }
    let end = pad()
    let byteCount = end - RTCMFrame.headerLength
    guard byteCount <= RTCMFrame.maximumPayloadLength else { return nil }
    words[0] |= (UInt64(byteCount) << 40).highestByteFirst
    var frame = bytes(0..<end)
    RTCMFrame.appendCheck(to: &frame)
    return frame
  }

  /// Pads the last word with zeros and returns the number of bytes before the padding.
  private mutating func pad() -> Int {
    let byteCount = end.wordCount * 8 + Int(end.count + 7) / 8
    end.append(0, count: 64 - Int(end.count), to: &words)
    return byteCount
  }

  /// Returns a range of the written bytes, with capacity for the CRC after them.
  private mutating func bytes(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count + RTCMFrame.checkLength)
    // Sound: the bytes are copied while the words are alive.
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

  /// Writes an integer, in steps of its field.
  @inline(always)
  mutating func write<Value: FixedWidthInteger>(_ value: Value, as field: DataField) {
    let number = Int64(truncatingIfNeeded: value)
    if !field.hasRoom(for: number) { everyValueFits = false }
    write(field.nearestBits(to: number), count: field.bitCount)
  }

  /// Writes an integer, in steps of its field; `nil` means "not available".
  @inline(always)
  mutating func write<Value: FixedWidthInteger>(_ value: Value?, as field: DataField) {
    if let value { write(value, as: field) } else { writeNotAvailable(as: field) }
  }

  /// Writes a column of integers, one from each row; writes nothing when `field` is `nil`.
  @inline(always)
  mutating func write<Row, Value: FixedWidthInteger>(
    _ field: DataField?, of rows: [Row], _ value: (Row) -> Value?
  ) {
    guard let field else { return }
    let (rows, rowCount, width) = (rows.span, rows.count, field.bitCount)
    // The number of rows per step is a constant, so that the optimizer needs no loop. Narrow fields have a
    // smaller step than would fit, because the remaining rows are written one by one.
    let rowsAtOnce = width > 8 ? 63 / width : 6
    var (end, row) = (end, 0)
    while row &+ rowsAtOnce <= rowCount {
      // Sound: the loop's condition ensures that the rows exist.
      let bits = unsafe field.bits(of: rows, from: row, count: rowsAtOnce, value)
      guard let bits else { return everyValueFits = false }
      end.append(bits, count: rowsAtOnce &* width, to: &words)
      row &+= rowsAtOnce
    }
    while row < rowCount {
      // Sound: the loop's condition ensures that the row exists.
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
    let nearest = field.nearestNumber(to: value)
    // The bits are written in any case, so that the positions behind them are constants.
    let number = nearest ?? 0
    let isNegativeZero = field.kind == .signMagnitude && number == 0 && value.sign == .minus
    let bits = isNegativeZero ? field.signBit : field.nearestBits(to: number)
    if nearest == nil || !field.hasRoom(for: number) { everyValueFits = false }
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
