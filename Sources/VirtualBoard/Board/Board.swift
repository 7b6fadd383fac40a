public import BoardFirmware
public import BoardSimulation
internal import NtripProtocol
internal import SensorDrivers
package import TextOutput

/// A whole board in memory: simulated parts, the firmware that runs on them, corrections and a card.
///
/// A board has no thread, socket, file or clock of its own: board time passes while the board runs,
/// as fast as the computer allows. The same inputs give the same bytes. A board is not safe for
/// concurrent use; any number of boards may exist side by side.
///
/// ```swift
/// let board = try Board(.capture(bytes, name: "base"), origin: .base)
/// board.run(until: .rtkFixed, within: .seconds(180))  // true
/// board.get("/").text  // what the app shows: 13 fields joined by ';'
/// ```
public final class Board {
  /// The simulated parts and the world around them, for comparison with the board's readings.
  public let simulation: SimulatedBoard
  /// Whether the power is on.
  public internal(set) var isPowered = true
  /// The configuration of the data port.
  public var dataServer = DataServerConfiguration() {
    didSet { line?.configuration = dataServer }
  }
  /// The observer of the world, called after each change.
  package var worldChanged: (World) -> Void = { _ in }
  /// The observers of samples, called after each one with the board's snapshot.
  private var sampleObservers: [(BoardSnapshot) -> Void] = []
  /// The observer of the faults, called with all faults whenever one is given or ended.
  package var faultsChanged: ([BoardFault]) -> Void = { _ in }
  /// The observer of the script, called whenever the scenario or the orders besides it change.
  package var scriptChanged: (BoardScript) -> Void = { _ in }
  var options: BoardOptions
  let link: VirtualLink
  let card: BoardCard
  var firmware: any BoardProgram
  var page = LegacyPage()
  /// The scheduled power switches, in order of time.
  var switches: [(time: Duration, isOn: Bool)] = []
  var eventCount = 0
  let radio: Radio
  /// The serial line to the modem; `nil` in a profile without one.
  let line: BoardLine?
  /// The observer of the board after each sample and each event; `nil` for none.
  var watch: ExpectationWatch?
  /// The settings scheduled for later, in order of time.
  var settingOrders: [(time: Duration, settings: BoardSettings)] = []
  /// The board time of the stream's first bytes, while its station was still unknown; `nil` before.
  private var streamBegin: Duration?
  /// The settings, which the board keeps without power.
  public internal(set) var settings: BoardSettings
  /// The card error of the last failed settings save, with the card's line count at that time; `nil`
  /// after a successful save.
  var unsavedSettings: (error: CardError, cardLines: Int)?
  /// The error that kept the card's settings from being read at power-on; `nil` once others are saved.
  var unreadSettings: CardError?
  /// The card error at `stop()`: the last writes before the card is taken out failed.
  private var cardTrouble: CardError?
  /// The scenario's events that are still to come.
  var feed: ScenarioFeed
  /// The index in `orders` of each ordered fault, keyed by fault number.
  var orderedFaults: [Int: Int] = [:]
  /// The scenario and the orders given besides it.
  package internal(set) var script: BoardScript {
    didSet { scriptChanged(script) }
  }
  /// The orders given besides the scenario, each with its board time.
  public var orders: [BoardEvent] { script.orders }
  /// The collector of lost parts, and in strict mode of driver mistakes.
  private let collector: FindingList

  /// Creates a board at power-on.
  ///
  /// - Throws: ``EventError`` for one of the options' events.
  package init(
    _ options: BoardOptions, world: World, link: VirtualLink, card: BoardCard = .none
  ) throws(EventError) {
    self.options = options
    self.link = link
    feed = ScenarioFeed(of: options)
    script = BoardScript(options.scenario)
    simulation = SimulatedBoard(
      world: world, seed: options.boardSeed, bootDate: options.bootDate, light: options.light,
      realism: options.realism, sky: options.sky, positions: options.positions,
      headingBaseline: options.headingBaseline, receiverLog: options.receiverLog,
      outside: options.outsideParts)
    simulation.receiver.hearsOwnBase = link.isOwnBase
    simulation.bus.rate = options.busClock
    let card = card.slotted(beside: simulation.bus)
    self.card = card
    collector = FindingList(watching: simulation.bus, isStrict: options.isStrict)
    (settings, unreadSettings) = Self.settings(on: card)
    if let interval = options.sampleInterval { settings.sampleInterval = interval }
    self.options.sampleInterval = settings.sampleInterval
    radio = Radio(settings.network, seed: options.boardSeed)
    radio.powerUp(at: .zero)
    line =
      options.profile == .direct
      ? nil
      : BoardLine(
        in: settings.network, to: link, over: radio, faults: options.modemFaults,
        seed: options.boardSeed)
    firmware = Self.firmware(
      on: simulation, self.options, link: RadioLink(link: link, radio: radio, line: line),
      card: card)
    take(feed.firstEvents())
    for event in options.events { _ = try schedule(event) }
  }

