internal import Mathematics

/// Every valid frame of a capture, with its epoch where it has one.
struct CaptureScan {
  /// A frame and its place.
  struct Frame {
    /// The frame's bytes in the capture.
    var range: Range<Int>
    /// DF002; `nil` when the payload is too short for one.
    var type: UInt16?
    /// When its observations were made; `nil` for all other messages, and for a number that is no time.
    var epoch: MSMEpoch?
    /// Whether it is an observation that announces more of its epoch.
    var isMoreToFollow = false
  }

  /// The frames in the order in which they stand.
  private(set) var frames: [Frame] = []
  /// The counts of the scanner.
  let counts: ScanCounts

  /// Scans a capture; bytes that belong to no frame are passed over.
  init(_ capture: Span<UInt8>) {
    var scanner = FrameScanner()
    var frames: [Frame] = []
    scanner.consume(capture) { frames.append(Frame($0)) }
    scanner.finish { frames.append(Frame($0)) }
    self.frames = frames
    counts = scanner.counts
  }

  /// GPS time minus UTC, by majority of the epochs that hold GLONASS and another constellation.
  ///
  /// Few streams carry it (1013). Where nothing tells, it is today's.
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
  /// The instant of the first epoch that tells the day of its week, or without one of the first that tells the
  /// time of a day; the reference where there is none.
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
      isMoreToFollow = field.isMoreToFollow ?? false
    }
  }
}

/// Arithmetic with milliseconds since midnight.
enum TimeOfDay {
  /// The shortest way from one time of day to another, milliseconds, forward positive.
  static func distance(from earlier: Int, to later: Int) -> Int {
    let forward = (later - earlier).modulo(millisecondsPerDay)
    return forward > millisecondsPerDay / 2 ? forward - millisecondsPerDay : forward
  }
}
