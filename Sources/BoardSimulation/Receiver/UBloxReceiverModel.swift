public import GNSSBasics
internal import SensorDrivers

/// A model of a u-blox ZED-F9P receiver on its DDC (I2C) interface, address 0x42.
///
/// Satellites are simulated: they are found, tracked and measured as they stand over the antenna, in the sky of the base
/// (`SatelliteTracker`). The receiver computes its position from its measurements and from the RTCM 3 bytes that reached it
/// (`SolvingEngine`), or draws it (`StatisticalEngine`): then it is the world's position plus random errors of the size and
/// correlation of a real receiver in the same state. `CorrectionMonitor` decides which epochs are usable. MON-VER names the
/// model.
///
/// Navigation epochs are at whole multiples of their period in GPS time, and their messages can be read 60 ms
/// later. Random numbers are drawn only at epochs, so the number of polls changes nothing. Messages,
/// registers and timeouts are those of the interface description.
///
/// After power-up the receiver does not acknowledge its address for ``startUpTime``. The configuration in
/// flash and battery-backed memory survives a power loss, as do the last position and the orbits. So the next
/// start is a hot one for four hours, then a warm one.
public final class UBloxReceiverModel: SimulatedI2CDevice {
  /// The number of correction bytes written to the receiver.
  ///
  /// Correction bytes are all bytes of message input on I2C (writes of two bytes or more) that are not part of a valid
  /// UBX frame, whatever their meaning and whether or not RTCM input is enabled. Bytes of an incomplete UBX frame
  /// count until the frame is complete.
  public var correctionBytes: Int {
    earlierCorrectionBytes + input[.i2c].bytes - input[.i2c].ubx.counts.frameBytes
  }

  /// The time from power-up or reset to the first acknowledged address.
  ///
  /// The manual gives no time; real receivers take some tenths of a second.
  public static let startUpTime = Duration.milliseconds(200)

  /// The observer of driver misuse; `nil` if nobody observes.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// The observer of epochs, called with a function that computes the epoch's measurements.
  ///
  /// The function returns `nil` with the sky off.
  package var onMeasurement: ((_ measurement: () -> RawEpoch?) -> Void)?
  /// Whether a station that observes the satellites overhead has the receiver's own sky, with its atmosphere too: that
  /// of the built-in base; `nil` where the station's codes show that.
  ///
  /// Only a receiver that solves needs it.
  package var hearsOwnBase: Bool? {
    get { navigator.hearsOwnBase }
    set {
      navigator.hearsOwnBase = newValue
      movingBase?.hearsOwnBase = newValue
    }
  }
  /// The part's present defects.
  public var defects = PartDefects() {
    didSet {
      port.defects = defects
      uart?.defects = defects
      movingBase?.defects = defects.ofSignals
    }
  }

  var navigator: Navigator
  var responder: UBXResponder
  var port = DDCPort()
  /// The serial port; `nil` while nothing is connected there.
  var uart: UARTPort?
  /// The bytes that have left the serial port, and that nobody has taken yet.
  var departed: [UInt8] = []
  /// The receiver of a second antenna behind the board's own one, a base that moves with the board and sends its
  /// corrections to UART2; `nil` for none.
  let movingBase: UBloxReceiverModel?
  /// The line from UART2 of such a base, and the bytes that have left it; `nil` in other receivers.
  var link: UARTPort?
  var departedOnLink: [UInt8] = []
  /// The rates that such a base was given last.
  var ratesPassedOn: [UBXConfigurationItem] = []
  /// The ports whose NAV-RELPOSNED of the last epoch waits for the base's epoch of the same time.
  private var waitingForVector: [ReceiverPort] = []
  /// The last vector from a base that moves, with the board time of its epoch; `nil` once an epoch has none.
  private(set) var lastVector: (vector: MovingBaseVector, epoch: Duration)?
  /// The board time of the last epoch.
  private var lastEpoch = Duration.zero
  var input = PerPort(PortInput())
  var monitor = CorrectionMonitor()
  var base = BaseStation()
  var now = Duration.zero
  /// The board time at which the receiver has started.
  var ready = startUpTime
  var solution: NavigationSolution?
  /// Whether the receiver navigates; CFG-RST can stop and resume navigation.
  var isNavigating = true

  private var epochs: EpochClock
  private var announcers = PerPort(ReasonAnnouncer())
  /// The number of correction bytes on I2C before the start.
  private var earlierCorrectionBytes = 0
  private var epochCount = 0
  /// The messages in preparation, with the board time from which they can be read.
  private var pending: [(time: Duration, port: ReceiverPort, messages: [[UInt8]])] = []
  /// The board time of the next epoch or message; until then `advance(to:)` has nothing to do.
  var nextDeed = Duration.zero
  /// The board time of the last warning about lost output, and the number of bytes lost by then.
  private var lossTold = PerPort<(time: Duration, bytes: Int)?>(nil)

