/// A scanner that finds UBX frames in a stream that also carries other protocols and noise.
///
/// The stream may be fed in pieces of any size; the frames found do not depend on the piece size.
/// NMEA sentences never contain the first preamble byte and are skipped. RTCM frames and noise that
/// look like a frame fail the checksum, and scanning resumes at the next possible preamble after
/// their first byte. A damaged frame therefore never hides a valid frame after it. A length above
/// `maximumPayload` is rejected, which limits the memory in use.
public struct UBXScanner: Sendable {
  /// The counts of frames and other bytes scanned so far.
  public private(set) var counts = UBXScanCounts()
  /// The maximum accepted payload length in bytes.
  public let maximumPayload: Int
  /// The bytes of the candidate frame, from its preamble on.
  private var pending: [UInt8] = []

  /// Creates a scanner that accepts payloads of up to `maximumPayload` bytes.
  public init(maximumPayload: Int = 1024) {
    self.maximumPayload = min(maximumPayload, Int(UInt16.max))
    pending.reserveCapacity(self.maximumPayload + UBXFrame.overhead)
  }

  /// Scans the next bytes of the stream and reports each frame that they complete.
  ///
  /// - Parameters:
  ///   - bytes: The next piece, of any length.
  ///   - onFrame: The closure called with each message's ID and payload, in stream order.
  public mutating func consume(
    _ bytes: Span<UInt8>, onFrame: (_ messageID: UBXMessageID, _ payload: Span<UInt8>) -> Void
  ) {
    var index = 0
    while index < bytes.count {
      if pending.isEmpty {
        let begin = index
        while index < bytes.count, bytes[index] != UBXFrame.preamble.0 { index += 1 }
        counts.otherBytes += index - begin
      }
      let end = min(index + missingCount, bytes.count)
      while index < end {
        pending.append(bytes[index])
        index += 1
      }
      while let length = decide(onFrame: onFrame) { drop(length) }
    }
  }

  /// The number of bytes that the candidate needs for the next decision.
  private var missingCount: Int {
    guard pending.count >= UBXFrame.headerLength else { return 1 }
    return payloadLength + UBXFrame.overhead - pending.count
  }

  /// The payload length according to the header.
  private var payloadLength: Int { Int(pending.span.littleEndian(at: 4, as: UInt16.self)) }

  /// Whether a frame has begun and is not complete yet.
  public var isInFrame: Bool { pending.count >= 2 }

  /// Discards an unfinished frame, for example after a gap in the stream.
  public mutating func reset() {
    counts.otherBytes += pending.count
    pending.removeAll(keepingCapacity: true)
  }
}

extension UBXScanner {
  /// Examines the candidate; returns the number of finished bytes, or `nil` when more bytes are needed.
  private mutating func decide(onFrame: (UBXMessageID, Span<UInt8>) -> Void) -> Int? {
    if pending.isEmpty { return nil }
    if pending[0] != UBXFrame.preamble.0 { return reject() }
    if pending.count < 2 { return nil }
    if pending[1] != UBXFrame.preamble.1 { return reject() }
    if pending.count < UBXFrame.headerLength { return nil }
    let length = payloadLength
    if length > maximumPayload {
      counts.oversized += 1
      return reject()
    }
    return pending.count < length + UBXFrame.overhead ? nil : accept(length, onFrame: onFrame)
  }

  /// Verifies the checksum of the complete candidate, and reports a valid frame.
  private mutating func accept(
    _ payloadLength: Int, onFrame: (UBXMessageID, Span<UInt8>) -> Void
  ) -> Int {
    let end = UBXFrame.headerLength + payloadLength
    let checksum = UBXChecksum(of: pending.span.extracting(2..<end))
    guard pending[end] == checksum.a, pending[end + 1] == checksum.b else {
      counts.badChecksums += 1
      return reject()
    }
    counts.frames += 1
    counts.frameBytes += end + 2
    let payload = pending.span.extracting(UBXFrame.headerLength..<end)
    onFrame(UBXMessageID(pending[2], pending[3]), payload)
    return end + 2
  }

  /// Rejects the start of the candidate; returns the number of bytes before the next possible preamble.
  private mutating func reject() -> Int {
    let next = pending.dropFirst().firstIndex(of: UBXFrame.preamble.0) ?? pending.count
    counts.otherBytes += next
    return next
  }

  private mutating func drop(_ count: Int) {
    if count == pending.count {
      pending.removeAll(keepingCapacity: true)
    } else {
      pending.removeFirst(count)
    }
  }
}

/// The counts of a ``UBXScanner``.
public struct UBXScanCounts: Hashable, Sendable {
  /// The number of frames with a correct checksum.
  public var frames = 0
  /// The number of bytes in frames with a correct checksum.
  public var frameBytes = 0
  /// The number of bytes outside valid frames: other protocols, fill bytes, noise.
  public var otherBytes = 0
  /// The number of candidates with a wrong checksum.
  public var badChecksums = 0
  /// The number of candidates with a payload length above the maximum.
  public var oversized = 0
}
