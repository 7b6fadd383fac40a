/// A converter of a byte stream, split anywhere and with any data between the frames.
///
/// ```swift
/// var converter = StreamConverter(rules)
/// converter.consume(chunk.span, into: &output)
/// converter.finish(into: &output)
/// ```
/// Unless other bytes are passed too, the output has only whole frames with a correct CRC. After each call
/// `output` ends at the end of a frame, so it may be cut there.
public struct StreamConverter: Sendable {
  private var scanner = FrameScanner()
  private var converter: FrameConverter
  private var others: OtherBytes?

  /// Creates a converter at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - rules: The rules for the frames.
  ///   - passesOtherBytes: Whether bytes outside frames are written as well, in their position.
  public init(_ rules: ConversionRules, passesOtherBytes: Bool = false) {
    converter = FrameConverter(rules)
    others = passesOtherBytes ? OtherBytes() : nil
  }

  /// The rules for the frames.
  public var rules: ConversionRules { converter.rules }
  /// The counts of frames and skipped bytes in the input so far.
  public var scanned: ScanCounts { scanner.counts }
  /// The counts of frames by outcome of the conversion so far.
  public var counts: ConversionCounts { converter.counts }

  /// Converts the next bytes of the stream, and appends the frames that are ready to `output`.
  public mutating func consume(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    others?.add(bytes)
    scanner.consume(bytes) { frame in
      others?.give(upTo: frame.offset, to: &converter, into: &output)
      others?.skip(frame.bytes.count)
      converter.convert(frame, into: &output)
    }
    passSkippedBytes(into: &output)
  }

  /// Converts an epoch of the stream outside messages.
  ///
  /// - Returns: The remaining epoch, see ``FrameConverter/convert(_:)``.
  public mutating func convert(_ epoch: ObservationEpoch) -> ObservationEpoch? {
    converter.convert(epoch)
  }

  /// Ends the stream: appends the bytes held back.
  public mutating func finish(into output: inout [UInt8]) {
    scanner.finish { frame in
      others?.give(upTo: frame.offset, to: &converter, into: &output)
      others?.skip(frame.bytes.count)
      converter.convert(frame, into: &output)
    }
    passSkippedBytes(into: &output)
    converter.finish(into: &output)
  }

  /// Passes the bytes that the scanner skipped after the last frame.
  private mutating func passSkippedBytes(into output: inout [UInt8]) {
    let counts = scanner.counts
    others?.give(upTo: counts.frameBytes &+ counts.otherBytes, to: &converter, into: &output)
    others?.forgetGiven()
  }
}

/// The bytes of a stream that may turn out to be outside frames.
private struct OtherBytes {
  private var bytes: [UInt8] = []
  /// The number of bytes in `bytes` already handled.
  private var next = 0
  /// The offset of `bytes[next]` in the stream.
  private var offset = 0

  mutating func add(_ more: Span<UInt8>) { bytes.append(contentsOf: more) }

  /// Passes the bytes before an offset of the stream to the converter.
  mutating func give(
    upTo end: Int, to converter: inout FrameConverter, into output: inout [UInt8]
  ) {
    let count = end &- offset
    guard count > 0 else { return }
    converter.passOther(bytes.span.extracting(next..<(next + count)), into: &output)
    skip(count)
  }

  /// Skips the bytes of a frame.
  mutating func skip(_ count: Int) {
    next += count
    offset &+= count
  }

  /// Frees the memory of the bytes already handled.
  mutating func forgetGiven() {
    bytes.removeFirst(next)
    next = 0
  }
}