  /// The time from an epoch until its messages can be read.
  private static let latency = Duration.milliseconds(60)

  /// Creates a receiver that is powered on at board time zero.
  ///
  /// - Parameters:
  ///   - world: The world that the receiver measures.
  ///   - seed: The run's seed; the receiver draws from generators of its own.
  ///   - bootDate: The date of board time zero.
  ///   - realism: Whether positions have errors; the times to fixes stay the same.
  ///   - sky: Whether signals are measured.
  ///   - positions: The source of positions; without measured signals it is the statistical model.
  ///   - headingBaseline: The distance of a second antenna behind the first one, metres, whose receiver is a base that
  ///     moves: NAV-RELPOSNED then tells the heading; `nil` for one antenna. It needs a receiver that solves.
  public convenience init(
    world: World, seed: UInt64, bootDate: UnixTime, realism: PartRealism = .real,
    sky: SkyMode = .on,
    positions: PositionSource = .rtk, headingBaseline: Double? = nil
  ) {
    let other = headingBaseline.map { distance in
      let other = UBloxReceiverModel(
        world: world, seed: Self.seed(ofSecondAntenna: seed), bootDate: bootDate,
        realism: realism, sky: sky, positions: positions, behind: distance, beside: nil)
      other.becomeMovingBase()
      return other
    }
    self.init(
      world: world, seed: seed, bootDate: bootDate, realism: realism, sky: sky,
      positions: positions, behind: 0, beside: other)
    if other != nil { listenToMovingBase() }
  }

  private init(
    world: World, seed: UInt64, bootDate: UnixTime, realism: PartRealism, sky: SkyMode,
    positions: PositionSource, behind: Double, beside movingBase: UBloxReceiverModel?
  ) {
    navigator = Navigator(
      world: world, seed: seed, realism: realism, sky: sky, positions: positions, behind: behind)
    self.movingBase = movingBase
    responder = UBXResponder(seed: seed, version: navigator.solves ? .solving : .statistical)
    monitor = CorrectionMonitor(solves: navigator.solves)
    epochs = EpochClock(bootDate: bootDate, period: .seconds(1))
  }
}

/// The receiver's state for tests and logs; drivers get it from messages.
extension UBloxReceiverModel {
  /// The world that the receiver measures from the next epoch on.
  public var world: World {
    get { navigator.world }
    set {
      navigator.world = newValue
      movingBase?.world = newValue
    }
  }
  /// The fix state at the last epoch.
  public var fixState: GNSSFix { solution?.state ?? .none }
  /// The reason for the fix state at the last epoch.
  public var fixReason: FixReason { solution?.reason ?? .acquiring }
  /// The position measured at the last epoch; `nil` without a fix.
  public var measuredPosition: GeodeticPosition? {
    solution.flatMap { $0.hasFix ? $0.position : nil }
  }
  /// The horizontal and vertical accuracy estimates of the last epoch, metres; `nil` without a fix.
  public var accuracy: (horizontal: Double, vertical: Double)? {
    solution.flatMap { $0.hasFix ? ($0.horizontalAccuracy, $0.verticalAccuracy) : nil }
  }
  /// The ratio of the last search for integer ambiguities, the names of the satellites used, and what was left out; `nil`
  /// where the last epoch was not solved.
  package var solutionDetails: (ratio: Double, used: [String], leftOut: [String])? {
    guard let solution, let ratio = solution.ratio else { return nil }
    return (ratio, solution.sky.usable.map { "\($0.id)" }, solution.leftOut.map { "\($0)" })
  }
  /// The board time of the next epoch.
  package var nextEpoch: Duration { epochs.next }
  /// The number of satellites that the position of the last epoch is from.
  package var satellitesUsed: Int { solution?.satellitesUsed ?? 0 }
  /// The number of the station whose corrections were in use at the last epoch, and the distance to it, metres; `nil`
  /// without any.
  package var reference: (stationID: UInt16, distance: Double)? {
    solution?.reference.map { ($0.stationID, $0.length) }
  }
  /// The height of the last epoch's position above mean sea level, metres; `nil` without a fix.
  package var meanSeaLevelHeight: Double? {
    solution.flatMap { $0.hasFix ? $0.heightAboveGeoid : nil }
  }
  /// The name of the model that the receiver reports.
  package var modelName: String? { responder.modelName }
  /// The age of the corrections in use at the last epoch; `nil` without any.
  public var correctionAge: Duration? { solution?.reference?.age }
  /// The status of the corrections received.
  public var corrections: CorrectionStatus { monitor.status }
  /// The number of output bytes that were lost because the buffer was full.
  public var lostOutputBytes: Int { port.lostBytes }
}

