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
///   configuration: FirmwareConfiguration(bootDate: UnixTime(seconds: 1_780_315_200)))
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
  var bme280: BME280<Bus>
  var bme280Monitor: PartMonitor
  var ccs811: CCS811<Bus>
  var ccs811Monitor: PartMonitor
  var sps30: SPS30<Bus>
  var sps30Monitor: PartMonitor
  var receiver: UBloxReceiver<Bus>
  var receiverMonitor: PartMonitor
  var tracker: GNSSTracker
  var corrections: CorrectionPipe<Link>
  var cardLog: CardLog<Card>

  /// Switches the board on; nothing happens before the first ``run(until:)``.
  ///
  /// - Parameters:
  ///   - bus: The bus with the BME280, CCS811, SPS30 and the receiver, at their usual addresses.
  ///   - clock: Board time.
  ///   - link: Where corrections come from.
  ///   - card: Where samples are logged.
  ///   - configuration: Everything else.
  public init(
    bus: Bus, clock: consuming Clock, link: consuming Link, card: consuming Card,
    configuration: FirmwareConfiguration
  ) {
    let now = clock.now
    let monitor = PartMonitor(backoff: configuration.backoff)
    self.clock = clock
    self.configuration = configuration
    (bme280Monitor, ccs811Monitor, sps30Monitor) = (monitor, monitor, monitor)
    receiverMonitor = monitor
    bme280 = BME280(on: bus)
    ccs811 = CCS811(on: bus)
    sps30 = SPS30(on: bus)
    receiver = UBloxReceiver(on: bus)
    tracker = GNSSTracker(bootDate: configuration.bootDate)
    corrections = CorrectionPipe(link: link)
    cardLog = CardLog(card: card)
    snapshot = BoardSnapshot(boardTime: now, bootDate: configuration.bootDate)
    snapshot.gnss = tracker.status
    for activity in Schedule.Activity.allCases { schedule[activity] = now }
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
    clock.pause(for: time - clock.now)  // not at all when it has passed
  }

  private mutating func perform(_ activity: Schedule.Activity) {
    switch activity {
    case .startBME280: startBME280()
    case .startCCS811: startCCS811()
    case .startSPS30: startSPS30()
    case .startReceiver: startReceiver()
    case .poll: poll()
    case .sample: sample()
    }
  }
}
