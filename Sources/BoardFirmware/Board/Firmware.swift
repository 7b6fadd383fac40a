public import SensorDrivers

/// The firmware of the board: single-threaded, given its bus, clock, corrections and card.
///
/// It does one thing at a time, in the order of due times, and waits only through its clock; the same
/// inputs give the same run. A part that is missing or fails is tried again by itself and holds up
/// nothing else. Which parts are read with every sample is its first parameter; the receiver is
/// always there.
///
/// ```swift
/// var firmware = Firmware(
///   bus: bus, clock: clock, link: NoCorrectionLink(), card: NoCard(),
///   configuration: FirmwareConfiguration(bootDate: UnixTime(seconds: 1_780_315_200)))
/// let nextWake = firmware.run(until: .seconds(10))
/// print(firmware.snapshot.gnss.fix)
/// ```
public struct Firmware<
  Parts: PartList & ~Copyable, Clock: BoardClock & ~Copyable, Link: CorrectionLink & ~Copyable,
  Card: CardWriter & ~Copyable
>: ~Copyable {
  /// Everything the board's answers are made from.
  ///
  /// The measurement changes with each sample, the rest as things happen.
  public internal(set) var snapshot: BoardSnapshot
  var configuration: FirmwareConfiguration
  var clock: Clock
  var schedule = Schedule()
  var parts: Parts
  var receiver: PartSlot<UBloxReceiver<Parts.Bus>>
  var tracker: GNSSTracker
  var corrections: CorrectionPipe<Link>
  var cardLog: CardLog<Card>

  /// Switches on a board with parts of one's own; nothing happens before the first ``run(until:)``.
  ///
  /// - Parameters:
  ///   - parts: Which parts there are besides the receiver, in the order in which they are read.
  ///   - bus: The bus with all of them, at the addresses that each names.
  ///   - clock: Board time.
  ///   - link: Where corrections come from.
  ///   - card: Where samples are logged.
  ///   - configuration: Everything else.
  public init(
    _ parts: Parts.Type, bus: Parts.Bus, clock: consuming Clock, link: consuming Link,
    card: consuming Card, configuration: FirmwareConfiguration
  ) {
    let now = clock.now
    self.clock = clock
    self.configuration = configuration
    self.parts = Parts(on: bus, backoff: configuration.backoff, at: now)
    receiver = PartSlot(on: bus, backoff: configuration.backoff, at: now)
    receiver.part.epochInterval = configuration.epochInterval
    tracker = GNSSTracker(bootDate: configuration.bootDate)
    corrections = CorrectionPipe(link: link)
    cardLog = CardLog(card: card)
    snapshot = BoardSnapshot(
      boardTime: now, bootDate: configuration.bootDate, sensors: SensorStatuses(of: Parts.self))
    snapshot.sampleInterval = configuration.sampleInterval
    snapshot.gnss = tracker.status
    for activity in Schedule.Activity.allCases { schedule[activity] = now }
    schedule[.startReceiver] = receiver.nextStart
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

  /// Samples so often from now on; at least 1 ms apart.
  public mutating func setSampleInterval(_ interval: Duration) {
    configuration.sampleInterval = max(interval, .milliseconds(1))
    snapshot.sampleInterval = configuration.sampleInterval
    schedule[.sample] = clock.now + configuration.sampleInterval
  }

  private mutating func wait(until time: Duration) {
    clock.pause(for: time - clock.now)  // not at all when it has passed
  }

  private mutating func perform(_ activity: Schedule.Activity) {
    switch activity {
    case .startPart: startPart()
    case .startReceiver: startReceiver()
    case .poll: poll()
    case .sample: sample()
    }
  }
}

extension Firmware
where Parts: ~Copyable, Clock: ~Copyable, Link: ~Copyable, Card: ~Copyable {
  /// Switches the board on; nothing happens before the first ``run(until:)``.
  ///
  /// - Parameters:
  ///   - bus: The bus with the BME280, CCS811, SPS30, BH1750 and the receiver, at their usual
  ///     addresses.
  ///   - clock: Board time.
  ///   - link: Where corrections come from.
  ///   - card: Where samples are logged.
  ///   - configuration: Everything else.
  public init<Bus: I2CBus>(
    bus: Bus, clock: consuming Clock, link: consuming Link, card: consuming Card,
    configuration: FirmwareConfiguration
  ) where Parts == StandardParts<Bus> {
    self.init(
      StandardParts<Bus>.self, bus: bus, clock: clock, link: link, card: card,
      configuration: configuration)
  }
}
