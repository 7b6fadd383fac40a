/// A time window of a stream, by the time of its observations.
///
/// ```swift
/// var window = EpochWindow(since: .timeOfDay(milliseconds: 12 * 3_600_000), until: nil)
/// scanner.consume(chunk.span) { frame in if window.contains(frame) { count += 1 } }
/// ```
/// A frame has the time of the last observation message up to and including the frame. Frames before the
/// first observation are in every window, so that a shortened stream still contains its station's position.
public struct EpochWindow: Hashable, Sendable {
  /// A border of the window, in GPS time.
  public enum Border: Hashable, Sendable {
    /// A time on the day of the stream's first observations, `0...86_400_000` milliseconds.
    case timeOfDay(milliseconds: Int)
    /// An instant within half a week of the stream's first observations, or after them.
    case instant(GPSTime)
  }

  private let since, until: Border?
  /// The time of the last epoch.
  private var time: GPSTime?
  private var first = GPSTime(nanoseconds: .min)
  private var end = GPSTime(nanoseconds: .max)
  /// Whether the stream has had epochs, and none of them in the window.
  private(set) var hasMissed = false

  /// Creates a window at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - since: The first time in the window; `nil` for the stream's beginning.
  ///   - until: The first time after the window; `nil` for the stream's end. A time of day not after the
  ///     time of day of `since` is on the next day.
  public init(since: Border?, until: Border?) {
    self.since = since
    self.until = until
  }

  /// Whether the next frame of the stream is in the window.
  public mutating func contains(_ frame: borrowing FrameView) -> Bool {
    if let time = EpochField(in: frame.payload)?.epoch.gpsTime(near: time ?? reference) {
      go(to: time)
    }
    return isInside
  }

  /// Whether observations outside frames, and the data that follow them, are in the window.
  public mutating func contains(observationsAt time: GPSTime) -> Bool {
    go(to: time)
    return isInside
  }

  private var isInside: Bool { time.map { first <= $0 && $0 < end } ?? true }

  private mutating func go(to time: GPSTime) {
    if self.time == nil { begin(at: time) }
    self.time = time
    hasMissed = hasMissed && !isInside
  }

  private mutating func begin(at time: GPSTime) {
    hasMissed = true
    if let since { first = since.instant(onDayOf: time) }
    guard let until else { return }
    end = until.instant(onDayOf: time)
    if case .timeOfDay = until, since != nil, end <= first {
      end = end.advanced(byNanoseconds: Int64(millisecondsPerDay) * 1_000_000)
    }
  }

  /// The reference time for the first epoch; for times of day its week does not matter.
  private var reference: GPSTime {
    if case .instant(let time) = since { return time }
    if case .instant(let time) = until { return time }
    return GPSTime(week: 2300, secondsOfWeek: 302_400)
  }
}

extension EpochWindow.Border {
  fileprivate func instant(onDayOf time: GPSTime) -> GPSTime {
    switch self {
    case .instant(let instant): instant
    case .timeOfDay(let milliseconds):
      GPSTime(
        week: time.week,
        millisecondsOfWeek: time.millisecondsOfWeek / millisecondsPerDay * millisecondsPerDay
          + milliseconds)
    }
  }
}
