/// Converts a stream of bytes, cut anywhere and with anything between the frames, to another.
///
/// ```swift
/// var converter = StreamConverter(rules)
/// converter.consume(chunk.span, into: &output)
/// converter.finish(into: &output)
/// ```
/// Only whole frames with a right CRC go out, so `output` may be cut behind any call: it is at the end
/// of a frame.
public struct StreamConverter: Sendable {
  private var scanner = FrameScanner()
  private var converter: FrameConverter
  private var others: OtherBytes?

  /// Creates a converter at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - rules: What is to be done with the frames.
  ///   - passesOtherBytes: Whether the bytes that are part of no frame go out as well, in their place.
  public init(_ rules: ConversionRules, passesOtherBytes: Bool = false) {
    converter = FrameConverter(rules)
    others = passesOtherBytes ? OtherBytes() : nil
  }

  /// The rules for the frames.
  public var rules: ConversionRules { converter.rules }
  /// The counts of frames and skipped bytes in the input so far.
  public var scanned: ScanCounts { scanner.counts }
  /// The counts of the frames' treatment so far.
  public var counts: ConversionCounts { converter.counts }

  /// Takes the next bytes of the stream and appends to `output` what can go out now.
  public mutating func consume(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    others?.add(bytes)
    scanner.consume(bytes) { frame in
      others?.give(upTo: frame.offset, to: &converter, into: &output)
      others?.skip(frame.bytes.count)
      converter.convert(frame, into: &output)
    }
    passSkippedBytes(into: &output)
  }

  /// Takes an epoch of the stream that is in no message.
  ///
  /// - Returns: What is left of it, see ``FrameConverter/convert(_:)``.
  public mutating func convert(_ epoch: ObservationEpoch) -> ObservationEpoch? {
    converter.convert(epoch)
  }

  /// Ends the stream: appends what is left.
  public mutating func finish(into output: inout [UInt8]) {
    scanner.finish { frame in
      others?.give(upTo: frame.offset, to: &converter, into: &output)
      others?.skip(frame.bytes.count)
      converter.convert(frame, into: &output)
    }
    passSkippedBytes(into: &output)
    converter.finish(into: &output)
  }

  /// Passes what the scanner has skipped behind the last frame.
  private mutating func passSkippedBytes(into output: inout [UInt8]) {
    let counts = scanner.counts
    others?.give(upTo: counts.frameBytes &+ counts.otherBytes, to: &converter, into: &output)
    others?.forgetGiven()
  }
}

/// The bytes of a stream that may turn out to be part of no frame.
private struct OtherBytes {
  private var bytes: [UInt8] = []
  /// Of `bytes`, how many are done with.
  private var next = 0
  /// The offset of `bytes[next]` in the stream.
  private var offset = 0

  mutating func add(_ more: Span<UInt8>) { bytes.append(contentsOf: more) }

  /// Gives the bytes before an offset of the stream.
  mutating func give(
    upTo end: Int, to converter: inout FrameConverter, into output: inout [UInt8]
  ) {
    let count = end &- offset
    guard count > 0 else { return }
    converter.passOther(bytes.span.extracting(next..<(next + count)), into: &output)
    skip(count)
  }

  /// Leaves out bytes, those of a frame.
  mutating func skip(_ count: Int) {
    next += count
    offset &+= count
  }

  /// Frees the memory of what is done with.
  mutating func forgetGiven() {
    bytes.removeFirst(next)
    next = 0
  }
}