  static func firmware(
    on simulation: SimulatedBoard, _ options: BoardOptions, link: RadioLink, card: BoardCard
  ) -> any BoardProgram {
    if options.isReceiverAlone { return ReceiverProgram(on: simulation, options) }
    func program<Parts: PartList & ~Copyable>(_: Parts.Type) -> any BoardProgram
    where Parts.Bus == SimulatedI2CBus {
      PartsProgram<Parts>(on: simulation, options, link: link, card: card)
    }
    return switch options.light {
    case .bh1750: program(StandardParts<SimulatedI2CBus>.self)
    case .veml7700:
      program(PartPair<AirParts<SimulatedI2CBus>, PartSlot<VEML7700<SimulatedI2CBus>>>.self)
    case .none: program(AirParts<SimulatedI2CBus>.self)
    }
  }

  /// The present board time, from zero at the first power-on.
  public var now: Duration { simulation.clock.now }

  /// The bytes of corrections sent by a caster in the same memory; 0 without such a caster.
  public var casterBytes: Int { link.casterBytes }

  /// The firmware's snapshot, with the present board time.
  ///
  /// The firmware's own snapshot has the time of the firmware's last action. Without power, the
  /// snapshot has no readings.
  public var snapshot: BoardSnapshot {
    var snapshot =
      isPowered
      ? firmware.snapshot
      : BoardSnapshot(
        unpoweredAt: now, bootDate: options.bootDate, sensors: firmware.sensorsAtBoot)
    let totals = simulation.bus.totals
    (snapshot.bus.transfers, snapshot.bus.nacks) = (totals.transfers, totals.refusals)
    snapshot.findings = collector.findings
    snapshot.wifi = radio.station.status
    snapshot.line = line?.status
    if let cardTrouble, snapshot.card.error == nil {
      snapshot.card.error = "the last lines could not be signed: \(cardTrouble)"
    }
    guard isPowered else { return snapshot }
    snapshot.boardTime = now
    if let wait { snapshot.gnss.reason = wait }
    snapshot.gnss.solution = simulation.receiver.solutionDetails.map {
      GNSSStatus.Details(ratio: $0.ratio, used: $0.used, leftOut: $0.leftOut)
    }
    if let end = simulation.receiverLogEnd { snapshot.gnss.reason = end }
    return snapshot
  }

  /// The fix and position of ``snapshot``, without the cost of copying the rest.
  var gnss: GNSSStatus { isPowered ? firmware.gnss : snapshot.gnss }

  /// Runs the board up to and including a board time, and returns the board time of its next action.
  @discardableResult
  public func run(until deadline: Duration) -> Duration {
    defer {
      settle()
      saveSettingsAgain()
      // The firmware does not talk to them, and their programs want to be asked in time.
      if !options.outsideParts.isEmpty { simulation.bus.advanceDevices() }
    }
    while true {
      let (change, stop) = (nextChange ?? Self.never, watch?.nextStop ?? Self.never)
      guard min(change, stop) <= deadline else { break }
      runFirmware(before: min(change, stop))
      if change <= stop { self.change(at: change) }
      look()
    }
    return min(runFirmware(until: deadline), nextChange ?? Self.never)
  }

  /// The board time of the next change by an order, the scenario or the Wi-Fi; `nil` for none.
  private var nextChange: Duration? {
    var next = radio.nextChange
    func meet(_ time: Duration?) { if let time { next = min(next ?? time, time) } }
    meet(switches.first?.time)
    meet(settingOrders.first?.time)
    meet(feed.refill)
    return next
  }

  /// Carries out the orders due at a board time, before the firmware's own actions of that time.
  func change(at time: Duration) {
    while let refill = feed.refill, refill <= time { take(feed.moreEvents()) }
    while let next = switches.first, next.time <= time {
      switches.removeFirst()
      switchPower(isOn: next.isOn)
    }
    while let next = settingOrders.first, next.time <= time {
      settingOrders.removeFirst()
      use(next.settings)
    }
    let carried = radio.carries(at: time - .nanoseconds(1))
    let reached = radio.reachesCaster(at: time - .nanoseconds(1))
    let joined = radio.isJoined
    radio.advance(to: time)
    if let line {
      guard isPowered else { return }
      if radio.isJoined != joined { tellModem(at: time) }
      if reached, !radio.reachesCaster(at: time) { line.loseConnection(at: time) }
      return
    }
    guard isPowered, radio.carries(at: time) != carried else { return }
    if carried { link.loseConnection(at: time) } else { link.regainConnection() }
  }

  /// Tells the modem, if there is one, of the board's faults and of its network.
  func tellModem(at time: Duration) {
    line?.meet(faults, isNetworkGone: isPowered && !radio.isJoined, at: time)
  }

  /// Runs the board up to, but not including, a board time.
  ///
  /// Firmware actions due exactly at `deadline` are left to the next call. An event ordered for
  /// `deadline` takes effect before them, as if it had been known from the beginning.
  public func run(before deadline: Duration) {
    run(until: deadline - .nanoseconds(1))
    simulation.clock.advance(to: deadline)
  }

