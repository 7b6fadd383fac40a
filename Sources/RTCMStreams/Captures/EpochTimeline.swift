/// The epochs of a capture in order, each with its playback time.
///
/// RTCM gives only the time of week or of day, so time is counted on from epoch to epoch:
///
/// - A rollover of the week or the day has no effect.
/// - An epoch that repeats an earlier one (within a minute) takes no time.
/// - A jump that no receiver makes (more than ten minutes ahead or a minute back, as where another
///   recording begins) takes one nominal interval.
struct EpochTimeline {
  /// An epoch: all its messages, with the duplicates and stragglers that follow it.
  struct Epoch {
    /// The end of the last observation frame, as an offset in the capture.
    var end: Int
    /// The playback time since the first epoch, milliseconds.
    var time: Int
    /// The time since the first epoch according to the messages, milliseconds; negative for an earlier
    /// time.
    var told = 0
  }

  /// The epochs in playback order.
  private(set) var epochs: [Epoch] = []
  /// The most common interval between two epochs, milliseconds; 1,000 for a capture without intervals.
  private(set) var interval: Int = 1000
  /// The time from the earliest epoch to the latest according to their messages, milliseconds.
  ///
  /// With jumps it is longer than the last epoch's playback time.
  private(set) var span: Int = 0

  init(_ scan: CaptureScan) {
    var steps: [Step] = []
    let leapSeconds = scan.leapSeconds
    var newest: Int?
    for frame in scan.frames {
      guard let timeOfDay = frame.epoch?.gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds) else {
        continue
      }
      let step = newest.map { Step(from: $0, to: timeOfDay) } ?? .first
      if step == .none {
        epochs[epochs.count - 1].end = frame.range.upperBound
      } else {
        epochs.append(Epoch(end: frame.range.upperBound, time: 0))
        steps.append(step)
        newest = timeOfDay
      }
    }
    interval = Self.mostCommon(steps) ?? interval
    place(by: steps)
  }

  /// Sets the time of each epoch, and measures the span.
  private mutating func place(by steps: [Step]) {
    var (time, told): (Int, Int) = (0, 0)
    var (earliest, latest): (Int, Int) = (0, 0)
    for (number, step) in steps.enumerated() {
      switch step {
      case .first, .none: break
      case .ahead(let milliseconds):
        time += milliseconds
        told += milliseconds
      case .jump(let milliseconds):
        time += interval
        told += milliseconds
      }
      epochs[number].time = time
      epochs[number].told = told
      (earliest, latest) = (min(earliest, told), max(latest, told))
    }
    span = latest - earliest
  }

  private static func mostCommon(_ steps: [Step]) -> Int? {
    var lengths: [Int] = []
    for case .ahead(let length) in steps { lengths.append(length) }
    lengths.sort()
    var best: (length: Int, count: Int)?
    var count = 0
    for (number, length) in lengths.enumerated() {
      count = number > 0 && lengths[number - 1] == length ? count + 1 : 1
      if count > best?.count ?? 0 { best = (length, count) }
    }
    return best?.length
  }
}

/// The step from one epoch to the next.
private enum Step: Hashable {
  case first
  /// The same epoch, or an earlier one.
  case none
  case ahead(Int)
  case jump(Int)

  init(from newest: Int, to timeOfDay: Int) {
    let distance = TimeOfDay.distance(from: newest, to: timeOfDay)
    switch distance {
    case 5...600_000: self = .ahead(distance)  // below 5 ms: clocks that differ by their rounding
    case -60_000..<5: self = .none
    default: self = .jump(distance)
    }
  }
}