// MARK: Power

extension UBloxReceiverModel {
  /// Powers the receiver up with the contents of its flash and battery-backed memory.
  public func powerUp(at now: Duration) {
    movingBase?.powerUp(at: now)
    restart(at: now, forgetting: 0)
  }

  /// Restarts the whole receiver: RAM is cleared, and the address is not acknowledged during start-up.
  private func restart(at now: Duration, forgetting mask: UInt16) {
    self.now = now
    ready = now + Self.startUpTime
    responder.restart()
    monitor = CorrectionMonitor(solves: navigator.solves)
    base = BaseStation()
    announcers = PerPort(ReasonAnnouncer())
    port = DDCPort(since: now)
    port.defects = defects
    if uart != nil { connectUART() }
    if link != nil { connectLink() }
    earlierCorrectionBytes = correctionBytes
    input = PerPort(PortInput())
    restartNavigation(at: now, forgetting: mask)
    epochCount = 0
    lossTold = PerPort(nil)
    applyConfiguration()
    epochs.restart(period: period, at: now)
    nextDeed = .zero
  }

  private func restartNavigation(at now: Duration, forgetting mask: UInt16) {
    navigator.restart(at: now, forgetting: mask)
    isNavigating = true
    (solution, lastVector) = (nil, nil)
    (pending, waitingForVector) = ([], [])
  }

  /// Carries out a reset requested by CFG-RST.
  func follow(_ reset: ReceiverReset) {
    switch reset.scope {
    case .receiver: restart(at: now, forgetting: reset.cleared)
    case .navigation, .start: restartNavigation(at: now, forgetting: reset.cleared)
    case .stop:
      isNavigating = false
      (solution, lastVector) = (nil, nil)
      (pending, waitingForVector) = ([], [])
    }
  }
}

// MARK: Time

extension UBloxReceiverModel {
  /// Solves every epoch and releases every message due by `time`.
  public func advance(to time: Duration) {
    defer { if time > now { now = time } }
    guard time >= nextDeed else { return }
    while epochs.next <= time {
      let epoch = epochs.next
      receiveFromUART(by: epoch)
      receiveFromMovingBase(by: epoch)
      // An order may have moved the epochs.
      guard epochs.next == epoch else { continue }
      release(upTo: epoch)
      if isNavigating { solve(at: epoch) }
      epochs.step()
    }
    receiveFromUART(by: time)
    receiveFromMovingBase(by: time)
    release(upTo: time)
    departOnLink(by: time)
    nextDeed =
      [
        epochs.next, pending.first?.time, uart?.nextArrival, movingBase?.nextDeed, link?.drained,
      ].compactMap(\.self).min() ?? .zero
  }

  private func solve(at epoch: Duration) {
    let configuration = responder.configuration
    let conditions = NavigationEpoch.Conditions(
      timeout: .seconds(Int64(clamping: configuration[.correctionTimeout])),
      isFloatOnly: configuration[.differentialMode] == 2,
      signals: SignalSelection(configuration),
      elevationMask: Double(Int8(truncatingIfNeeded: configuration[.leastElevation])),
      defects: defects)
    var solution = navigator.solve(
      at: epoch, time: epochs.time(at: epoch), corrections: monitor.status,
      stream: &monitor.content, under: conditions)
    if solution.hasFix {
      let (level, up) = (solution.horizontalAccuracy, solution.verticalAccuracy)
      base.survey(
        solution.position, accuracy: (level * level + up * up).squareRoot(), after: period)
    }
    solution.stand(as: base)
    solution.hasMovingBase = monitor.hearsMovingBase(at: epoch)
    solution.isJammed = defects.contains(.jam)
    if solution.raw == nil,
      ports.contains(where: { configuration.wantsRaw(ofEpoch: epochCount, on: $0) })
    {
      solution.raw = navigator.raw()
    }
    sendWaitingVectors(at: epoch)
    if self.solution?.vector == nil { lastVector = nil }
    self.solution = solution
    lastEpoch = epoch
    onMeasurement? { self.measurement() }
    // A receiver that has not started yet sends no messages.
    if epoch >= ready { send(solution, of: epoch) }
    epochCount += 1
  }

  /// Returns the measurements of the last epoch, computed on the first call.
  func measurement() -> RawEpoch? {
    if solution != nil, solution?.raw == nil { solution?.raw = navigator.raw() }
    return solution?.raw
  }

  /// The ports in use.
  var ports: [ReceiverPort] {
    var ports = [ReceiverPort.i2c]
    if uart != nil { ports.append(.uart1) }
    if link != nil || movingBase != nil { ports.append(.uart2) }
    return ports
  }

