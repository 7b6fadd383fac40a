public import NtripProtocol

/// The source of a board's corrections, which also takes reports of the board's position.
///
/// The firmware does not know whether a caster, another process or the same memory is behind the link. A
/// link reconnects by itself; the firmware only polls for arrived bytes.
public protocol CorrectionLink: ~Copyable {
  /// Appends the bytes that have arrived by `now` and were not returned before.
  ///
  /// The method never waits. A link with many bytes may return them over several calls.
  mutating func receive(into buffer: inout [UInt8], at now: Duration)

  /// Reports the receiver's position to the link, which decides how often to forward it to a caster.
  mutating func report(position: GGASentence, at now: Duration)

  /// Returns the link's state and counts.
  func status(at now: Duration) -> NtripLinkStatus

  /// Works in the time that the firmware has to spare, as a loop does that reads a serial port between two activities.
  ///
  /// - Parameters:
  ///   - start: The end of the last activity.
  ///   - end: The beginning of the next one.
  ///   - snapshot: The board's state, for answers to requests.
  /// - Returns: The time at which the firmware may go on; after `end` where a port in software is still sending.
  mutating func work(
    from start: Duration, until end: Duration, showing snapshot: borrowing BoardSnapshot
  ) -> Duration
}

extension CorrectionLink where Self: ~Copyable {
  /// Returns the end: a link that needs no time of the firmware does nothing.
  public mutating func work(
    from start: Duration, until end: Duration, showing snapshot: borrowing BoardSnapshot
  ) -> Duration { end }
}

/// The link of a board without corrections.
public struct NoCorrectionLink: CorrectionLink {
  /// Creates a link, which never carries a byte.
  public init() {}

  /// Appends nothing, since no bytes ever arrive.
  public mutating func receive(into buffer: inout [UInt8], at now: Duration) {}

  /// Ignores the position, since no caster is connected.
  public mutating func report(position: GGASentence, at now: Duration) {}

  /// Returns the status `off`.
  public func status(at now: Duration) -> NtripLinkStatus { NtripLinkStatus() }
}
