/// A scanner that finds RTCM 3 frames in a byte stream, which may contain any other data as well.
///
/// ```swift
/// var scanner = FrameScanner()
/// scanner.consume(chunk.span) { frame in print(frame.messageType ?? 0) }
/// scanner.finish { frame in print(frame.messageType ?? 0) }
/// print(scanner.counts.badCRC)
/// ```
/// The scanner finds every valid frame, whatever bytes surround it and however the stream is divided into
/// chunks. A candidate begins with 0xD3 and six zero bits. When its CRC is wrong, the search resumes one byte
/// after that 0xD3, so a frame behind a false preamble is still found.
///
/// A frame that lies entirely within a chunk is lent in place. Only a frame that straddles chunks is copied,
/// into a buffer of fixed size.
public struct FrameScanner: Sendable {
  /// The counts of frames and skipped bytes so far.
  public private(set) var counts = ScanCounts()

  /// The number of buffered bytes at the stream's end that may begin an incomplete frame.
  public var unfinishedByteCount: Int { carryCount }

  /// The buffered beginning of an incomplete frame; `carry[0]` is the preamble.
  private var carry = InlineArray<1029, UInt8>(repeating: 0)
  private var carryCount = 0

  private let method: CRC24Q.Method

  /// Creates a scanner at the beginning of a stream.
  ///
  /// - Parameter method: The checksum method; a method that this processor lacks is replaced by the fastest
  ///   available one.
  public init(checkingBy method: CRC24Q.Method = .fastest) {
    self.method = method == .tables ? method : .fastest
  }

  /// Consumes the next bytes of the stream and passes each frame that they complete to `onFrame`.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes of the stream, any number.
  ///   - onFrame: The function called with each valid frame, in stream order.
  /// - Throws: The error of `onFrame`. The scanner then stands just after that frame, and `counts.bytes` has
  ///   grown by the number of bytes consumed: continue with the remaining bytes.
  /// - Complexity: O(count) for real streams; in the worst case every byte begins a false frame of 1029
  ///   bytes.
  public mutating func consume<E: Error>(
    _ bytes: Span<UInt8>, onFrame: (borrowing FrameView) throws(E) -> Void
  ) throws(E) {
    var next = 0
    while carryCount > 0 && next < bytes.count {
      next += fillCarry(from: bytes, at: next)
      try scanCarry(onFrame: onFrame)
      if carryCount <= next {
        // The remaining carry bytes all came from this chunk: read them there, without copying.
        next -= carryCount
        counts.bytes &-= carryCount
        carryCount = 0
        break
      }
    }
    try scanInPlace(bytes.extracting(next...), onFrame: onFrame)
  }

  /// Ends the stream and searches the bytes of the unfinished frame for shorter frames.
  ///
  /// The scanner can then be used for another stream; its counts are not reset.
  ///
  /// - Parameter onFrame: The function called with each valid frame, in stream order.
  /// - Throws: The error of `onFrame`. Call again for the remaining frames.
  public mutating func finish<E: Error>(
    onFrame: (borrowing FrameView) throws(E) -> Void
  ) throws(E) {
    while carryCount > 0 {
      try scanCarry(onFrame: onFrame)
      if carryCount >= RTCMFrame.minimumLength {
        counts.truncatedAtEnd &+= 1
      } else if carryCount > 0 {
        counts.tooShortAtEnd &+= 1
      }
      dropFromCarry(min(1, carryCount))
    }
  }
}

extension FrameScanner {
  /// Discards the buffered beginning of a frame whose remaining bytes will not arrive; the next bytes begin a
  /// new search.
  public mutating func abandonFrame() { carryCount = 0 }
}

// MARK: Carry buffer

extension FrameScanner {
  /// Copies the bytes that the buffered frame still lacks from `bytes`, as far as they are available.
  ///
  /// - Returns: The number of bytes copied.
  private mutating func fillCarry(from bytes: Span<UInt8>, at start: Int) -> Int {
    var wanted = RTCMFrame.headerLength
    if case .complete(let length) = RTCMFrame.Header(at: 0, in: carried) { wanted = length }
    // The carry holds more than `wanted` bytes when the search stopped at a frame in the middle of it.
    let taken = max(0, min(wanted - carryCount, bytes.count - start))
    for index in start..<(start + taken) {
      carry[carryCount] = bytes[index]
      carryCount += 1
    }
    counts.bytes &+= taken
    return taken
  }

