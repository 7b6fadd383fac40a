public import SensorDrivers

/// The firmware of the board: single-threaded, given its bus, clock, corrections and card.
///
/// It does one thing at a time, in the order of due times, and waits only through its clock; the same
/// inputs give the same run. A part that is missing or fails is tried again by itself and holds up
/// nothing else.
///
/// ```swift
/// var firmware = Firmware(
///   bus: bus, clock: clock, link: NoCorrectionLink(), card: NoCard(),
///   configuration: FirmwareConfiguration(bootDate: 1_780_315_200_000_000_000))
/// let nextWake = firmware.run(until: .seconds(10))
/// print(firmware.snapshot.gnss.fix)
/// ```
public struct Firmware<
  Bus: I2CBus, Clock: BoardClock & ~Copyable, Link: CorrectionLink & ~Copyable,
  Card: CardWriter & ~Copyable
>: ~Copyable {
  /// Everything the board's answers are made from.
  ///
  /// The measurement changes with each sample, the rest as things happen.
  public internal(set) var snapshot: BoardSnapshot
  let configuration: FirmwareConfiguration
  var clock: Clock
  var schedule = Schedule()
  var link: Link
  var cardLog: CardLog<Card>

  /// Switches the board on; nothing happens before the first ``run(until:)``.
  public init(
    bus: Bus, clock: consuming Clock, link: consuming Link, card: consuming Card,
    configuration: FirmwareConfiguration
  ) {
    let now = clock.now
    self.clock = clock
    self.link = link
    self.configuration = configuration
    cardLog = CardLog(card: card)
    snapshot = BoardSnapshot(boardTime: now, bootDate: configuration.bootDate)
    schedule[.poll] = now
    schedule[.sample] = now + configuration.sampleInterval
  }

  /// Does everything that falls due up to and at `deadline`, waiting in between.
  ///
  /// The clock then shows `deadline`, or a little more when the last thing took longer.
  ///
  /// - Parameter deadline: Board time; one that has passed does only what is due already.
  /// - Returns: The board time at which there is something to do next. It may have passed already.
  public mutating func run(until deadline: Duration) -> Duration {
    var (activity, due) = schedule.next
    while due <= deadline {
      wait(until: due)
      perform(activity)
      snapshot.boardTime = clock.now
      (activity, due) = schedule.next
    }
    wait(until: deadline)
    return due
  }

  private mutating func wait(until time: Duration) {
    if time > clock.now { clock.pause(for: time - clock.now) }
  }

  private mutating func perform(_ activity: Schedule.Activity) {
    switch activity {
    case .startBME280, .startCCS811, .startSPS30, .startReceiver: schedule[activity] = nil
    case .poll: poll()
    case .sample: sample()
    }
  }

  private mutating func poll() {
    snapshot.corrections.link = link.status(at: clock.now)
    schedule.repeatActivity(.poll, every: configuration.receiverPollInterval, after: clock.now)
  }

  private mutating func sample() {
    cardLog.append(snapshot, at: clock.now)
    snapshot.card = cardLog.status
    schedule.repeatActivity(.sample, every: configuration.sampleInterval, after: clock.now)
  }
}
