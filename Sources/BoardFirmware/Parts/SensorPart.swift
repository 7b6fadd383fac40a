public import SensorDrivers

/// A driver that the firmware sets up at power-on, and again after a failure.
///
/// The protocol requires nothing else; a ``SensorPart`` is also read with every sample.
public protocol BoardPart: ~Copyable {
  /// The bus of the part.
  associatedtype Bus: I2CBus
  /// The error of a failed set-up or reading; its `description` is shown in the status.
  associatedtype Failure: Error, CustomStringConvertible
  /// The part's name in sentences: `CCS811`.
  static var name: String { get }
  /// The part's name in the status and in metrics, in snake case: `ccs811`.
  static var key: String { get }
  /// The part's address on this board's bus.
  static var address: I2CAddress { get }
  /// The start-up time after the supply has come on, for a driver that does not wait for it.
  static var startUpTime: Duration { get }

  /// Creates the driver, without any transfer.
  init(on bus: Bus, at address: I2CAddress)

  /// Sets the part up, from whatever state it is in.
  mutating func setUp(delay: inout some Delay & ~Copyable) throws(Failure)
}

extension BoardPart where Self: ~Copyable {
  /// The default start-up time, zero: the part is ready at once, or its driver waits.
  public static var startUpTime: Duration { .zero }
}

/// A driver that is read with every sample.
///
/// ```swift
/// extension BH1750: SensorPart {
///   static var name: String { "BH1750" }
///   static var key: String { "bh1750" }
///   static var address: I2CAddress { .bh1750 }
///
///   mutating func setUp(delay: inout some Delay & ~Copyable) throws(BH1750Error) {
///     try powerDown()
///   }
///
///   mutating func measure(
///     after earlier: SensorReading, delay: inout some Delay & ~Copyable
///   ) throws(BH1750Error) -> SensorReading? {
///     [.light: try readIlluminance(delay: &delay)]
///   }
/// }
/// ```
public protocol SensorPart: BoardPart, ~Copyable {
  /// Reads the part's values.
  ///
  /// - Parameters:
  ///   - earlier: The readings of earlier parts in the same sample, for compensation.
  ///   - delay: Board time, which passes in transfers too.
  /// - Returns: The values; `nil` when the part works and has nothing new. A part without new values for
  ///   ten seconds is set up again.
  /// - Throws: `Failure`, and the reading is discarded. After three failures in a row the part is set up
  ///   again.
  mutating func measure(
    after earlier: SensorReading, delay: inout some Delay & ~Copyable
  ) throws(Failure) -> SensorReading?

  /// The times for restoring and saving the part's learnt data; `nil`, the default, for a part without any.
  static var learning: PartLearning? { get }

  /// Reads the part's learnt data: a few bytes that only the part understands.
  mutating func readLearnt() throws(Failure) -> [UInt8]

  /// Restores learnt data that the part had before a loss of power.
  ///
  /// - Returns: Whether the part accepted the data; `false` leaves the part as it is.
  mutating func restore(learnt: [UInt8]) throws(Failure) -> Bool
}

extension SensorPart where Self: ~Copyable {
  /// The default, `nil`: the part has no learnt data.
  public static var learning: PartLearning? { nil }

  /// Returns no data, the default.
  public mutating func readLearnt() throws(Failure) -> [UInt8] { [] }

  /// Returns `false`, the default.
  public mutating func restore(learnt: [UInt8]) throws(Failure) -> Bool { false }
}

/// The times for restoring and saving a part's learnt data.
public struct PartLearning: Hashable, Sendable {
  /// The time after the set-up before learnt data may be restored or saved.
  public var settlingTime: Duration
  /// The interval between saves from then on.
  public var interval: Duration

  /// Creates the times; both count in board time.
  public init(settlingTime: Duration, interval: Duration) {
    self.settlingTime = settlingTime
    self.interval = interval
  }
}
