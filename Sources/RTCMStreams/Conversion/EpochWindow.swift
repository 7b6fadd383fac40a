/// A stretch of a stream, by the time of its observations.
///
/// ```swift
/// var window = EpochWindow(since: .timeOfDay(milliseconds: 12 * 3_600_000), until: nil)
/// scanner.consume(chunk.span) { frame in if window.contains(frame) { count += 1 } }
/// ```
/// A frame is of the time of the last observation message up to it, itself included; what comes before the first one
/// is in every window, so that a stream that is cut still tells where its station is.
public struct EpochWindow: Hashable, Sendable {
  /// A border of the window, in GPS time.
  public enum Border: Hashable, Sendable {
    /// On the day of the stream's first observations, `0...86_400_000` milliseconds.
    case timeOfDay(milliseconds: Int)
    /// At an instant, within half a week of the stream's first observations, or after them.
    case instant(GPSTime)
  }

  private let since, until: Border?
  /// The last epoch, and what the borders came to at the first.
  private var time: GPSTime?
  private var first = GPSTime(nanoseconds: .min)
  private var end = GPSTime(nanoseconds: .max)
  /// Whether there were epochs, and none of them in the window.
  private(set) var hasMissed = false

  /// Creates a window at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - since: The first time that is in it; `nil` for the stream's beginning.
  ///   - until: The first time that is in it no longer; `nil` for the stream's end. A time of day that is not after
  ///     that of `since` is of the next day.
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

  /// Whether observations that are in no frame are in the window, and what follows them.
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

  /// The time near which the first epoch is looked for; the week does not matter to times of day.
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
