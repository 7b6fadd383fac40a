public import GNSSBasics
public import SensorDrivers

/// A list of parts in the order in which they are read: a ``PartSlot``, or a ``PartPair`` of lists.
///
/// ```swift
/// typealias MyParts<Bus: I2CBus> = PartPair<StandardParts<Bus>, PartSlot<TMP117<Bus>>>
/// ```
public protocol PartList: ~Copyable {
  /// The bus of the parts.
  associatedtype Bus: I2CBus
  /// The parts' names in the status, in order.
  static var keys: [String] { get }
  /// The board time of the next set-up of a part; `nil` while all parts are set up.
  var nextStart: Duration? { get }

  /// Creates the list, all of whose parts are due for set-up.
  init(on bus: Bus, backoff: Backoff, at now: Duration)

  /// Sets up the part that is due first; of parts due at the same time, the first in order.
  mutating func start(_ clock: inout some BoardClock & ~Copyable)

  /// Reads each part that is set up.
  ///
  /// - Parameters:
  ///   - reading: The readings of this sample so far, to which these parts' readings are added.
  ///   - measurement: The board's last values, which the new readings replace.
  ///   - clock: The clock of board time, which stamps each value after its reading.
  mutating func measure(
    _ reading: inout SensorReading, into measurement: inout Measurement,
    _ clock: inout some BoardClock & ~Copyable)

  /// Restores a part's learnt data, and saves them, each when due.
  ///
  /// - Parameters:
  ///   - card: The card with the learnt data.
  ///   - bootDate: The date of board time zero.
  ///   - clock: The clock of board time.
  mutating func keep(
    on card: inout some CardWriter & ~Copyable, bootDate: UnixTime,
    _ clock: inout some BoardClock & ~Copyable)

  /// Writes the parts' status to the places from `index` on, and advances `index` past them.
  func show(in statuses: inout SensorStatuses, from index: inout Int)
}

/// Two lists of parts, one after the other.
public struct PartPair<First: PartList & ~Copyable, Second: PartList & ~Copyable>: PartList,
  ~Copyable
where First.Bus == Second.Bus {
  /// The bus of all parts.
  public typealias Bus = First.Bus
  private var first: First
  private var second: Second

  /// Creates both lists, all of whose parts are due for set-up.
  public init(on bus: First.Bus, backoff: Backoff, at now: Duration) {
    first = First(on: bus, backoff: backoff, at: now)
    second = Second(on: bus, backoff: backoff, at: now)
  }

  /// The parts' names in the status, in order.
  public static var keys: [String] { First.keys + Second.keys }

  /// The board time of the next set-up of a part; `nil` while all parts are set up.
  public var nextStart: Duration? {
    guard let a = first.nextStart, let b = second.nextStart else {
      return first.nextStart ?? second.nextStart
    }
    return min(a, b)
  }

  /// Sets up the part that is due first.
  public mutating func start(_ clock: inout some BoardClock & ~Copyable) {
    if first.nextStart == nextStart { first.start(&clock) } else { second.start(&clock) }
  }

  /// Reads the parts of the first list, then those of the second.
  public mutating func measure(
    _ reading: inout SensorReading, into measurement: inout Measurement,
    _ clock: inout some BoardClock & ~Copyable
  ) {
    first.measure(&reading, into: &measurement, &clock)
    second.measure(&reading, into: &measurement, &clock)
  }

  /// Restores and saves learnt data of the first list's parts, then of the second's.
  public mutating func keep(
    on card: inout some CardWriter & ~Copyable, bootDate: UnixTime,
    _ clock: inout some BoardClock & ~Copyable
  ) {
    first.keep(on: &card, bootDate: bootDate, &clock)
    second.keep(on: &card, bootDate: bootDate, &clock)
  }

  /// Writes the parts' status to the places from `index` on, and advances `index` past them.
  public func show(in statuses: inout SensorStatuses, from index: inout Int) {
    first.show(in: &statuses, from: &index)
    second.show(in: &statuses, from: &index)
  }
}
