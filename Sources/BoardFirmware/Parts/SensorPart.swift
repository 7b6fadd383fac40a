public import SensorDrivers

/// A driver as the firmware runs it: set up when the power comes on, and again after it has failed.
///
/// What it does beyond that is its own: a ``SensorPart`` is asked for its values with every sample.
public protocol BoardPart: ~Copyable {
  /// The bus of the part.
  associatedtype Bus: I2CBus
  /// The error of a failed set-up or reading; its `description` is shown in the status.
  associatedtype Failure: Error, CustomStringConvertible
  /// Its name as people write it, for sentences: `CCS811`.
  static var name: String { get }
  /// Its name in the status and in metrics, in snake case: `ccs811`.
  static var key: String { get }
  /// The part's address on this board's bus.
  static var address: I2CAddress { get }
  /// The start-up time after the supply has come on, where the part's driver does not wait for that.
  static var startUpTime: Duration { get }

  /// Creates the driver; no transfer happens yet.
  init(on bus: Bus, at address: I2CAddress)

  /// Sets the part up, from whatever state it is in.
  mutating func setUp(delay: inout some Delay & ~Copyable) throws(Failure)
}

extension BoardPart where Self: ~Copyable {
  /// No time: it is there at once, or its driver waits.
  public static var startUpTime: Duration { .zero }
}

/// A driver that is asked for its values with every sample.
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

  /// The way the part's memory is kept on the card; `nil`, unless a part says otherwise, for a part that
  /// learns nothing worth keeping.
  static var learning: PartLearning? { get }

  /// Reads what the part has learnt: a few bytes that only it understands.
  mutating func readLearnt() throws(Failure) -> [UInt8]

  /// Gives the part back what it had learnt before its power went.
  ///
  /// - Returns: Whether it was of use; `false` leaves the part as it is.
  mutating func restore(learnt: [UInt8]) throws(Failure) -> Bool
}

extension SensorPart where Self: ~Copyable {
  /// Most parts learn nothing.
  public static var learning: PartLearning? { nil }

  /// Nothing.
  public mutating func readLearnt() throws(Failure) -> [UInt8] { [] }

  /// Of no use.
  public mutating func restore(learnt: [UInt8]) throws(Failure) -> Bool { false }
}

/// When what a part learns is restored and kept.
public struct PartLearning: Hashable, Sendable {
  /// The time after the set-up before the part's memory may be touched.
  public var settlingTime: Duration
  /// The interval at which the memory is kept from then on.
  public var interval: Duration

  /// Creates times.
  public init(settlingTime: Duration, interval: Duration) {
    self.settlingTime = settlingTime
    self.interval = interval
  }
}
