/// A recorded stream in memory, looked through once.
///
/// A copy costs nothing: many boards and casters may play one capture.
public struct Capture: Sendable {
  /// The bytes as they came from a receiver or caster; other data may stand between the frames.
  public let bytes: [UInt8]
  /// The parts that the capture is cut into for playing, with their times.
  public let index: CaptureIndex
  /// The counts of frames and skipped bytes.
  public let counts: ScanCounts
  /// The summary of its content.
  package let summary: CaptureSummary
  /// The plan for playing it at another time.
  let plan: RedatingPlan

  /// Valid frames by message type.
  public var frames: FrameCounts { summary.frames }

  /// The station's position, by most of its messages 1005 or 1006 that name a place on Earth.
  public var station: StationPosition? { summary.station }

  /// Messages that contradict the date of the recording, by which it is dated anew.
  public var dateOutliers: [DateClaim] { plan.dateOutliers }

  /// Looks through a recording.
  ///
  /// - Parameters:
  ///   - bytes: The stream.
  ///   - arrivals: When the bytes came, if that is known; otherwise the epochs inside tell.
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
