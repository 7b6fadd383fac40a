public import SensorDrivers

/// A driver as the firmware runs it: set up when the power comes on, and again after it has failed.
///
/// What it does beyond that is its own: a ``SensorPart`` is asked for its values with every sample.
public protocol BoardPart: ~Copyable {
  /// What the part is reached over.
  associatedtype Bus: I2CBus
  /// Why it could not be set up or read; its `description` is shown in the status.
  associatedtype Failure: Error, CustomStringConvertible
  /// Its name as people write it, for sentences: `CCS811`.
  static var name: String { get }
  /// Its name in the status and in metrics, in snake case: `ccs811`.
  static var key: String { get }
  /// Where it is on this board's bus.
  static var address: I2CAddress { get }

  /// Creates the driver; no transfer happens yet.
  init(on bus: Bus, at address: I2CAddress)

  /// Sets the part up, from whatever state it is in.
  mutating func setUp(delay: inout some Delay & ~Copyable) throws(Failure)
}

/// A driver that is asked for its values with every sample.
///
/// ```swift
/// extension BH1750: SensorPart {
///   static var name: String { "BH1750" }
///   static var key: String { "bh1750" }
///   static var address: I2CAddress { I2CAddress(rawValue: 0x23) }
///
///   mutating func setUp(delay: inout some Delay & ~Copyable) throws(BH1750Error) {
///     try powerOn()
///   }
///
///   mutating func measure(
///     after earlier: SensorReading, delay: inout some Delay & ~Copyable
///   ) throws(BH1750Error) -> SensorReading? {
///     [.light: try readIlluminance()]
///   }
/// }
/// ```
public protocol SensorPart: BoardPart, ~Copyable {
  /// Reads what the part has measured.
  ///
  /// - Parameters:
  ///   - earlier: What parts before this one have delivered in the same sample, to compensate with.
  ///   - delay: Board time, which passes in transfers too.
  /// - Returns: The values; `nil` when the part is well and has nothing new. One that has nothing new
  ///   for ten seconds is set up again.
  /// - Throws: `Failure`; nothing of this reading is kept. The third in a row has the part set up again.
  mutating func measure(
    after earlier: SensorReading, delay: inout some Delay & ~Copyable
  ) throws(Failure) -> SensorReading?
}
