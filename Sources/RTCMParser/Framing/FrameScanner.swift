/// Finds RTCM 3 frames in a stream of bytes that may hold anything else as well.
///
/// ```swift
/// var scanner = FrameScanner()
/// scanner.consume(chunk.span) { frame in print(frame.messageType ?? 0) }
/// scanner.finish { frame in print(frame.messageType ?? 0) }
/// print(scanner.counts.badCRC)
/// ```
/// No valid frame is lost, whatever stands around it, and the division into chunks makes no
/// difference. A candidate begins with 0xD3, followed by six zero bits; when its CRC is wrong, the
/// search goes on one byte after that 0xD3, so that a frame behind a false preamble is found.
///
/// A frame that lies whole inside a chunk is lent from there; only one that straddles chunks is
/// copied, into a buffer of fixed size.
public struct FrameScanner: Sendable {
  /// The counts of frames and skipped bytes so far.
  public private(set) var counts = ScanCounts()

  /// The number of last bytes that may be the beginning of a frame that is not complete yet.
  public var unfinishedByteCount: Int { carryCount }

  /// The beginning of a frame that is not complete yet; `carry[0]` is its preamble.
  private var carry = InlineArray<1029, UInt8>(repeating: 0)
  private var carryCount = 0

  private let method: CRC24Q.Method

  /// Creates a scanner at the beginning of a stream.
  ///
  /// - Parameter method: How to check the frames. One that this processor does not have is replaced.
  public init(checkingBy method: CRC24Q.Method = .fastest) {
    self.method = method == .tables ? method : .fastest
  }

  /// Takes the next bytes of the stream and gives each frame that they complete.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes, any number.
  ///   - onFrame: Called for each valid frame, in order.
  /// - Throws: What `onFrame` throws. The scanner then stands just behind that frame, and
  ///   `counts.bytes` has grown by the bytes it has taken: go on with the others.
  /// - Complexity: O(count) for real streams; at worst each byte begins a false frame of 1029 bytes.
  public mutating func consume<E: Error>(
    _ bytes: Span<UInt8>, onFrame: (borrowing FrameView) throws(E) -> Void
  ) throws(E) {
    var next = 0
    while carryCount > 0 && next < bytes.count {
      next += fillCarry(from: bytes, at: next)
      try scanCarry(onFrame: onFrame)
      if carryCount <= next {
        // What is left of the carry came from this chunk: read it there, without copying.
        next -= carryCount
        counts.bytes &-= carryCount
        carryCount = 0
        break
      }
    }
    try scanInPlace(bytes.extracting(next...), onFrame: onFrame)
  }

  /// Ends the stream: searches the unfinished frame's bytes for shorter ones.
  ///
  /// The scanner can then be used for another stream; its counts go on.
  ///
  /// - Parameter onFrame: Called for each valid frame, in order.
  /// - Throws: What `onFrame` throws; call again for the rest.
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
  /// Throws away the beginning of a frame of which no more comes, and goes on with other bytes.
  public mutating func abandonFrame() { carryCount = 0 }
}

// MARK: The carry

extension FrameScanner {
  /// Takes what the frame in the carry still lacks, as far as it is there.
  ///
  /// - Returns: How many bytes were taken.
  private mutating func fillCarry(from bytes: Span<UInt8>, at start: Int) -> Int {
    var wanted = RTCMFrame.headerLength
    if case .complete(let length) = RTCMFrame.Header(at: 0, in: carried) { wanted = length }
    // More than wanted is there when the search stopped at a frame amid the carry.
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

// MARK: The search

extension FrameScanner {
  /// Scans bytes where they are and keeps what begins an unfinished frame.
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

  /// Moves `cursor` over frames and other bytes, up to a candidate that is not complete.
  ///
  /// The cursor and the counts are right also when `onFrame` throws.
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

  /// The first preamble at or after `start`, or the end; 32 bytes a step.
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

  /// Finds the preamble among eight bytes: the lowest bit that is set is the highest one of
  /// the first preamble; above it, there may be some too many.
  @inline(__always)
  private static func preambles(in bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    let difference = bytes.littleEndianWord(at: offset) ^ 0xD3D3_D3D3_D3D3_D3D3
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }
}
