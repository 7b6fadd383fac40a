public import GNSSBasics
public import SensorDrivers

/// Parts in the order in which they are read: a ``PartSlot``, or a ``PartPair`` of lists.
///
/// ```swift
/// typealias MyParts<Bus: I2CBus> = PartPair<StandardParts<Bus>, PartSlot<TMP117<Bus>>>
/// ```
public protocol PartList: ~Copyable {
  /// The bus of the parts.
  associatedtype Bus: I2CBus
  /// Their names in the status, in order.
  static var keys: [String] { get }
  /// When the first of them is to be set up; `nil` while all are.
  var nextStart: Duration? { get }

  /// Puts the parts into their places, to be set up at once.
  init(on bus: Bus, backoff: Backoff, at now: Duration)

  /// Sets up the one that is due first; of those due at the same time the first in order.
  mutating func start(_ clock: inout some BoardClock & ~Copyable)

  /// Reads each one that is set up.
  ///
  /// - Parameters:
  ///   - reading: What was delivered in this sample so far; theirs is added.
  ///   - measurement: The board's last values, which they replace.
  ///   - clock: Board time, which a value is stamped with when it has been read.
  mutating func measure(
    _ reading: inout SensorReading, into measurement: inout Measurement,
    _ clock: inout some BoardClock & ~Copyable)

  /// Restores what a part had learnt, and keeps what it has learnt, when that is due.
  ///
  /// - Parameters:
  ///   - card: Where it is kept.
  ///   - bootDate: The date of board time zero.
  ///   - clock: Board time.
  mutating func keep(
    on card: inout some CardWriter & ~Copyable, bootDate: UnixTime,
    _ clock: inout some BoardClock & ~Copyable)

  /// Shows how they are, in places from `index` on, which then is that of the next part.
  func show(in statuses: inout SensorStatuses, from index: inout Int)
}

/// Two lists of parts, one after the other.
public struct PartPair<First: PartList & ~Copyable, Second: PartList & ~Copyable>: PartList,
  ~Copyable
where First.Bus == Second.Bus {
  /// The bus of all of them.
  public typealias Bus = First.Bus
  private var first: First
  private var second: Second

  /// Puts the parts into their places, to be set up at once.
  public init(on bus: First.Bus, backoff: Backoff, at now: Duration) {
    first = First(on: bus, backoff: backoff, at: now)
    second = Second(on: bus, backoff: backoff, at: now)
  }

  /// Their names in the status, in order.
  public static var keys: [String] { First.keys + Second.keys }

  /// When the first of them is to be set up; `nil` while all are.
  public var nextStart: Duration? {
    guard let a = first.nextStart, let b = second.nextStart else {
      return first.nextStart ?? second.nextStart
    }
    return min(a, b)
  }

  /// Sets up the one that is due first.
  public mutating func start(_ clock: inout some BoardClock & ~Copyable) {
    if first.nextStart == nextStart { first.start(&clock) } else { second.start(&clock) }
  }

  /// Reads the first ones, then the others.
  public mutating func measure(
    _ reading: inout SensorReading, into measurement: inout Measurement,
    _ clock: inout some BoardClock & ~Copyable
  ) {
    first.measure(&reading, into: &measurement, &clock)
    second.measure(&reading, into: &measurement, &clock)
  }

  /// Does it for the first ones, then for the others.
  public mutating func keep(
    on card: inout some CardWriter & ~Copyable, bootDate: UnixTime,
    _ clock: inout some BoardClock & ~Copyable
  ) {
    first.keep(on: &card, bootDate: bootDate, &clock)
    second.keep(on: &card, bootDate: bootDate, &clock)
  }

  /// Shows how they are.
  public func show(in statuses: inout SensorStatuses, from index: inout Int) {
    first.show(in: &statuses, from: &index)
    second.show(in: &statuses, from: &index)
  }
}
