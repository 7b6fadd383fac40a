public import BoardFirmware
public import BoardSimulation
internal import NtripProtocol
internal import SensorDrivers

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
  public private(set) var isPowered = true
  /// What the data port would speak.
  public var dataServer = DataServerConfiguration()
  /// Told of the world whenever it has been changed.
  package var worldChanged: (World) -> Void = { _ in }
  private let options: BoardOptions
  private let link: VirtualLink
  private let card: BoardCard
  private var firmware: any BoardProgram
  var page = LegacyPage()
  /// When the power is to be switched, in order.
  private var switches: [(time: Duration, isOn: Bool)] = []
  private var eventCount = 0
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
    self.card = card
    simulation = SimulatedBoard(
      world: world, seed: options.boardSeed, bootDate: options.bootDate, light: options.light,
      realism: options.realism, receiverLog: options.receiverLog)
    simulation.bus.rate = options.busClock
    if options.isStrict { strictness = Strictness(watching: simulation.bus) }
    firmware = Self.firmware(on: simulation, options, link: link, card: card)
    for event in options.events { _ = try schedule(event) }
  }

  private static func firmware(
    on simulation: SimulatedBoard, _ options: BoardOptions, link: VirtualLink, card: BoardCard
  ) -> any BoardProgram {
    let slot = card.powered(by: simulation.bus)
    func program<Parts: PartList & ~Copyable>(_: Parts.Type) -> any BoardProgram
    where Parts.Bus == SimulatedI2CBus {
      PartsProgram<Parts>(on: simulation, options, link: link, card: slot)
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

  /// What the firmware shows, with the time that it is now: the firmware notes that of its last deed.
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
    guard isPowered else { return snapshot }
    snapshot.boardTime = now
    if let wait { snapshot.gnss.reason = wait }
    if let end = simulation.receiverLogEnd { snapshot.gnss.reason = end }
    return snapshot
  }

  /// Runs the board up to a board time, and returns when it next wants to wake.
  @discardableResult
  public func run(until deadline: Duration) -> Duration {
    defer { settle() }
    while let next = switches.first, next.time <= deadline {
      runFirmware(before: next.time)
      switches.removeFirst()
      switchPower(isOn: next.isOn)
    }
    return min(runFirmware(until: deadline), switches.first?.time ?? Self.never)
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
    return firmware.run(until: deadline)
  }

  private static let never = Duration.seconds(Int64.max / 4)

  /// Runs ahead of real time; what the network brings meanwhile waits.
  package func warmUp(until deadline: Duration) {
    link.hold(true)
    run(before: deadline)
    link.hold(false)
  }

  /// Closes what is open to the outside.
  package func stop() { link.stop() }
}

// MARK: Events

extension Board {
  /// Takes an event, which comes true at its board time.
  ///
  /// - Returns: That time, and the number of the event.
  /// - Throws: ``EventError/past(_:now:)`` when that has passed.
  @discardableResult
  public func schedule(_ event: BoardEvent) throws(EventError) -> EventReceipt {
    let time = event.time ?? now
    guard time >= now else { throw .past(time, now: now) }
    switch event.deed {
    case .world(let orders):
      var world = simulation.world
      for order in orders { world.follow(order, at: time) }
      change(to: world)
    case .power(let isOn):
      let index = switches.firstIndex { $0.time > time } ?? switches.endIndex
      switches.insert((time, isOn), at: index)
      planPowerCut()
    case .fault(let fault): simulation.bus.add(fault, notBefore: time)
    }
    eventCount += 1
    return EventReceipt(time: time, id: eventCount)
  }

  private func change(to world: World) {
    simulation.world = world
    worldChanged(world)
  }

  /// Tells the bus when it will be without power, so that it is in the midst of a transfer too.
  private func planPowerCut() {
    guard isPowered, let cut = switches.first(where: { !$0.isOn }) else { return }
    simulation.cutPower(at: cut.time)
  }

  private func switchPower(isOn: Bool) {
    guard isOn != isPowered else { return }
    isPowered = isOn
    guard isOn else { return link.cutPower() }
    simulation.restorePower()
    link.restorePower()
    firmware = Self.firmware(on: simulation, options, link: link, card: card)
    planPowerCut()
  }
}

extension World {
  mutating func follow(_ order: WorldOrder, at time: Duration) {
    if let value = order.value {
      hold(order.quantity, at: value, from: time, over: order.ramp)
    } else {
      release(order.quantity, from: time)
    }
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
    guard isWaitingForStation, let station = link.station else { return }
    var world = simulation.world
    world.change(to: World(options, station: station), from: now)
    change(to: world)
  }

  /// Why there is no position yet; `nil` when that is not for want of a base.
  private var wait: String? {
    guard isWaitingForStation, case .outside(let link) = link else { return nil }
    let reason = link.status(at: now).error.map { " (\($0))" } ?? ""
    return "none: waiting for message 1005 or 1006 of \(link.name), which tells where the board is"
      + "\(reason); --origin LAT,LON does not wait"
  }
}
