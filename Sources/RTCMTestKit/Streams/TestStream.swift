internal import Mathematics
public import RTCMParser

/// A stream of bytes and the frames that a correct receiver finds in it.
///
/// ```swift
/// var stream = TestStream()
/// stream.append(.falsePreamble, seed: 1)
/// try stream.append(SampleMessages.all(ofType: 1077)[0])
/// stream.append(frame, damagedBy: .lostBytes, seed: 2)
/// for chunk in stream.chunks(seed: 3, longest: 64) { myReceiver.feed(chunk) }
/// // myReceiver has found stream.frames, in that order.
/// ```
/// The same calls make the same bytes on every machine. The expected frames follow from how the stream was
/// made, not from a parser. Other or damaged bytes pass the CRC check with a chance of one in 16 million.
///
/// A receiver recognises a false frame at the stream's end only when it is told of the end, or after up to
/// 1029 more bytes.
public struct TestStream: Hashable, Sendable {
  /// A frame that a receiver must find.
  public struct Frame: Hashable, Sendable {
    /// The offset of the frame's first byte in the stream.
    public let offset: Int
    /// The frame's bytes, from 0xD3 to the last byte of the CRC.
    public let bytes: [UInt8]

    /// Creates a frame for a comparison, such as one that a receiver has found.
    public init(offset: Int, bytes: [UInt8]) {
      self.offset = offset
      self.bytes = bytes
    }

    /// The message number, DF002; `nil` if the payload is shorter than its two bytes.
    public var messageType: UInt16? {
      guard bytes.count >= RTCMFrame.minimumLength else { return nil }
      let payload = RTCMFrame.headerLength..<(bytes.count - RTCMFrame.checkLength)
      return RTCMFrame.messageType(ofPayload: bytes.span.extracting(payload))
    }
  }

  /// The bytes appended so far.
  public private(set) var bytes: [UInt8] = []
  /// The frames that a receiver must find in the bytes, in order, and no others.
  public private(set) var frames: [Frame] = []

  /// Creates a stream without bytes.
  public init() {}

  /// Appends a message's frame.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a value does not fit its field.
  public mutating func append(_ message: some RTCMCodable) throws(RTCMEncodingError) {
    append(frame: try message.frame())
  }

  /// Appends a valid frame.
  public mutating func append(frame: [UInt8]) {
    frames.append(Frame(offset: bytes.count, bytes: frame))
    bytes += frame
  }

  /// Appends bytes that are no RTCM frame.
  public mutating func append(other: [UInt8]) { bytes += other }

  /// Appends bytes of a kind other than RTCM frames.
  public mutating func append(_ bytes: OtherBytes, seed: UInt64) {
    append(other: bytes.make(seed: seed))
  }

  /// Appends a damaged copy of a valid frame, which a receiver must not find.
  public mutating func append(frame: [UInt8], damagedBy damage: FrameDamage, seed: UInt64) {
    append(other: damage.apply(to: frame, seed: seed))
  }
}

// MARK: Whole streams

extension TestStream {
  /// Creates a stream of frames, some of them damaged or repeated, with other bytes between them.
  ///
  /// - Parameters:
  ///   - frames: Valid frames, in the order of the stream.
  ///   - seed: The seed of the random numbers; the same seed makes the same stream.
  public init(mixing frames: [[UInt8]], seed: UInt64) {
    var random = Xoshiro256(seed: seed, part: "mixed stream")
    for frame in frames {
      if random.draw([true, false]) {
        append(random.draw(OtherBytes.allCases), seed: random.next())
      }
      switch random.draw(0..<8) {
      case 0...1:
        append(frame: frame, damagedBy: random.draw(FrameDamage.allCases), seed: random.next())
      case 2:
        append(frame: frame)
        append(frame: frame)
      default: append(frame: frame)
      }
    }
  }
}

// MARK: Cutting

extension TestStream {
  /// Returns the beginning of the stream, as if the connection had broken.
  ///
  /// - Parameter bitCount: The number of bits to keep, at least 0; missing bits of the last byte are zero. A
  ///   number greater than the stream's keeps all bits.
  /// - Returns: The stream's beginning and its complete frames.
  public func prefix(bits bitCount: Int) -> TestStream {
    let bitCount = min(bitCount, bytes.count * 8)
    var cut = Array(bytes.prefix((bitCount + 7) / 8))
    if bitCount % 8 != 0 {
      cut[cut.count - 1] &= 0xFF << UInt8(8 - bitCount % 8)
    }
    return with(cut, droppedBytes: 0)
  }

  /// Returns the stream without its first `byteCount` bytes, at least 0, as if the receiver was connected
  /// late.
  public func dropping(firstBytes byteCount: Int) -> TestStream {
    with(Array(bytes.dropFirst(byteCount)), droppedBytes: min(byteCount, bytes.count))
  }

  /// Returns a stream of the given bytes, with those frames that are complete in the bytes.
  private func with(_ cut: [UInt8], droppedBytes: Int) -> TestStream {
    var stream = TestStream()
    stream.bytes = cut
    for frame in frames {
      let start = frame.offset - droppedBytes
      guard start >= 0, cut.dropFirst(start).starts(with: frame.bytes) else { continue }
      stream.frames.append(Frame(offset: start, bytes: frame.bytes))
    }
    return stream
  }

  /// Returns the stream in the pieces that a socket or a serial port delivers; ``StreamCut`` has other ways.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random numbers.
  ///   - longest: The greatest length of a piece in bytes, at least 1; all lengths are equally likely.
  /// - Returns: The pieces, none of them empty, which together are the stream.
  public func chunks(seed: UInt64, longest: Int) -> [[UInt8]] {
    StreamCut.random(seed: seed, longest: longest).pieces(of: bytes)
  }
}
