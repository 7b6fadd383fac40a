public import GNSSBasics

/// The configuration of a firmware, read once at boot.
public struct FirmwareConfiguration: Hashable, Sendable {
  /// The date of boot, Unix time in nanoseconds.
  public var bootDate: UnixTime
  /// Time from one sample to the next.
  public var sampleInterval: Duration
  /// Time from one look at the receiver and the link to the next.
  public var receiverPollInterval: Duration
  /// Time from one position to the next, which the receiver is set up for.
  public var epochInterval: Duration
  /// When parts that fail are started again.
  public var backoff: Backoff

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - bootDate: Date of board time zero.
  ///   - sampleInterval: Positive; at least 1 ms is used.
  ///   - receiverPollInterval: Positive; at least 1 ms is used. A receiver gives up its output after
  ///     1.5 s without a look.
  ///   - epochInterval: In whole milliseconds, 25 ms to 65 s as receivers have it.
  ///   - backoff: When parts that fail are started again.
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

/// Waits that double from attempt to attempt, up to a longest one.
public struct Backoff: Hashable, Sendable {
  /// The wait after the first failure.
  public var first: Duration
  /// No wait is longer.
  public var longest: Duration

  /// Creates waits of 0.5, 1, 2, 4, 8, 8 … seconds, unless told otherwise: a part that is well again is
  /// back within ten.
  public init(first: Duration = .milliseconds(500), longest: Duration = .seconds(8)) {
    self.first = first
    self.longest = longest
  }

  /// The wait after this many failures in a row, at least one; never less than a millisecond.
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
