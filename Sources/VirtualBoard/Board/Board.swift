public import BoardFirmware
public import BoardSimulation
internal import NtripProtocol
internal import SensorDrivers
package import TextOutput

/// A whole board in memory: simulated parts, the firmware on them, corrections and a card.
///
/// It has no thread, socket, file or clock of its own: time passes while it runs, as fast as it can.
/// The same inputs give the same bytes. Not to be shared by threads; any number may live beside each
/// other.
///
/// ```swift
/// let board = try Board(.capture(bytes, name: "base"), origin: .base)
/// board.run(until: .rtkFixed, within: .seconds(180))  // true
/// board.get("/").text  // what the app shows: 13 fields joined by ';'
/// ```
public final class Board {
  /// The parts and the world, for those who count and compare.
  public let simulation: SimulatedBoard
  /// Whether the power is on.
  public internal(set) var isPowered = true
  /// The configuration of the data port.
  public var dataServer = DataServerConfiguration()
  /// Told of the world whenever it has been changed.
  package var worldChanged: (World) -> Void = { _ in }
  /// Told of all faults whenever one is given or ended.
  package var faultsChanged: ([BoardFault]) -> Void = { _ in }
  /// Told of all that was ordered besides the scenario whenever that changes.
  package var ordersChanged: ([BoardEvent]) -> Void = { _ in }
  var options: BoardOptions
  let link: VirtualLink
  let card: BoardCard
  var firmware: any BoardProgram
  var page = LegacyPage()
  /// When the power is to be switched, in order.
  var switches: [(time: Duration, isOn: Bool)] = []
  var eventCount = 0
  let radio: Radio
  /// The observer of the board after each sample and each event; `nil` for none.
  var watch: ExpectationWatch?
  /// The settings ordered for later.
  var settingOrders: [(time: Duration, settings: BoardSettings)] = []
  /// When bytes of a stream had come while its station was not known yet.
  private var streamBegin: Duration?
  /// The settings, which the board remembers without power.
  public internal(set) var settings: BoardSettings
  /// The card's refusal of the present settings, and how many lines it had taken by then; `nil` without one.
  var unsavedSettings: (error: CardError, cardLines: Int)?
  /// The failure of the last writes before a card is taken out.
  private var cardTrouble: CardError?
  /// The events that the scenario still has to give.
  var feed: ScenarioFeed
  /// The index in the orders of each ordered fault, by the fault's number.
  var orderedFaults: [Int: Int] = [:]
  /// The orders besides the scenario, each with its time.
  public internal(set) var orders: [BoardEvent] = []
  /// Collects what drivers do wrong; `nil` when nobody wants to know.
  private var strictness: Strictness?

  /// Assembles a board at the moment its power comes on.
  ///
  /// - Throws: ``EventError`` for one of the options' events.
  package init(
    _ options: BoardOptions, world: World, link: VirtualLink, card: BoardCard = .none
  ) throws(EventError) {
    self.options = options
    self.link = link
    feed = ScenarioFeed(of: options)
    simulation = SimulatedBoard(
      world: world, seed: options.boardSeed, bootDate: options.bootDate, light: options.light,
      realism: options.realism, sky: options.sky, receiverLog: options.receiverLog)
    simulation.bus.rate = options.busClock
    let card = card.slotted(beside: simulation.bus)
    self.card = card
    if options.isStrict { strictness = Strictness(watching: simulation.bus) }
    settings = Self.settings(on: card) ?? .standard
    if let interval = options.sampleInterval { settings.sampleInterval = interval }
    self.options.sampleInterval = settings.sampleInterval
    radio = Radio(settings.network, seed: options.boardSeed)
    radio.powerUp(at: .zero)
    firmware = Self.firmware(
      on: simulation, self.options, link: RadioLink(link: link, radio: radio), card: card)
    take(feed.firstEvents())
    for event in options.events { _ = try schedule(event) }
  }

