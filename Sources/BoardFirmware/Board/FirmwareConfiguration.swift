public import GNSSBasics

/// The configuration of a firmware, read once at boot.
public struct FirmwareConfiguration: Hashable, Sendable {
  /// The date of board time zero, Unix time in nanoseconds.
  public var bootDate: UnixTime
  /// The interval between samples.
  public var sampleInterval: Duration
  /// The interval between polls of the receiver and the link.
  public var receiverPollInterval: Duration
  /// The interval between positions, which the receiver is configured for.
  public var epochInterval: Duration
  /// The waits before retries of failed parts.
  public var backoff: Backoff

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - bootDate: The date of board time zero.
  ///   - sampleInterval: The interval between samples; positive, raised to at least 1 ms.
  ///   - receiverPollInterval: The interval between polls; positive, raised to at least 1 ms. A receiver
  ///     discards its output after 1.5 s without a poll.
  ///   - epochInterval: The interval between positions, in whole milliseconds; receivers have 25 ms to 65
  ///     s.
  ///   - backoff: The waits before retries of failed parts.
  public init(
    bootDate: UnixTime, sampleInterval: Duration = .seconds(2),
    receiverPollInterval: Duration = .milliseconds(100), epochInterval: Duration = .seconds(1),
    backoff: Backoff = Backoff()
  ) {
    self.bootDate = bootDate
    self.sampleInterval = max(sampleInterval, .milliseconds(1))
    self.receiverPollInterval = max(receiverPollInterval, .milliseconds(1))
    self.epochInterval = epochInterval
    self.backoff = backoff
  }
}

/// The waits before retries, which double from attempt to attempt up to a maximum.
public struct Backoff: Hashable, Sendable {
  /// The wait after the first failure.
  public var first: Duration
  /// The longest wait, at which the doubling ends.
  public var longest: Duration

  /// Creates a backoff; the default waits are 0.5, 1, 2, 4, 8, 8 … seconds.
  ///
  /// With the default, a part that works again is back within ten seconds.
  public init(first: Duration = .milliseconds(500), longest: Duration = .seconds(8)) {
    self.first = first
    self.longest = longest
  }

  /// Returns the wait after a number of failures in a row.
  ///
  /// A number below 1 counts as 1, and the wait is at least a millisecond.
  public func wait(afterFailures failures: Int) -> Duration {
    var wait = first
    var doublings = max(failures, 1) - 1
    while doublings > 0 && wait > .zero && wait < longest {
      wait = wait * 2
      doublings -= 1
    }
    return max(min(wait, longest), .milliseconds(1))
  }
}
