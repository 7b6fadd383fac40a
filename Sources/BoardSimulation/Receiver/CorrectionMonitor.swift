internal import GNSSBasics
internal import RTCMParser

/// Reads the RTCM stream that a receiver is sent, and knows what of it can be used.
///
/// ```swift
/// var monitor = CorrectionMonitor()
/// monitor.consume(chunk.span, at: clock.now) { message in log(message.type) }
/// if let usable = monitor.status.latest { print(usable.stationID, usable.satellites) }
/// ```
/// Used are messages 1005 and 1006 (position), 1033 and 1230 (GLONASS biases), MSM4 to MSM7 of
/// GPS, GLONASS, Galileo, QZSS and BeiDou, and the observations from before MSM, 1001 to 1004 and 1009 to
/// 1012, as the ZED-F9P interface description lists them; everything else is passed over. An epoch counts
/// when it is complete, of a station whose position is known, and has five satellites or more with a
/// pseudorange and a phaserange on one signal at least. That is a model: L1 alone fixes as fast as L1 and
/// L2. Memory does not grow with the stream.
struct CorrectionMonitor: Sendable {
  /// A message that the stream carried, and whether it was used.
  struct Message: Hashable, Sendable {
    /// DF002; 0 when it is not known.
    var type: UInt16
    /// DF003; `nil` for messages without one and for those with a wrong CRC.
    var stationID: UInt16?
    /// Whether the CRC was wrong: what type it was is not known then.
    var isCRCWrong: Bool
    /// Whether it was used.
    var isUsed: Bool
  }

  /// The corrections that can be used now, and the problem of the last ones.
  var status: CorrectionStatus { reader.status }
  /// The orbits that the stream tells of its satellites.
  var orbits: StreamOrbits {
    get { reader.orbits }
    set { reader.orbits = newValue }
  }
  /// The counts of the frame scanner.
  var counts: ScanCounts { scanner.counts }

  private var scanner = FrameScanner()
  private var reader = CorrectionReader()

  /// Creates a monitor at the beginning of a stream.
  init() {}

  /// Takes the next bytes, in pieces of any size.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes.
  ///   - now: Board time of their arrival.
  ///   - leapSeconds: GPS time less UTC then, by which epochs of GLONASS are told.
  ///   - onMessage: Called for each message; those with a wrong CRC come last.
  mutating func consume(
    _ bytes: Span<UInt8>, at now: Duration, leapSeconds: Int = LeapSeconds.latest,
    onMessage: (Message) -> Void
  ) {
    let wrongBefore = scanner.counts.badCRC
    reader.countInput()
    Self.scan(bytes, by: &scanner, for: &reader, at: now, leapSeconds, onMessage)
    for _ in wrongBefore..<max(scanner.counts.badCRC, wrongBefore) {
      onMessage(Message(type: 0, stationID: nil, isCRCWrong: true, isUsed: false))
    }
  }

  /// The scanner lends each frame while it is in use itself, so that it and the reader are handed in apart.
  private static func scan(
    _ bytes: Span<UInt8>, by scanner: inout FrameScanner, for reader: inout CorrectionReader,
    at now: Duration, _ leapSeconds: Int, _ onMessage: (Message) -> Void
  ) {
    scanner.consume(bytes) { frame in
      let message = reader.read(frame.payload, at: now, leapSeconds: leapSeconds)
      if let message { onMessage(message) }
    }
  }

  /// Notes that bytes arrived which the receiver is configured not to read.
  mutating func countDisabledInput() {
    reader.countDisabledInput()
  }
}
