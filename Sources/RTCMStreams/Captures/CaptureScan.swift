internal import Mathematics

/// All valid frames of a capture, each with its epoch if it has one.
struct CaptureScan {
  /// A frame and its position in the capture.
  struct Frame {
    /// The range of the frame's bytes in the capture.
    var range: Range<Int>
    /// The message type, DF002; `nil` when the payload is too short for one.
    var type: UInt16?
    /// The epoch of the observations; `nil` for all other messages, and for an impossible time.
    var epoch: MSMEpoch?
    /// Whether the frame is an observation that announces more of its epoch.
    var isMoreToFollow = false
  }

  /// The frames in the capture's order.
  private(set) var frames: [Frame] = []
  /// The scanner's counts of frames and skipped bytes.
  let counts: ScanCounts

  /// Scans a capture; bytes outside frames are skipped.
  init(_ capture: Span<UInt8>) {
    var scanner = FrameScanner()
    var frames: [Frame] = []
    scanner.consume(capture) { frames.append(Frame($0)) }
    scanner.finish { frames.append(Frame($0)) }
    self.frames = frames
    counts = scanner.counts
  }

  /// GPS time minus UTC, seconds, by majority of the epochs with GLONASS and another constellation.
  ///
  /// Few streams carry the value (1013). Without such epochs it is today's value.
  var leapSeconds: Int {
    var votes = [Int](repeating: 0, count: 61)
    var other: MSMEpoch?
    var glonass: MSMEpoch?
    for frame in frames {
      guard let epoch = frame.epoch else { continue }
      if epoch.constellation == .glonass { glonass = epoch } else { other = epoch }
      guard !frame.isMoreToFollow else { continue }
      if let glonass = glonass?.gpsTimeOfDayMilliseconds(leapSeconds: 0),
        let other = other?.gpsTimeOfDayMilliseconds(leapSeconds: 0)
      {
        let milliseconds = TimeOfDay.distance(from: glonass, to: other)
        let seconds = (milliseconds + 500) / 1000
        if votes.indices.contains(seconds) { votes[seconds] += 1 }
      }
      (other, glonass) = (nil, nil)
    }
    guard let most = votes.max(), most > 0, let seconds = votes.firstIndex(of: most) else {
      return LeapSeconds.latest
    }
    return seconds
  }
}

extension CaptureScan {
  /// Returns the instant of the first epoch that has a time of week.
  ///
  /// Without one, the first epoch with a time of day decides; without any epoch, the result is the
  /// reference.
  func firstEpoch(near reference: GPSTime) -> GPSTime {
    let leapSeconds = leapSeconds
    let epochs = frames.lazy.compactMap { $0.epoch }
    if let time = epochs.compactMap({ $0.gpsTimeOfWeekMilliseconds(leapSeconds: leapSeconds) })
      .first
    {
      return reference.nearest(millisecondsOfWeek: time)
    }
    let timeOfDay = epochs.compactMap { $0.gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds) }
      .first
    return timeOfDay.map { reference.nearest(millisecondsOfDay: $0) } ?? reference
  }
}

extension CaptureScan.Frame {
  fileprivate init(_ frame: borrowing FrameView) {
    range = frame.offset..<frame.offset + frame.bytes.count
    type = frame.messageType
    if let field = EpochField(in: frame.payload), field.epoch.impossibleTime == nil {
      epoch = field.epoch
      isMoreToFollow = field.isMoreToFollow
    }
  }
}

/// Arithmetic with milliseconds since midnight.
enum TimeOfDay {
  /// Returns the shortest distance from one time of day to another, milliseconds, positive forward.
  static func distance(from earlier: Int, to later: Int) -> Int {
    let forward = (later - earlier).modulo(millisecondsPerDay)
    return forward > millisecondsPerDay / 2 ? forward - millisecondsPerDay : forward
  }
}
