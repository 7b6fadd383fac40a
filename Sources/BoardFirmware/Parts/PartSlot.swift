public import GNSSBasics
public import SensorDrivers

/// A part's slot on the board: its driver, its status, and the time of its next set-up.
///
/// A part whose set-up fails is retried after the waits of a ``Backoff``. A part that fails, or delivers
/// nothing for too long, is given up and set up again by the same rule; other parts are not affected.
public struct PartSlot<Part: BoardPart & ~Copyable>: ~Copyable {
  /// The driver of the part.
  var part: Part
  private var monitor: PartMonitor
  /// The board time of the part's next set-up; `nil` while the part is set up.
  public private(set) var nextStart: Duration?
  /// The number of the set-up for which restoring and saving have been planned.
  private var plannedStart = 0
  /// Whether restoring has been decided since that set-up.
  private var isRestored = false
  /// The board time of the next restoring or saving.
  private var nextKeeping = Duration.zero

  /// Creates the slot of a part, which is set up after the part's start-up time.
  public init(on bus: Part.Bus, backoff: Backoff, at now: Duration) {
    part = Part(on: bus, at: Part.address)
    monitor = PartMonitor(backoff: backoff)
    nextStart = now + Part.startUpTime
  }

  /// The part's state, last value, error and number of set-ups.
  var status: SensorStatus { monitor.status }

  /// Whether the part is set up and may be used.
  var isStarted: Bool { monitor.isStarted }

  /// Sets the part up; after a failure, plans the next attempt.
  public mutating func start(_ clock: inout some BoardClock & ~Copyable) {
    nextStart = nil
    do throws(Part.Failure) {
      try part.setUp(delay: &clock)
      monitor.start(at: clock.now)
    } catch {
      nextStart = monitor.failToStart(error.description, at: clock.now)
    }
  }

  /// Does work with the part, and notes a failure.
  ///
  /// - Returns: The result of the work; `nil` when the work failed, or the part is not set up.
  mutating func use<Outcome>(
    _ clock: inout some BoardClock & ~Copyable,
    _ work: (inout Part) throws(Part.Failure) -> Outcome
  ) -> Outcome? {
    guard monitor.isStarted else { return nil }
    do throws(Part.Failure) {
      return try work(&part)
    } catch {
      nextStart = monitor.failToRead(error.description, at: clock.now)
      return nil
    }
  }

  /// Notes a delivered value.
  mutating func deliver(at now: Duration) { monitor.deliver(at: now) }

  /// Notes a reading without a new value.
  mutating func staySilent(at now: Duration) {
    nextStart = monitor.staySilent(Part.name, at: now)
  }
}

extension PartSlot: PartList where Part: SensorPart, Part: ~Copyable {
  /// The bus of the part.
  public typealias Bus = Part.Bus

  /// The part's name in the status.
  public static var keys: [String] { [Part.key] }

  /// Reads the part, if it is set up.
  public mutating func measure(
    _ reading: inout SensorReading, into measurement: inout Measurement,
    _ clock: inout some BoardClock & ~Copyable
  ) {
    guard monitor.isStarted else { return }
    do throws(Part.Failure) {
      guard let values = try part.measure(after: reading, delay: &clock), !values.isEmpty else {
        return staySilent(at: clock.now)
      }
      reading.append(values)
      measurement.record(values, at: clock.now)
      monitor.deliver(at: clock.now)
    } catch {
      nextStart = monitor.failToRead(error.description, at: clock.now)
    }
  }

  /// Restores the part's learnt data once after each set-up, and saves them from then on.
  ///
  /// A failed attempt is repeated after a minute.
  public mutating func keep(
    on card: inout some CardWriter & ~Copyable, bootDate: UnixTime,
    _ clock: inout some BoardClock & ~Copyable
  ) {
    guard let learning = Part.learning, let start = monitor.start else { return }
    if plannedStart != status.starts {
      (plannedStart, isRestored) = (status.starts, false)
      nextKeeping = start + learning.settlingTime
    }
    guard clock.now >= nextKeeping else { return }
    nextKeeping = clock.now + .seconds(60)
    do throws(CardError) {
      var isDone = try restore(from: &card, &clock)
      if !isDone { isDone = try save(on: &card, bootDate: bootDate, &clock) }
      if isDone { nextKeeping = clock.now + learning.interval }
    } catch {
      // The log of samples uses the same card and reports its error.
    }
  }

  /// Restores the part's learnt data from the card, once after each set-up.
  ///
  /// - Returns: Whether the part accepted the data.
  private mutating func restore(
    from card: inout some CardWriter & ~Copyable, _ clock: inout some BoardClock & ~Copyable
  ) throws(CardError) -> Bool {
    guard !isRestored else { return false }
    guard let learnt = try LearntFile(part: Part.key).read(from: &card) else {
      isRestored = true
      return false
    }
    let isTaken = use(&clock) { part throws(Part.Failure) in try part.restore(learnt: learnt) }
    isRestored = isTaken != nil
    return isTaken ?? false
  }

  /// Saves the part's learnt data, but not before restoring has been decided.
  ///
  /// - Returns: Whether the data were saved.
  private mutating func save(
    on card: inout some CardWriter & ~Copyable, bootDate: UnixTime,
    _ clock: inout some BoardClock & ~Copyable
  ) throws(CardError) -> Bool {
    guard isRestored,
      let learnt = use(&clock, { part throws(Part.Failure) in try part.readLearnt() })
    else { return false }
    let date = bootDate.advanced(by: clock.now)
    try LearntFile(part: Part.key).append(learnt, at: date, to: &card)
    return true
  }

  /// Writes the part's status to the place at `index`, and advances `index`.
  public func show(in statuses: inout SensorStatuses, from index: inout Int) {
    statuses[index] = monitor.status
    index += 1
  }
}
