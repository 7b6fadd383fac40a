/// The account of a part, from set-up through readings to failure and return.
///
/// A part is given up after ``readingsToGiveUp`` failed readings in a row, or after ``longestSilence``
/// without a value; then it is set up again. Set-ups are spaced by the backoff, which starts over only
/// when the part has delivered a value.
struct PartMonitor: Sendable {
  /// The part's public status.
  private(set) var status = SensorStatus()
  /// Whether the part is set up and may be read.
  var isStarted: Bool { start != nil }
  /// The board time of the last set-up; `nil` while the part is not set up.
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

  /// Notes a successful set-up.
  mutating func start(at now: Duration) {
    start = now
    status.state = .starting
    status.error = nil
    status.starts += 1
    failedReadings = 0
    quietSince = now
  }

  /// Notes a delivered value.
  mutating func deliver(at now: Duration) {
    status.state = .ok
    status.error = nil
    status.lastValue = now
    failedAttempts = 0
    failedReadings = 0
    quietSince = now
  }

  /// Notes a failed set-up.
  ///
  /// - Returns: The board time of the next attempt.
  mutating func failToStart(_ error: String, at now: Duration) -> Duration {
    start = nil
    status.state = .failed
    status.error = error
    failedAttempts += 1
    return now + backoff.wait(afterFailures: failedAttempts)
  }

  /// Notes a failed reading.
  ///
  /// - Returns: The board time of the next set-up; `nil` while the next reading may succeed.
  mutating func failToRead(_ error: String, at now: Duration) -> Duration? {
    status.state = .failed
    status.error = error
    failedReadings += 1
    return failedReadings < Self.readingsToGiveUp ? nil : failToStart(error, at: now)
  }

  /// Notes a successful reading without a new value.
  ///
  /// - Returns: The board time of the next set-up; `nil` while the part may still deliver.
  mutating func staySilent(_ name: String, at now: Duration) -> Duration? {
    failedReadings = 0
    guard now - quietSince > Self.longestSilence else { return nil }
    return failToStart(
      "\(name): it answers, but has delivered nothing for 10 s; it is started again", at: now)
  }
}
