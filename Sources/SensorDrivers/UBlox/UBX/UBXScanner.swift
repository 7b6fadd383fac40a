/// Finds UBX frames in a stream that also carries other protocols and noise.
///
/// It accepts the stream in any pieces and gives the same frames for each way of cutting it. NMEA
/// sentences never contain the first preamble byte and are passed over; RTCM frames and noise that
/// happen to look like a frame fail its checksum, and scanning resumes at their second byte, so that
/// no valid frame is lost to a damaged one before it. A length above `maximumPayload` is not
/// believed, which bounds memory.
public struct UBXScanner: Sendable {
  /// The counts of the scanner.
  public private(set) var counts = UBXScanCounts()
  /// The longest payload that is accepted, in bytes.
  public let maximumPayload: Int
  /// The bytes of the candidate frame, from its preamble on.
  private var pending: [UInt8] = []

  /// Creates a scanner that accepts payloads of up to `maximumPayload` bytes.
  public init(maximumPayload: Int = 1024) {
    self.maximumPayload = min(maximumPayload, Int(UInt16.max))
    pending.reserveCapacity(self.maximumPayload + UBXFrame.overhead)
  }

  /// Takes the next bytes of the stream and reports each frame they complete.
  ///
  /// - Parameters:
  ///   - bytes: The next piece, of any length.
  ///   - onFrame: Called with the message's identification and its payload, in stream order.
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

  /// The number of bytes that the candidate lacks before there is something to decide.
  private var missingCount: Int {
    guard pending.count >= UBXFrame.headerLength else { return 1 }
    return payloadLength + UBXFrame.overhead - pending.count
  }

  /// The length that the header announces.
  private var payloadLength: Int { Int(pending.span.littleEndian(at: 4, as: UInt16.self)) }

  /// Whether a frame has begun and its end is still to come.
  public var isInFrame: Bool { pending.count >= 2 }

  /// Forgets an unfinished frame, as after a break in the stream.
  public mutating func reset() {
    counts.otherBytes += pending.count
    pending.removeAll(keepingCapacity: true)
  }
}

extension UBXScanner {
  /// Looks at the candidate: `nil` when more bytes are needed, else how many bytes are done with.
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

  /// Checks the complete candidate and reports it when it is sound.
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

  /// Gives up the candidate's start: everything before the next possible preamble.
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
  /// Frames whose checksum was right.
  public var frames = 0
  /// Bytes in those frames.
  public var frameBytes = 0
  /// Bytes outside of them: other protocols, fill, noise.
  public var otherBytes = 0
  /// Candidates whose checksum was wrong.
  public var badChecksums = 0
  /// Candidates that announced a payload longer than accepted.
  public var oversized = 0
}