  static func firmware(
    on simulation: SimulatedBoard, _ options: BoardOptions, link: RadioLink, card: BoardCard
  ) -> any BoardProgram {
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

  /// Board time.
  public var now: Duration { simulation.clock.now }

  /// Bytes of corrections that a caster in the same memory has sent; 0 where there is none.
  public var casterBytes: Int { link.casterBytes }

  /// The firmware's snapshot, with the present time: the firmware notes the time of its last deed.
  ///
  /// Without power it shows nothing.
  public var snapshot: BoardSnapshot {
    var snapshot =
      isPowered
      ? firmware.snapshot
      : BoardSnapshot(
        unpoweredAt: now, bootDate: options.bootDate, sensors: firmware.sensorsAtBoot)
    let totals = simulation.bus.totals
    (snapshot.bus.transfers, snapshot.bus.nacks) = (totals.transfers, totals.refusals)
    snapshot.findings = strictness?.findings ?? []
    snapshot.wifi = radio.station.status
    if let cardTrouble, snapshot.card.error == nil {
      snapshot.card.error = "the last lines could not be signed: \(cardTrouble)"
    }
    guard isPowered else { return snapshot }
    snapshot.boardTime = now
    if let wait { snapshot.gnss.reason = wait }
    if let end = simulation.receiverLogEnd { snapshot.gnss.reason = end }
    return snapshot
  }

  /// Fix and position as in ``snapshot``, without the copies that all of that takes.
  var gnss: GNSSStatus { isPowered ? firmware.gnss : snapshot.gnss }

  /// Runs the board up to a board time, and returns when it next wants to wake.
  @discardableResult
  public func run(until deadline: Duration) -> Duration {
    defer {
      settle()
      saveSettingsAgain()
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

  /// When the next order, the scenario or the Wi-Fi changes the board.
  private var nextChange: Duration? {
    var next = radio.nextChange
    func meet(_ time: Duration?) { if let time { next = min(next ?? time, time) } }
    meet(switches.first?.time)
    meet(settingOrders.first?.time)
    meet(feed.refill)
    return next
  }

  /// Does what was ordered for a time; it comes before the firmware's own deeds of that time.
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
    radio.advance(to: time)
    guard isPowered, radio.carries(at: time) != carried else { return }
    if carried { link.loseConnection(at: time) } else { link.regainConnection() }
  }

  /// Runs the firmware up to a time and leaves to the next call what is due exactly then.
  ///
  /// What is ordered at that time comes before it, as if it had been known from the beginning.
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
    if watch != nil { watchFirmware(until: deadline) }
    return firmware.run(until: deadline)
  }

  /// Runs the firmware a deed at a time, and looks after each sample.
  private func watchFirmware(until deadline: Duration) {
    var next = now
    var samples = firmware.snapshot.samples
    while next <= deadline {
      next = firmware.run(until: next)
      guard firmware.snapshot.samples != samples else { continue }
      samples = firmware.snapshot.samples
      look()
    }
  }

  private static let never = Duration.seconds(Int64.max / 4)

  /// Runs ahead of real time; what the network brings meanwhile waits.
  package func warmUp(until deadline: Duration) {
    link.hold(true)
    run(before: deadline)
    link.hold(false)
  }

  /// Closes what is open to the outside, and the card.
  package func stop() {
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
  /// Looks out for what is expected from now on.
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

// MARK: A base that is not known yet

extension Board {
  /// Whether the track cannot begin before the caster tells where its base is.
  ///
  /// The board then stands where the scenario begins and sees no sky, so that it has no position.
  private var isWaitingForStation: Bool { !simulation.world.hasSkyView }

  /// Begins the track beside the base, once that is known.
  private func settle() {
    guard isWaitingForStation else { return }
    if streamBegin == nil, link.status(at: now).bytes > 0 { streamBegin = now }
    guard let station = link.station else { return }
    var world = simulation.world
    world.change(to: World(options, station: station), from: now)
    change(to: world)
  }

  /// The longest that a stream goes without telling its station, seconds: casters' tables have 60 s at the most.
  private static var rarestStation: Int64 { 60 }

  /// The reason why there is no position yet; `nil` when that is not for want of a base.
  private var wait: String? {
    guard isWaitingForStation, case .outside(let link) = link else { return nil }
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
