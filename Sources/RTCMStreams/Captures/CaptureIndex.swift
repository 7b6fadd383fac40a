/// The slices of a capture for playback, with their times.
///
/// The slices are contiguous and cover the capture. Each slice ends where a frame ends, so a client that
/// joins at a border gets whole frames from its first byte. The times come from the first of these that
/// applies:
///
/// - With arrival times, slices follow the arrivals. A frame is due when its last byte had arrived.
/// - With epochs, a slice ends with the last observation message of an epoch. Station messages, ephemerides
///   and stray bytes belong to the slice that contains them.
/// - With neither, slices of about a second follow at ``byteRate``.
public struct CaptureIndex: Sendable {
  /// A slice of the capture.
  public struct Slice: Hashable, Sendable {
    /// The range of the slice's bytes in the capture.
    public var range: Range<Int>
    /// The time at which the slice is due, counted from the first slice.
    public var time: Duration
  }

  /// The slices in order; empty for an empty capture.
  public private(set) var slices: [Slice] = []
  /// The length of the capture: the time of the last slice plus one interval.
  public private(set) var period: Duration = .zero
  /// The most common interval between two epochs; one second for a capture without such an interval.
  public let interval: Duration
  /// The number of epochs of observations.
  public let epochCount: Int

  /// The assumed bytes per second of a capture that has neither arrival times nor epochs.
  public static var byteRate: Int { 1000 }

  init(
    _ scan: CaptureScan, _ timeline: EpochTimeline, count: Int, arrivals: [CaptureArrival]
  ) {
    interval = .milliseconds(timeline.interval)
    epochCount = timeline.epochs.count
    if !arrivals.isEmpty {
      cut(by: arrivals, scan.frames, of: count)
    } else if timeline.epochs.isEmpty {
      cut(every: Self.byteRate, scan.frames, of: count)
    } else {
      for epoch in timeline.epochs { cut(at: epoch.end, time: .milliseconds(epoch.time)) }
    }
    guard count > 0 else { return }
    if slices.isEmpty { cut(at: count, time: .zero) }
    slices[slices.count - 1].range = slices[slices.count - 1].range.lowerBound..<count
    period = (slices.last?.time ?? .zero) + interval
  }

  /// Ends a slice at `end`, unless the slice would be empty.
  private mutating func cut(at end: Int, time: Duration) {
    let start = slices.last?.range.upperBound ?? 0
    if end > start { slices.append(Slice(range: start..<end, time: time)) }
  }

  private mutating func cut(
    by arrivals: [CaptureArrival], _ frames: [CaptureScan.Frame], of count: Int
  ) {
    var borders = FrameBorders(frames)
    let start = arrivals[0].time
    var (arrived, latest) = (0, Duration.zero)
    for arrival in arrivals where arrival.count > 0 {
      let (sum, overflows) = arrived.addingReportingOverflow(arrival.count)
      arrived = overflows ? count : min(sum, count)
      latest = max(latest, arrival.time - start)
      cut(at: borders.last(notAfter: arrived), time: latest)
    }
  }

  private mutating func cut(every step: Int, _ frames: [CaptureScan.Frame], of count: Int) {
    var borders = FrameBorders(frames)
    var start = 0
    while start < count {
      let end = borders.first(notBefore: min(start + step, count))
      cut(at: end, time: .seconds(start) / step)
      start = end
    }
  }
}

/// The offsets at which a capture may be cut: anywhere but inside a frame.
///
/// Calls must pass increasing offsets.
private struct FrameBorders {
  private let frames: [CaptureScan.Frame]
  private var next = 0

  init(_ frames: [CaptureScan.Frame]) { self.frames = frames }

  mutating func last(notAfter offset: Int) -> Int {
    frame(around: offset)?.lowerBound ?? offset
  }

  mutating func first(notBefore offset: Int) -> Int {
    frame(around: offset)?.upperBound ?? offset
  }

  private mutating func frame(around offset: Int) -> Range<Int>? {
    while next < frames.count, frames[next].range.upperBound <= offset { next += 1 }
    guard next < frames.count, frames[next].range.lowerBound < offset else { return nil }
    return frames[next].range
  }
}
