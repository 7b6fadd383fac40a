public import GNSSBasics
internal import SensorDrivers

/// A statistical model of a u-blox ZED-F9P receiver on its DDC (I2C) interface, address 0x42.
///
/// Its satellites are measured: found, followed and told as they stand over its antenna, in the sky of its base
/// (`SatelliteTracker`). What it makes of them solves no equations. Its position is the world's, missed by errors
/// that are drawn as large and as slow as those of a real receiver in the same state; its state follows the
/// corrections that it is really sent, read from the RTCM 3 bytes: `CorrectionMonitor` decides which epochs can
/// be used, `FixModel` what state they lead to, `ErrorModel` how far the position is off. It says
/// so itself in MON-VER.
///
/// Navigation epochs are at whole multiples of their period in GPS time, and their messages can be
/// read 60 ms later. Chance is drawn at epochs only, so how often the receiver is polled changes
/// nothing. Messages, registers and time-outs are those of the interface description.
///
/// After power-up it does not acknowledge its address for ``startUpTime``. What it was told to keep in
/// flash and battery-backed memory outlasts a loss of power, and so do the last position and the orbits:
/// the next start is a hot one for four hours, then a warm one.
public final class UBloxReceiverModel: SimulatedI2CDevice {
  /// Bytes of corrections that were written to the receiver.
  ///
  /// That is every byte of message input (a write of two bytes or more) that is not part of a valid
  /// UBX frame, whether or not RTCM input is switched on and whatever the bytes mean. Bytes of a UBX
  /// frame that is not complete yet count until it is.
  public var correctionBytes: Int {
    earlierCorrectionBytes + inputBytes - ubxInput.counts.frameBytes
  }

  /// From power-up or a reset to the first acknowledged address.
  ///
  /// The manual has no figure for it; receivers are seen to take some tenths of a second.
  public static let startUpTime = Duration.milliseconds(200)

  /// Whom it tells of misuse.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// Whom it tells of each epoch, with what works out what was measured; that gives `nil` with the sky off.
  package var onMeasurement: ((_ measurement: () -> RawEpoch?) -> Void)?
  /// The part's present defects.
  public var defects = PartDefects() { didSet { port.defects = defects } }

  var navigator: Navigator
  var responder: UBXResponder
  var port = DDCPort()
  var ubxInput = UBXScanner()
  var monitor = CorrectionMonitor()
  var base = BaseStation()
  var now = Duration.zero
  /// When it has started.
  var ready = startUpTime
  var solution: NavigationSolution?
  /// Whether it navigates: CFG-RST stops that and lets it go on.
  var isNavigating = true

  private var epochs: EpochClock
  private var announcer = ReasonAnnouncer()
  /// Bytes of input since the start, and bytes of corrections before it.
  var inputBytes = 0
  private var earlierCorrectionBytes = 0
  private var epochCount = 0
  /// Messages that are being computed, with the time from which they can be read.
  private var pending: [(time: Duration, messages: [[UInt8]])] = []
  /// Before when neither an epoch nor a message is due: most transfers have nothing to catch up on.
  private var nextDeed = Duration.zero
  /// When it last told that output was lost, and how much had been by then.
  private var lossTold: (time: Duration, bytes: Int)?

  /// From an epoch to the moment at which its messages can be read.
  private static let latency = Duration.milliseconds(60)

  /// Creates a receiver whose power comes on at board time zero.
  ///
  /// - Parameters:
  ///   - world: The truth it measures.
  ///   - seed: The run's seed; the receiver draws from generators of its own.
  ///   - bootDate: Date of board time zero.
  ///   - realism: Whether it misses the truth; the times to its fixes stay.
  ///   - sky: Whether it measures signals.
  public init(
    world: World, seed: UInt64, bootDate: UnixTime, realism: PartRealism = .real, sky: SkyMode = .on
  ) {
    navigator = Navigator(world: world, seed: seed, realism: realism, sky: sky)
    responder = UBXResponder(seed: seed)
    epochs = EpochClock(bootDate: bootDate, period: .seconds(1))
  }
}

/// The state for a test or a log; drivers learn it from messages.
extension UBloxReceiverModel {
  /// The truth that the receiver measures from the next epoch on.
  public var world: World {
    get { navigator.world }
    set { navigator.world = newValue }
  }
  /// The state of the fix at the last epoch.
  public var fixState: GNSSFix { solution?.state ?? .none }
  /// The reason for that state.
  public var fixReason: FixReason { solution?.reason ?? .acquiring }
  /// The position measured at the last epoch; `nil` without a fix.
  public var measuredPosition: GeodeticPosition? {
    solution.flatMap { $0.hasFix ? $0.position : nil }
  }
  /// Horizontal and vertical accuracy estimates of the last epoch, metres; `nil` without a fix.
  public var accuracy: (horizontal: Double, vertical: Double)? {
    solution.flatMap { $0.hasFix ? ($0.horizontalAccuracy, $0.verticalAccuracy) : nil }
  }
  /// Age of the corrections in use at the last epoch; `nil` when none were.
  public var correctionAge: Duration? { solution?.reference?.age }
  /// The status of the corrections received.
  public var corrections: CorrectionStatus { monitor.status }
  /// Output bytes that were lost because the buffer was full.
  public var lostOutputBytes: Int { port.lostBytes }
}

