public import NtripProtocol
public import RTCMParser

/// The statistics of a link since it was made, over all its connections.
public struct NtripLinkStatistics: Hashable, Sendable {
  /// The link's state, with bytes, reconnects and the last error.
  public var status: NtripLinkStatus
  /// The version that the stream is answered in; `nil` before there is one.
  public var version: NtripVersion?
  /// The number of connections asked for.
  public var connects: Int
  /// RTCM 3 frames by type.
  public var frames: FrameCounts
  /// Bytes that looked like the beginning of a frame whose CRC was wrong.
  public var badCRC: Int
  /// Bytes that are not part of a frame, with those.
  public var otherBytes: Int
  /// Pauses of more than ``gapLength`` between one frame and the next.
  public var gaps: Int
  /// The longest pause between one frame and the next.
  public var longestPause: Duration
  /// From asking for the last connection to the first byte of its stream; `nil` before that has come.
  public var firstByteDelay: Duration?
  /// The age of the last frame; `nil` before the first one.
  public var age: Duration?

  /// The pause between two frames above which it counts as a gap.
  public static let gapLength = Duration.seconds(5)
}

/// Counts the frames of a stream as its bytes pass.
struct StreamMeter {
  private var scanner = FrameScanner()
  private var frames = FrameCounts()
  private var gaps = 0
  private var longestPause = Duration.zero
  private var lastFrame: Duration?

  /// Looks at bytes of the stream.
  ///
  /// - Returns: Whether they complete a frame.
  mutating func consume(_ bytes: Span<UInt8>, at now: Duration) -> Bool {
    let before = frames.total
    var frames = frames
    scanner.consume(bytes) { frames.count($0.messageType) }
    self.frames = frames
    if frames.total > before { noteFrame(at: now) }
    return frames.total > before
  }

  /// The connection has ended; what comes next does not go on where it stopped.
  mutating func endStream() {
    var frames = frames
    scanner.finish { frames.count($0.messageType) }
    self.frames = frames
  }

  private mutating func noteFrame(at now: Duration) {
    if let lastFrame {
      let pause = now - lastFrame
      if pause > NtripLinkStatistics.gapLength { gaps += 1 }
      longestPause = max(longestPause, pause)
    }
    lastFrame = now
  }

  /// Returns the counts, with the state of the link's machine.
  func statistics(_ machine: NtripClientMachine, at now: Duration) -> NtripLinkStatistics {
    NtripLinkStatistics(
      status: machine.status, version: machine.version, connects: machine.connectCount,
      frames: frames, badCRC: scanner.counts.badCRC, otherBytes: scanner.counts.otherBytes,
      gaps: gaps, longestPause: longestPause, firstByteDelay: machine.firstByteDelay,
      age: lastFrame.map { now - $0 })
  }
}