  /// Prepares the messages of an epoch for each port, unless its output has stopped.
  private func send(_ solution: NavigationSolution, of epoch: Duration) {
    for one in ports {
      guard one != .i2c || port.isStreaming(at: epoch) else {
        port.noteStop()
        continue
      }
      let configuration = responder.configuration
      let output = EpochOutput(
        solution: solution, configuration: configuration, port: one, number: epochCount,
        reports: portReports)
      var messages = output.messages()
      if output.hasVectorLater { waitingForVector.append(one) }
      if configuration.isOn(.i2cOutputUBX.on(one)),
        let text = announcers[one].message(
          about: solution.reason, at: epoch,
          levels: configuration[.informationUBX.on(one)])
      {
        messages.append(text)
      }
      pending.append((epoch + Self.latency, one, messages))
    }
  }

  /// Sends the messages that are due by a board time.
  func release(upTo time: Duration) {
    while let first = pending.first, first.time <= time {
      for message in first.messages { send(message, on: first.port, at: first.time) }
      tellLoss(on: first.port, at: first.time)
      pending.removeFirst()
    }
  }

  /// Sends a periodic message on a port.
  func send(_ message: [UInt8], on port: ReceiverPort, at time: Duration) {
    switch port {
    case .i2c: self.port.send(periodic: message, at: time)
    case .uart1: sendOnUART(message, at: time)
    case .uart2: sendOnLink(message, at: time)
    }
  }

  /// Solves the vectors from a base that moves by the epochs that have come, and sends those that wait for it.
  func solveVectors() {
    guard monitor.hearsMovingBase(at: now), let stream = monitor.content.movingBase,
      let epochs = monitor.content.movingBase?.takeEpochs()
    else { return }
    for epoch in epochs {
      guard let vector = navigator.vector(from: epoch, stream.stationID, stream.phases) else {
        continue
      }
      solution?.hasMovingBase = true
      solution?.vector = vector
      lastVector = (vector, lastEpoch)
      sendWaitingVectors(at: now)
    }
  }

  /// Sends NAV-RELPOSNED of the last epoch on the ports where it waits, with the vector or, at the next epoch, without.
  private func sendWaitingVectors(at time: Duration) {
    guard let solution, !waitingForVector.isEmpty else { return }
    let message = solution.navRelPosNED().frame.encode()
    for port in waitingForVector { send(message, on: port, at: time) }
    waitingForVector = []
  }

  /// Warns that output was lost, as real receivers do: at the first loss, and at most every ten seconds.
  private func tellLoss(on port: ReceiverPort, at time: Duration) {
    let isTold = responder.configuration[.informationUBX.on(port)] & 0b010 != 0
    let lost = lostBytes(on: port)
    guard isTold, lost > lossTold[port]?.bytes ?? 0 else { return }
    if let told = lossTold[port], time - told.time < .seconds(10) { return }
    lossTold[port] = (time, lost)
    answer(UBXInformation(level: .warning, text: "txbuf alloc").frame, on: port, at: time)
  }

  /// Sends a response on a port.
  func answer(_ frame: UBXFrame, on port: ReceiverPort, at time: Duration) {
    switch port {
    case .i2c: self.port.send(answer: frame.encode())
    case .uart1: sendOnUART(frame.encode(), at: time)
    case .uart2: sendOnLink(frame.encode(), at: time)
    }
  }

  private func lostBytes(on port: ReceiverPort) -> Int {
    switch port {
    case .i2c: self.port.lostBytes
    case .uart1: uart?.lostBytes ?? 0
    case .uart2: link?.lostBytes ?? 0
    }
  }

  /// The time between navigation epochs.
  var period: Duration {
    let configuration = responder.configuration
    return .milliseconds(
      Int64(clamping: configuration[.measurementPeriod] * configuration[.navigationRate]))
  }

  /// Applies the configuration to base, port and epochs.
  func applyConfiguration() {
    base.follow(BaseStation.Order(responder.configuration))
    port.hasExtendedTimeout = responder.configuration.isOn(.i2cExtendedTimeout)
    let format = UARTFormat(responder.configuration, of: .uart1)
    if let uart, uart.format != format { changeUART(to: format) }
    link?.change(to: UARTFormat(responder.configuration, of: .uart2))
    epochs.setPeriod(period, at: now)
    passOnRates()
    nextDeed = .zero
  }

  /// GPS time minus UTC at present, seconds.
  var leapSeconds: Int { gpsTime(at: now).leapSeconds }

  /// Returns the GPS time at a board time.
  func gpsTime(at time: Duration) -> GPSTime { epochs.time(at: time) }
}
