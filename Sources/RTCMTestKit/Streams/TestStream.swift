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
/// The same calls make the same bytes on every machine. What a stream expects follows from how it was
/// made, not from a parser: bytes that are no frame, or no longer one, have a CRC that a receiver
/// takes for right by a chance of one in 16 million.
///
/// A receiver can only know the end of the last false frame when it is told that the stream has
/// ended, or when 1029 more bytes have come.
public struct TestStream: Hashable, Sendable {
  /// A frame that a receiver must find.
  public struct Frame: Hashable, Sendable {
    /// The offset of the first byte in the stream.
    public let offset: Int
    /// Its bytes, from 0xD3 to the last one of the CRC.
    public let bytes: [UInt8]

    /// Creates a frame, such as one that a receiver has found, to compare.
    public init(offset: Int, bytes: [UInt8]) {
      self.offset = offset
      self.bytes = bytes
    }

    /// DF002; `nil` when the payload is shorter than the two bytes that hold it.
    public var messageType: UInt16? {
      guard bytes.count >= RTCMFrame.minimumLength else { return nil }
      let payload = RTCMFrame.headerLength..<(bytes.count - RTCMFrame.checkLength)
      return RTCMFrame.messageType(ofPayload: bytes.span.extracting(payload))
    }
  }

  /// The bytes so far.
  public private(set) var bytes: [UInt8] = []
  /// The frames to be found in them, in order; a receiver finds these and no others.
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

  /// Appends bytes of a kind that is no RTCM frame.
  public mutating func append(_ bytes: OtherBytes, seed: UInt64) {
    append(other: bytes.make(seed: seed))
  }

  /// Appends a valid frame that was damaged on its way, so that it must not be found.
  public mutating func append(frame: [UInt8], damagedBy damage: FrameDamage, seed: UInt64) {
    append(other: damage.apply(to: frame, seed: seed))
  }
}

// MARK: Whole streams

extension TestStream {
  /// Makes a stream of frames, some of them damaged or sent twice, with other bytes between them.
  ///
  /// - Parameters:
  ///   - frames: Valid frames, in the order of the stream.
  ///   - seed: What chance begins with; the same seed makes the same stream.
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
  /// The stream as far as it came before the connection broke.
  ///
  /// - Parameter bitCount: How many bits came, at least 0; those that the last byte lacks are zero. More than
  ///   there are is all of them.
  /// - Returns: The stream's beginning and its frames.
  public func prefix(bits bitCount: Int) -> TestStream {
    let bitCount = min(bitCount, bytes.count * 8)
    var cut = Array(bytes.prefix((bitCount + 7) / 8))
    if bitCount % 8 != 0 {
      cut[cut.count - 1] &= 0xFF << UInt8(8 - bitCount % 8)
    }
    return with(cut, droppedBytes: 0)
  }

  /// The stream as a receiver has it that was plugged in after so many bytes, at least 0.
  public func dropping(firstBytes byteCount: Int) -> TestStream {
    with(Array(bytes.dropFirst(byteCount)), droppedBytes: min(byteCount, bytes.count))
  }

  /// Other bytes, and those of the frames that are whole in them.
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

  /// The stream in pieces, as a socket or a serial port hands them on; ``StreamCut`` has other ways.
  ///
  /// - Parameters:
  ///   - seed: What chance begins with.
  ///   - longest: The most bytes of a piece, at least 1; every length up to that comes as often.
  /// - Returns: Pieces, none of them empty, that make up the stream.
  public func chunks(seed: UInt64, longest: Int) -> [[UInt8]] {
    StreamCut.random(seed: seed, longest: longest).pieces(of: bytes)
  }
}
