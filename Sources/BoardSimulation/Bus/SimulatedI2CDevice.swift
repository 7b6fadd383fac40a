/// A part on a simulated I2C bus, seen from its pins.
///
/// The bus drives it: it is told the time, asked for its acknowledge, and then given or asked for
/// bytes. It has no callback of its own: what became due since the last transfer is caught up on
/// in ``advance(to:)``, so that the outcome does not depend on how often it was looked at.
public protocol SimulatedI2CDevice: AnyObject {
  /// Does everything that is due by `now`, in order: conversions, samples, epochs.
  ///
  /// Chance is drawn here and nowhere else. A time before the last one changes nothing.
  func advance(to now: Duration)

  /// Whether the part acknowledges its address now; a sleeping or unpowered part does not.
  ///
  /// Called once after each START that carries its address.
  func acknowledgesAddress() -> Bool

  /// Takes the bytes of a write, at the moment the last of them arrives.
  ///
  /// - Returns: `nil` when all were acknowledged, otherwise the index of the refused byte; the
  ///   bytes after it never happened.
  func write(_ bytes: Span<UInt8>) -> Int?

  /// Gives the bytes of a read; may clear flags, never draws chance.
  ///
  /// A part with nothing to say lets the line float high: the bytes are `0xFF`.
  func read(into buffer: inout MutableSpan<UInt8>)

  /// A STOP ended the transfer.
  func transferEnded()
}

extension SimulatedI2CDevice {
  /// Parts acknowledge unless they say otherwise.
  public func acknowledgesAddress() -> Bool { true }

  /// Most parts do not care for the STOP.
  public func transferEnded() {}
}
