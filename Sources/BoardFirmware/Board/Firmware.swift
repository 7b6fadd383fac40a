public import SensorDrivers

/// The firmware of the board: single-threaded, with its bus, clock, corrections and card as arguments.
///
/// The firmware does one activity at a time, in the order of due times, and waits only through its clock. The
/// same inputs give the same run. A missing or failing part is retried on its own and delays nothing else.
/// The first type parameter lists the parts that are read with every sample; the receiver is always present.
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
  /// The snapshot from which the board answers every request.
  ///
  /// The measurement changes with each sample, the rest at each event.
  public internal(set) var snapshot: BoardSnapshot
  var configuration: FirmwareConfiguration
  var clock: Clock
  var schedule = Schedule()
  var parts: Parts
  var receiver: PartSlot<UBloxReceiver<Parts.Bus>>
  var tracker: GNSSTracker
  var corrections: CorrectionPipe<Link>
  var cardLog: CardLog<Card>

  /// Creates the firmware of a board with other parts than the standard ones.
  ///
  /// No transfer happens before the first ``run(until:)``.
  ///
  /// - Parameters:
  ///   - parts: The parts besides the receiver, in the order in which they are read.
  ///   - bus: The bus with all parts, each at its own address.
  ///   - clock: The clock of board time.
  ///   - link: The source of corrections.
  ///   - card: The card for the log of samples.
  ///   - configuration: All other settings.
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

  /// Does all activities due up to and including `deadline`, and waits in between.
  ///
  /// The clock then shows `deadline`, or a little more when the last activity took longer.
  ///
  /// - Parameter deadline: A board time; a past time does only the activities that are already due.
  /// - Returns: The board time of the next activity, which may already have passed.
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

  /// Sets the interval between samples, at least 1 ms, from now on.
  public mutating func setSampleInterval(_ interval: Duration) {
    configuration.sampleInterval = max(interval, .milliseconds(1))
    snapshot.sampleInterval = configuration.sampleInterval
    schedule[.sample] = clock.now + configuration.sampleInterval
  }

  private mutating func wait(until time: Duration) {
    let now = clock.now
    let end = corrections.link.work(
      from: now, until: max(time, now), showing: snapshot)
    clock.pause(for: end - now)  // no wait when the time has passed
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
  /// Creates the firmware of a board with the standard parts.
  ///
  /// No transfer happens before the first ``run(until:)``.
  ///
  /// - Parameters:
  ///   - bus: The bus with the BME280, CCS811, SPS30, BH1750 and the receiver, at their usual addresses.
  ///   - clock: The clock of board time.
  ///   - link: The source of corrections.
  ///   - card: The card for the log of samples.
  ///   - configuration: All other settings.
  public init<Bus: I2CBus>(
    bus: Bus, clock: consuming Clock, link: consuming Link, card: consuming Card,
    configuration: FirmwareConfiguration
  ) where Parts == StandardParts<Bus> {
    self.init(
      StandardParts<Bus>.self, bus: bus, clock: clock, link: link, card: card,
      configuration: configuration)
  }
}
