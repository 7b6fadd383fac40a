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
