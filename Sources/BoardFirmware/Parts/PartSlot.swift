public import GNSSBasics
public import SensorDrivers

/// A part's place on the board: its driver, the account of how it is, and when it is set up next.
///
/// One that cannot be set up is tried again after the waits of a ``Backoff``. One that fails or keeps
/// silent for too long is given up, and set up anew by the same rule; others do not notice.
public struct PartSlot<Part: BoardPart & ~Copyable>: ~Copyable {
  /// The driver.
  var part: Part
  private var monitor: PartMonitor
  /// When the part is to be set up; `nil` while it is.
  public private(set) var nextStart: Duration?
  /// For which set-up it has been planned when what it learns is restored and kept.
  private var plannedStart = 0
  /// Whether it was asked since then whether it can be given back what it had learnt.
  private var isRestored = false
  /// When what it has learnt is kept next.
  private var nextKeeping = Duration.zero

  /// Puts a part into its place, to be set up once it has started.
  public init(on bus: Part.Bus, backoff: Backoff, at now: Duration) {
    part = Part(on: bus, at: Part.address)
    monitor = PartMonitor(backoff: backoff)
    nextStart = now + Part.startUpTime
  }

  /// The part's status.
  var status: SensorStatus { monitor.status }

  /// Whether it is set up and may be used.
  var isStarted: Bool { monitor.isStarted }

  /// Sets the part up, or notes when to try again.
  public mutating func start(_ clock: inout some BoardClock & ~Copyable) {
    nextStart = nil
    do throws(Part.Failure) {
      try part.setUp(delay: &clock)
      monitor.start(at: clock.now)
    } catch {
      nextStart = monitor.failToStart(error.description, at: clock.now)
    }
  }

  /// Does something with the part and keeps account of a failure.
  ///
  /// - Returns: What came of it; `nil` when it failed, or the part is not set up.
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

  /// Notes that it delivered a value.
  mutating func deliver(at now: Duration) { monitor.deliver(at: now) }

  /// Notes that it had nothing new.
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

  /// Gives the part back what it had learnt, once after each set-up, and keeps what it learns from then on.
  ///
  /// What the card does not take is tried again in a minute.
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
      // The samples' lines, which need the same card, tell what is wrong with it.
    }
  }

  /// Gives the part back what the card has of it, the first time after its set-up.
  ///
  /// - Returns: Whether the part took something.
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

  /// - Returns: Whether something was saved: nothing before it is known whether something can be restored.
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

  /// Shows how the part is.
  public func show(in statuses: inout SensorStatuses, from index: inout Int) {
    statuses[index] = monitor.status
    index += 1
  }
}
