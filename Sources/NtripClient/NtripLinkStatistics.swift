public import NtripProtocol
public import RTCMParser

/// The statistics of a link since its creation, over all its connections.
public struct NtripLinkStatistics: Hashable, Sendable {
  /// The link's state, with bytes, reconnects and the last error.
  public var status: NtripLinkStatus
  /// The NTRIP version of the caster's answer; `nil` before the first answer.
  public var version: NtripVersion?
  /// The number of connection attempts.
  public var connects: Int
  /// The number of RTCM 3 frames of each type.
  public var frames: FrameCounts
  /// The number of bytes 0xD3 that began a frame with a wrong CRC.
  public var badCRC: Int
  /// The number of bytes outside frames, including those of ``badCRC``.
  public var otherBytes: Int
  /// The number of pauses longer than ``gapLength`` between two frames.
  public var gaps: Int
  /// The longest pause between two frames.
  public var longestPause: Duration
  /// The time from the last connection attempt to its stream's first byte; `nil` before that byte.
  public var firstByteDelay: Duration?
  /// The time since the last frame; `nil` before the first one.
  public var age: Duration?

  /// The pause between two frames above which it counts as a gap.
  public static let gapLength = Duration.seconds(5)
}

/// A counter of the frames in a stream's bytes.
struct StreamMeter {
  private var scanner = FrameScanner()
  private var frames = FrameCounts()
  private var gaps = 0
  private var longestPause = Duration.zero
  private var lastFrame: Duration?

  /// Counts the frames in further bytes of the stream.
  ///
  /// - Returns: Whether the bytes complete a frame.
  mutating func consume(_ bytes: Span<UInt8>, at now: Duration) -> Bool {
    let before = frames.total
    var frames = frames
    scanner.consume(bytes) { frames.count($0.messageType) }
    self.frames = frames
    if frames.total > before { noteFrame(at: now) }
    return frames.total > before
  }

  /// Ends a connection's stream, so that the next connection's bytes do not continue it.
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

  /// Returns the statistics, with the state of the link's machine.
  func statistics(_ machine: NtripClientMachine, at now: Duration) -> NtripLinkStatistics {
    NtripLinkStatistics(
      status: machine.status, version: machine.version, connects: machine.connectCount,
      frames: frames, badCRC: scanner.counts.badCRC, otherBytes: scanner.counts.otherBytes,
      gaps: gaps, longestPause: longestPause, firstByteDelay: machine.firstByteDelay,
      age: lastFrame.map { now - $0 })
  }
}
