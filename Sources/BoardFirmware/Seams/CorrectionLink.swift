public import NtripProtocol

/// The link of a board's corrections: bytes in, its own position out.
///
/// The firmware cannot tell whether a caster is behind it, another process or the same memory. A
/// link reconnects by itself; the firmware only ever asks what has arrived.
public protocol CorrectionLink: ~Copyable {
  /// Appends the bytes that have arrived by `now` and were not handed over before.
  ///
  /// Never waits. A link that holds much may hand it over in several calls.
  mutating func receive(into buffer: inout [UInt8], at now: Duration)

  /// Tells the link where the receiver is; how often a caster hears of it is the link's business.
  mutating func report(position: GGASentence, at now: Duration)

  /// Returns the link's state and counts.
  func status(at now: Duration) -> NtripLinkStatus
}

/// The link of a board that gets no corrections.
public struct NoCorrectionLink: CorrectionLink {
  /// Creates the link.
  public init() {}

  /// Appends nothing.
  public mutating func receive(into buffer: inout [UInt8], at now: Duration) {}

  /// Tells nobody.
  public mutating func report(position: GGASentence, at now: Duration) {}

  /// Always off.
  public func status(at now: Duration) -> NtripLinkStatus { NtripLinkStatus() }
}
