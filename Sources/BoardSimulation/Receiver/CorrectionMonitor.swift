internal import GNSSBasics
internal import RTCMParser

/// A reader of the RTCM stream sent to a receiver, which determines the corrections that can be used.
///
/// ```swift
/// var monitor = CorrectionMonitor()
/// monitor.consume(chunk.span, at: clock.now) { message in log(message.type) }
/// if let usable = monitor.status.latest { print(usable.stationID, usable.satellites) }
/// ```
/// Used messages are 1005 and 1006 (position), 1033 and 1230 (GLONASS biases), MSM4 to MSM7 of GPS, GLONASS,
/// Galileo, QZSS and BeiDou, and the legacy observations 1001 to 1004 and 1009 to 1012, as the ZED-F9P
/// interface description lists them. All other messages are ignored. An epoch is usable when it is complete,
/// when its station's position is known, and when it has five satellites or more with a pseudorange and a
/// phaserange on at least one signal. That is a model: L1 alone fixes as fast as L1 and L2. Memory use does
/// not grow with the stream.
struct CorrectionMonitor: Sendable {
  /// A message in the stream, with the use that was made of it.
  struct Message: Hashable, Sendable {
    /// The message type (DF002); 0 if unknown.
    var type: UInt16
    /// The station ID (DF003); `nil` for messages without one and for messages with a wrong CRC.
    var stationID: UInt16?
    /// Whether the CRC was wrong, in which case the type is unknown.
    var isCRCWrong: Bool
    /// Whether the receiver used the message.
    var isUsed: Bool
  }

  /// The corrections that can be used now, and the problem of the last ones.
  var status: CorrectionStatus { reader.status }
  /// The orbits and observations in the stream.
  var content: StreamContent {
    get { reader.content }
    set { reader.content = newValue }
  }

  /// Returns whether a base that moves is heard at a board time.
  func hearsMovingBase(at now: Duration) -> Bool {
    reader.content.movingBase?.isPresent(at: now) ?? false
  }

  /// The scanner of each port: a frame comes on one.
  private var scanners = PerPort(FrameScanner())
  private var reader = CorrectionReader()

  /// Creates a monitor at the beginning of a stream.
  ///
  /// - Parameter solves: Whether the receiver solves.
  init(solves: Bool = false) { reader.content = StreamContent(solves: solves) }

  /// Returns the counts of a port's frame scanner.
  func counts(of port: ReceiverPort) -> ScanCounts { scanners[port].counts }

  /// Reads the next bytes of the stream, in chunks of any size.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes.
  ///   - port: The port on which they come.
  ///   - isCounted: Whether they are known not to be all of other protocols.
  ///   - now: The board time of their arrival.
  ///   - date: The GPS time of their arrival, needed for observations.
  ///   - leapSeconds: GPS time minus UTC at that time, needed for GLONASS epochs.
  ///   - onMessage: Called for each message; those with a wrong CRC come last.
  mutating func consume(
    _ bytes: Span<UInt8>, on port: ReceiverPort = .i2c, isCounted: Bool = true, at now: Duration,
    date: GPSTime? = nil,
    leapSeconds: Int = LeapSeconds.latest,
    onMessage: (Message) -> Void
  ) {
    let wrongBefore = scanners[port].counts.badCRC
    if isCounted { reader.countInput() }
    Self.scan(
      bytes, by: &scanners[port], for: &reader, on: port, at: now, date, leapSeconds, onMessage)
    for _ in wrongBefore..<max(scanners[port].counts.badCRC, wrongBefore) {
      onMessage(Message(type: 0, stationID: nil, isCRCWrong: true, isUsed: false))
    }
  }

  /// Scans bytes for frames.
  ///
  /// Scanner and reader are separate parameters, because the scanner lends each frame while the scanner
  /// itself is being accessed.
  private static func scan(
    _ bytes: Span<UInt8>, by scanner: inout FrameScanner, for reader: inout CorrectionReader,
    on port: ReceiverPort, at now: Duration, _ date: GPSTime?, _ leapSeconds: Int,
    _ onMessage: (Message) -> Void
  ) {
    scanner.consume(bytes) { frame in
      let message = reader.read(
        frame.payload, on: port, at: now, date: date, leapSeconds: leapSeconds)
      if let message { onMessage(message) }
    }
  }

  /// Records that bytes arrived while the receiver's RTCM input was disabled.
  mutating func countDisabledInput() {
    reader.countDisabledInput()
  }
}