// MARK: Power

extension UBloxReceiverModel {
  /// Begins anew with what its flash and its battery-backed memory have kept.
  public func powerUp(at now: Duration) { restart(at: now, forgetting: 0) }

  /// Starts the whole receiver: RAM is empty, and the address is not acknowledged for a while.
  private func restart(at now: Duration, forgetting mask: UInt16) {
    self.now = now
    ready = now + Self.startUpTime
    responder.restart()
    monitor = CorrectionMonitor()
    base = BaseStation()
    announcer = ReasonAnnouncer()
    port = DDCPort(since: now)
    port.defects = defects
    (earlierCorrectionBytes, inputBytes) = (correctionBytes, 0)
    ubxInput = UBXScanner()
    restartNavigation(at: now, forgetting: mask)
    epochCount = 0
    lossTold = nil
    applyConfiguration()
    epochs.restart(period: period, at: now)
    nextDeed = .zero
  }

  private func restartNavigation(at now: Duration, forgetting mask: UInt16) {
    navigator.restart(at: now, forgetting: mask)
    isNavigating = true
    solution = nil
    pending = []
  }

  /// Does what CFG-RST has asked for.
  func follow(_ reset: ReceiverReset) {
    switch reset.scope {
    case .receiver: restart(at: now, forgetting: reset.cleared)
    case .navigation, .start: restartNavigation(at: now, forgetting: reset.cleared)
    case .stop:
      isNavigating = false
      solution = nil
      pending = []
    }
  }
}

// MARK: Time

extension UBloxReceiverModel {
  /// Solves every epoch and releases every message that is due by `time`.
  public func advance(to time: Duration) {
    defer { if time > now { now = time } }
    guard time >= nextDeed else { return }
    while epochs.next <= time {
      release(upTo: epochs.next)
      if isNavigating { solve(at: epochs.next) }
      epochs.step()
    }
    release(upTo: time)
    nextDeed = min(epochs.next, pending.first?.time ?? epochs.next)
  }

  private func solve(at epoch: Duration) {
    let configuration = responder.configuration
    let conditions = NavigationEpoch.Conditions(
      timeout: .seconds(Int64(clamping: configuration[.correctionTimeout])),
      isFloatOnly: configuration[.differentialMode] == 2, defects: defects)
    var solution = navigator.solve(
      at: epoch, time: epochs.time(at: epoch), corrections: monitor.status,
      orbits: &monitor.orbits, under: conditions)
    if solution.hasFix {
      let (level, up) = (solution.horizontalAccuracy, solution.verticalAccuracy)
      base.survey(
        solution.position, accuracy: (level * level + up * up).squareRoot(), after: period)
    }
    if let place = base.position { solution.position = GeodeticPosition(place) }
    solution.base = base
    if configuration.wantsRaw(ofEpoch: epochCount) { solution.raw = navigator.raw() }
    self.solution = solution
    onMeasurement? { self.measurement() }
    // What is not running yet has nothing to say.
    if epoch >= ready { send(solution, of: epoch) }
    epochCount += 1
  }

  /// Returns the measurements of the last epoch, computed at the first call.
  func measurement() -> RawEpoch? {
    if solution != nil, solution?.raw == nil { solution?.raw = navigator.raw() }
    return solution?.raw
  }

  /// Computes the messages of an epoch, unless nobody reads.
  private func send(_ solution: NavigationSolution, of epoch: Duration) {
    guard port.isStreaming(at: epoch) else { return port.noteStop() }
    let configuration = responder.configuration
    var messages = EpochOutput(
      solution: solution, configuration: configuration, number: epochCount, port: portReport
    ).messages()
    if configuration.isOn(.i2cOutputUBX),
      let text = announcer.message(about: solution.reason, at: epoch, configuration: configuration)
    {
      messages.append(text)
    }
    pending.append((epoch + Self.latency, messages))
  }

  private func release(upTo time: Duration) {
    while let first = pending.first, first.time <= time {
      for message in first.messages { port.send(periodic: message, at: first.time) }
      tellLoss(at: first.time)
      pending.removeFirst()
    }
  }

  /// Says that output was lost, as receivers do: when it begins, and every ten seconds.
  private func tellLoss(at time: Duration) {
    let isTold = responder.configuration[.informationUBX] & 0b010 != 0
    guard isTold, port.lostBytes > lossTold?.bytes ?? 0 else { return }
    if let lossTold, time - lossTold.time < .seconds(10) { return }
    lossTold = (time, port.lostBytes)
    let text = UBXInformation(level: .warning, text: "txbuf alloc")
    port.send(answer: text.frame.encode())
  }

  /// The time between epochs.
  var period: Duration {
    let configuration = responder.configuration
    return .milliseconds(
      Int64(clamping: configuration[.measurementPeriod] * configuration[.navigationRate]))
  }

  /// Puts the configuration into force.
  func applyConfiguration() {
    base.follow(BaseStation.Order(responder.configuration))
    port.hasExtendedTimeout = responder.configuration.isOn(.i2cExtendedTimeout)
    epochs.setPeriod(period, at: now)
    nextDeed = .zero
  }

  /// GPS time less UTC now.
  var leapSeconds: Int { epochs.time(at: now).leapSeconds }
}
