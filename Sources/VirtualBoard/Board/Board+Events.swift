package import BoardFirmware
public import BoardSimulation
internal import Mathematics

extension Board {
  /// Takes an event, which comes true at its board time.
  ///
  /// - Returns: That time, and the number of the event.
  /// - Throws: ``EventError/past(_:now:)`` when that has passed.
  @discardableResult
  public func schedule(_ event: BoardEvent) throws(EventError) -> EventReceipt {
    let time = event.time ?? now
    guard time >= now else { throw .past(time, now: now) }
    let order = BoardEvent(event.deed, at: time)
    var number: Int?
    switch event.deed {
    case .fault(let fault):
      if fault.length == nil, let end = fault.end, end < time { throw .past(end, now: time) }
      number = faults.count + 1
    case .endFault(let number): try endFault(number)
    case .world, .power, .wifi, .settings: break
    }
    if case .endFault = event.deed {} else { orders.append(order) }
    if let number { orderedFaults[number] = orders.count - 1 }
    ordersChanged(orders)
    take([order])
    // At once, so that those who ask while the clock stands see it.
    if time == now {
      change(at: now)
      look()
    }
    return EventReceipt(time: time, id: number ?? eventCount)
  }

  /// Takes events that are not past, all at once: the world is changed and told once.
  func take(_ events: [BoardEvent]) {
    var world = simulation.world
    var isChanged = false
    var faults: [(BoardFault, notBefore: Duration)] = []
    for event in events {
      let time = event.time ?? now
      switch event.deed {
      case .world(let orders):
        for order in orders { world.follow(order, at: time) }
        isChanged = true
      case .power(let isOn):
        let index = switches.firstIndex { $0.time > time } ?? switches.endIndex
        switches.insert((time, isOn), at: index)
        planPowerCut()
      case .wifi(let isOn, let network):
        radio.switchHotspot(isOn: isOn, as: network, at: time, now: now)
      case .settings(let settings):
        let index = settingOrders.firstIndex { $0.time > time } ?? settingOrders.endIndex
        settingOrders.insert((time, settings), at: index)
      case .fault(let fault): faults.append((fault, time))
      case .endFault: break  // which is done at once
      }
    }
    eventCount += events.count
    if isChanged { change(to: world) }
    guard !faults.isEmpty else { return }
    simulation.bus.add(faults)
    faultsHaveChanged()
  }

  func change(to world: World) {
    simulation.world = world
    worldChanged(world)
  }

  private func endFault(_ number: Int?) throws(EventError) {
    if let number {
      guard simulation.bus.endFault(number) else { throw .noSuchFault(number) }
    } else {
      for number in simulation.bus.allFaults.indices { _ = simulation.bus.endFault(number + 1) }
    }
    // What was ordered is told as it came to be.
    for (number, index) in orderedFaults { orders[index].deed = .fault(faults[number - 1]) }
    faultsHaveChanged()
  }

  private func faultsHaveChanged() {
    let faults = simulation.bus.allFaults
    radio.set(faults: faults, now: now)
    if let change = radio.nextChange, change <= now { self.change(at: now) }
    watch?.plan(faults)
    faultsChanged(faults)
  }

  /// All faults that were given, by their numbers from 1.
  public var faults: [BoardFault] { simulation.bus.allFaults }

  /// Takes settings, and remembers them on the card.
  func use(_ settings: BoardSettings) {
    let before = self.settings
    self.settings = settings
    options.sampleInterval = settings.sampleInterval
    if settings.sampleInterval != before.sampleInterval {
      firmware.setSampleInterval(settings.sampleInterval)
    }
    if settings.network != before.network {
      if radio.isJoined { link.loseConnection(at: now) }
      radio.use(settings.network, at: now)
    }
    saveSettings()
  }

  /// Puts the settings on the card; without one they are remembered until the process ends.
  private func saveSettings() {
    var slot = card
    let (line, header) = (settings.line, BoardSettings.header)
    do throws(CardError) {
      try slot.append(line.span, toFile: BoardSettings.file, startingWith: header.span)
      unsavedSettings = nil
    } catch {
      unsavedSettings = (error, firmware.snapshot.card.lines)
    }
  }

  /// Saves settings that the card did not take, once it takes lines again.
  func saveSettingsAgain() {
    guard let unsavedSettings, isPowered,
      firmware.snapshot.card.lines != unsavedSettings.cardLines
    else { return }
    saveSettings()
  }

  /// The reason why the card does not have the present settings; `nil` where it has them, or they were never changed.
  package var settingsError: CardError? { unsavedSettings?.error }

  static func settings(on card: BoardCard) -> BoardSettings? {
    var card = card
    let end = try? card.end(ofFile: BoardSettings.file, upTo: BoardSettings.endCount)
    return end.flatMap { BoardSettings(endOfFile: $0) }
  }

  /// Tells the bus when it will be without power, so that it is in the midst of a transfer too.
  private func planPowerCut() {
    guard isPowered, let cut = switches.first(where: { !$0.isOn }) else { return }
    simulation.cutPower(at: cut.time)
  }

  func switchPower(isOn: Bool) {
    guard isOn != isPowered else { return }
    isPowered = isOn
    guard isOn else {
      radio.powerDown(at: now)
      return link.cutPower()
    }
    simulation.restorePower()
    radio.powerUp(at: now)
    link.restorePower()
    firmware = Self.firmware(
      on: simulation, options, link: RadioLink(link: link, radio: radio), card: card)
    planPowerCut()
    watch?.powerCameOn(at: now, faults)
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
