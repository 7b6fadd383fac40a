/// Keeps account of a part, from its set-up over its readings to its loss and return.
///
/// A part is given up after ``readingsToGiveUp`` failed readings in a row, or when it has delivered
/// nothing for ``longestSilence``; then it is set up anew. Attempts keep the distances of the
/// backoff, which begins again only when a value has been delivered.
struct PartMonitor: Sendable {
  /// The part's public status.
  private(set) var status = SensorStatus()
  /// Whether it is set up and may be read.
  var isStarted: Bool { start != nil }
  /// When it was set up; `nil` while it is not.
  private(set) var start: Duration?
  private let backoff: Backoff
  private var failedAttempts = 0
  private var failedReadings = 0
  private var quietSince = Duration.zero

  static var readingsToGiveUp: Int { 3 }
  static var longestSilence: Duration { .seconds(10) }

  init(backoff: Backoff) {
    self.backoff = backoff
  }

  /// Notes that it was set up.
  mutating func start(at now: Duration) {
    start = now
    status.state = .starting
    status.error = nil
    status.starts += 1
    failedReadings = 0
    quietSince = now
  }

  /// Notes that it delivered a value.
  mutating func deliver(at now: Duration) {
    status.state = .ok
    status.error = nil
    status.lastValue = now
    failedAttempts = 0
    failedReadings = 0
    quietSince = now
  }

  /// Notes that it could not be set up.
  ///
  /// - Returns: When to try again.
  mutating func failToStart(_ error: String, at now: Duration) -> Duration {
    start = nil
    status.state = .failed
    status.error = error
    failedAttempts += 1
    return now + backoff.wait(afterFailures: failedAttempts)
  }

  /// Notes that a reading failed.
  ///
  /// - Returns: When to set it up anew; `nil` while the next reading may do.
  mutating func failToRead(_ error: String, at now: Duration) -> Duration? {
    status.state = .failed
    status.error = error
    failedReadings += 1
    return failedReadings < Self.readingsToGiveUp ? nil : failToStart(error, at: now)
  }

  /// Notes that a reading went well, but there was nothing new.
  ///
  /// - Returns: When to set it up anew; `nil` while it may still deliver.
  mutating func staySilent(_ name: String, at now: Duration) -> Duration? {
    failedReadings = 0
    guard now - quietSince > Self.longestSilence else { return nil }
    return failToStart(
      "\(name): it answers, but has delivered nothing for 10 s; it is started again", at: now)
  }
}