  private func runFirmware(before deadline: Duration) {
    runFirmware(until: deadline - .nanoseconds(1))
    simulation.clock.advance(to: deadline)
  }

  @discardableResult
  private func runFirmware(until deadline: Duration) -> Duration {
    guard isPowered else {
      simulation.clock.advance(to: deadline)
      return Self.never
    }
    if watch != nil || !sampleObservers.isEmpty { watchFirmware(until: deadline) }
    return firmware.run(until: deadline)
  }

  /// Runs the firmware one action at a time, and checks the expectations and tells the observer after each
  /// sample.
  private func watchFirmware(until deadline: Duration) {
    var next = now
    var samples = firmware.snapshot.samples
    while next <= deadline {
      next = firmware.run(until: next)
      guard firmware.snapshot.samples != samples else { continue }
      samples = firmware.snapshot.samples
      look()
      guard !sampleObservers.isEmpty else { continue }
      let snapshot = snapshot
      for observe in sampleObservers { observe(snapshot) }
    }
  }

  private static let never = Duration.seconds(Int64.max / 4)

  /// Adds an observer of samples, called on the board's thread after each one with the board's snapshot.
  package func observeSamples(_ observe: @escaping (BoardSnapshot) -> Void) {
    sampleObservers.append(observe)
  }

  /// Runs ahead of real time; bytes from the network are held back meanwhile.
  package func warmUp(until deadline: Duration) {
    link.hold(true)
    run(before: deadline)
    link.hold(false)
  }

  /// Closes the outside connections and the card.
  package func stop() {
    line?.cutPower()
    link.stop()
    do throws(CardError) {
      try card.finish()
    } catch {
      cardTrouble = error
    }
  }
}

// MARK: Expectations

extension Board {
  /// Watches the board for expectations from now on.
  package func expect(_ expectations: [Expectation]) {
    guard expectations.contains(where: { $0.period != .atEnd }) else { return }
    watch = ExpectationWatch(expectations)
    watch?.plan(faults)
    look()
  }

  /// Returns the outcomes of the expectations given to ``expect(_:)``, or of the end only.
  package func outcomes(
    of expectations: [Expectation], report: DescribedValue
  ) -> [ExpectationOutcome] {
    (watch ?? ExpectationWatch(expectations)).outcomes(report, at: now)
  }

  func look() {
    guard watch != nil else { return }
    watch?.look(BoardView(snapshot, in: simulation.world, at: now))
  }
}

// MARK: Unknown base position

extension Board {
  /// Whether the track waits for the caster's stream to give the position of its base.
  ///
  /// The waiting board stands at the scenario's start and sees no sky, so it has no position.
  var isWaitingForStation: Bool { !simulation.world.hasSkyView }

  /// Begins the track beside the base, once the base's position is known.
  private func settle() {
    guard isWaitingForStation else { return }
    if streamBegin == nil, link.status(at: now).bytes > 0 { streamBegin = now }
    guard let station = link.station ?? stationOnLine else { return }
    var world = simulation.world
    world.change(to: World(options, station: station), from: now, zero: script.zero)
    change(to: world)
  }

  /// Connects a line to a receiver's serial port, on which its corrections may come.
  ///
  /// - Parameters:
  ///   - antenna: The receiver's antenna.
  ///   - baud: The rate that the receiver begins at, bits per second.
  package func connectSerialLine(of antenna: ReceiverAntenna = .first, baud: Int) {
    simulation.connectSerialLine(of: antenna, baud: baud)
    simulation.receiver.hearsOwnBase = nil
  }

  /// The station of the corrections on the serial line; `nil` until it is known, and without a line.
  private var stationOnLine: ECEFPosition? {
    options.isReceiverAlone ? simulation.receiver.corrections.latest?.position : nil
  }

  /// The base of a caster on the network; `nil` until its stream has told it, and without such a caster.
  package var outsideBase: BaseStation? {
    link.station.map { BaseStation(id: snapshot.gnss.stationID, position: $0) }
  }

  /// The longest usual interval between a stream's station messages, seconds: casters' sourcetables
  /// list 60 s at most.
  private static var rarestStation: Int64 { 60 }

  /// The reason for the missing position; `nil` unless the board waits for the position of its base.
  private var wait: String? {
    guard isWaitingForStation else { return nil }
    if options.isReceiverAlone {
      return
        "none: waiting for corrections on the serial line, whose message 1005 or 1006 tells where the board is "
        + "(zeros do not); --origin LAT,LON does not wait"
    }
    guard case .outside(let link) = link else { return nil }
    let reason = link.status(at: now).error.map { " (\($0))" } ?? ""
    let wait = streamBegin.map { (now - $0).components.seconds } ?? 0
    let remedy =
      wait > Self.rarestStation
      ? "none has come in \(wait) s of its stream, take another mountpoint or --origin LAT,LON"
      : "--origin LAT,LON does not wait"
    return "none: waiting for message 1005 or 1006 of \(link.name), which tells where the board is "
      + "(zeros do not)\(reason); \(remedy)"
  }
}