  private var carried: Span<UInt8> {
    @_lifetime(borrow self) get { carry.span.extracting(first: carryCount) }
  }

  private mutating func dropFromCarry(_ count: Int) {
    for index in count..<max(carryCount, count) { carry[index - count] = carry[index] }
    carryCount -= count
  }

  private mutating func scanCarry<E: Error>(
    onFrame: (borrowing FrameView) throws(E) -> Void
  ) throws(E) {
    var cursor = 0
    let base = counts.bytes &- carryCount
    var counts = self.counts
    defer {
      self.counts = counts
      dropFromCarry(cursor)
    }
    try Self.scan(
      carried, by: method, base: base, from: &cursor, counts: &counts, onFrame: onFrame)
  }
}

// MARK: Search

extension FrameScanner {
  /// Scans `bytes` in place and copies an unfinished frame at their end into the carry buffer.
  private mutating func scanInPlace<E: Error>(
    _ bytes: Span<UInt8>, onFrame: (borrowing FrameView) throws(E) -> Void
  ) throws(E) {
    var cursor = 0
    let base = counts.bytes
    defer { counts.bytes = base &+ cursor }
    try Self.scan(
      bytes, by: method, base: base, from: &cursor, counts: &counts, onFrame: onFrame)
    while cursor < bytes.count {
      carry[carryCount] = bytes[cursor]
      carryCount += 1
      cursor += 1
    }
  }

  /// Advances `cursor` over frames and other bytes, up to an incomplete candidate frame.
  ///
  /// The cursor and the counts are correct even when `onFrame` throws.
  private static func scan<E: Error>(
    _ bytes: Span<UInt8>, by method: CRC24Q.Method, base: Int, from cursor: inout Int,
    counts: inout ScanCounts, onFrame: (borrowing FrameView) throws(E) -> Void
  ) throws(E) {
    while cursor < bytes.count {
      guard bytes[cursor] == RTCMFrame.preamble else {
        let start = cursor
        cursor = firstPreamble(in: bytes, from: cursor)
        counts.noPreamble &+= cursor - start
        continue
      }
      switch RTCMFrame.Header(at: cursor, in: bytes) {
      case .incomplete: return
      case .reservedBitsSet:
        counts.reservedBits &+= 1
        cursor += 1
      case .complete(let length):
        guard length <= bytes.count - cursor else { return }
        let frame = bytes.extracting(cursor..<(cursor + length))
        guard CRC24Q.checksum(frame, by: method) == 0 else {
          counts.badCRC &+= 1
          cursor += 1
          continue
        }
        let offset = base &+ cursor
        counts.frames &+= 1
        counts.frameBytes &+= length
        cursor += length
        try onFrame(FrameView(bytes: frame, offset: offset))
      }
    }
  }

  /// Returns the index of the first preamble at or after `start`, or the end of `bytes`; tests 32 bytes a
  /// step.
  private static func firstPreamble(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 32 <= bytes.count {
      let anywhere =
        preambles(in: bytes, at: index) | preambles(in: bytes, at: index + 8)
        | preambles(in: bytes, at: index + 16) | preambles(in: bytes, at: index + 24)
      if anywhere != 0 { break }
      index += 32
    }
    while index + 8 <= bytes.count {
      let preambles = preambles(in: bytes, at: index)
      if preambles != 0 { return index + preambles.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count && bytes[index] != RTCMFrame.preamble { index += 1 }
    return index
  }

  /// Returns a mask of the preambles among the eight bytes at `offset`.
  ///
  /// The lowest set bit is the highest bit of the first preamble's byte. Set bits above it may be false
  /// matches.
  @inline(__always)
  private static func preambles(in bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    let difference = bytes.littleEndianWord(at: offset) ^ 0xD3D3_D3D3_D3D3_D3D3
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }
}
