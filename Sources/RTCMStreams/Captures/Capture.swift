/// A recorded stream in memory, scanned once.
///
/// A copy costs nothing: many boards and casters may play one capture.
public struct Capture: Sendable {
  /// The bytes as received from a receiver or caster; other data may lie between the frames.
  public let bytes: [UInt8]
  /// The slices of the capture for playback, with their times.
  public let index: CaptureIndex
  /// The counts of frames and skipped bytes.
  public let counts: ScanCounts
  /// The summary of the capture's content.
  package let summary: CaptureSummary
  /// The plan for playing the capture at another time.
  let plan: RedatingPlan

  /// The number of valid frames of each message type.
  public var frames: FrameCounts { summary.frames }

  /// The station's position from the majority of messages 1005 and 1006 that give a place on Earth.
  public var station: StationPosition? { summary.station }

  /// The messages that contradict the date of the recording; playback at another time starts from that
  /// date.
  public var dateOutliers: [DateClaim] { plan.dateOutliers }

  /// Scans a recording.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the stream.
  ///   - arrivals: The arrival times of the bytes, if known; otherwise playback follows the epochs inside.
  public init(_ bytes: [UInt8], arrivals: [CaptureArrival] = []) {
    let scan = CaptureScan(bytes.span)
    let timeline = EpochTimeline(scan)
    self.bytes = bytes
    index = CaptureIndex(scan, timeline, count: bytes.count, arrivals: arrivals)
    plan = RedatingPlan(bytes.span, scan, timeline)
    counts = scan.counts
    summary = CaptureSummary(bytes.span, scan, index)
  }
}
