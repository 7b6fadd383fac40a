package import BoardFirmware
public import BoardSimulation
internal import Mathematics

extension Board {
  /// Schedules an event for its board time, or for now if the event has no time.
  ///
  /// - Returns: The event's board time and number.
  /// - Throws: ``EventError/past(_:now:)`` when that time has passed, and `EventError.noSuchFault`
  ///   when the fault to end is not on or to come.
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
    case .world, .power, .wifi, .settings, .scenario: break
    }
    switch event.deed {
    case .endFault: break
    case .scenario(let scenario): script.next = scenario  // it is an order once it has begun
    default: script.orders.append(order)
    }
    if let number { orderedFaults[number] = orders.count - 1 }
    take([order])
    // An event for the present time takes effect immediately, so that a query at this time sees it.
    if time == now {
      change(at: now)
      look()
    }
    return EventReceipt(time: time, id: number ?? eventCount)
  }

  /// Takes events that are not past, all together: the world is changed, and `worldChanged` called,
  /// only once.
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
      case .scenario, .endFault: break  // noted or ended in `schedule(_:)` already
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
    guard let number else { return endAllFaults() }
    guard simulation.bus.endFault(number) else { throw .noSuchFault(number) }
    faultsHaveEnded()
  }

  func endAllFaults() {
    for number in faults.indices { _ = simulation.bus.endFault(number + 1) }
    faultsHaveEnded()
  }

  private func faultsHaveEnded() {
    // The orders list each fault with its actual end.
    var script = script
    for (number, index) in orderedFaults {
      script.orders[index].deed = .fault(faults[number - 1])
    }
    self.script = script
    faultsHaveChanged()
  }

  private func faultsHaveChanged() {
    let faults = simulation.bus.allFaults
    radio.set(faults: faults, now: now)
    if let change = radio.nextChange, change <= now { self.change(at: now) }
    tellModem(at: now)
    watch?.plan(faults)
    faultsChanged(faults)
  }

  /// All faults given so far; fault number 1 is at index 0.
  public var faults: [BoardFault] { simulation.bus.allFaults }

  /// Applies settings, and saves them on the card.
  func use(_ settings: BoardSettings) {
    let before = self.settings
    self.settings = settings
    options.sampleInterval = settings.sampleInterval
    if settings.sampleInterval != before.sampleInterval {
      firmware.setSampleInterval(settings.sampleInterval)
    }
    if settings.network != before.network {
      if let line {
        line.use(settings.network, to: link)
      } else if radio.isJoined {
        link.loseConnection(at: now)
      }
      radio.use(settings.network, at: now)
      tellModem(at: now)
    }
    saveSettings()
  }

  /// Saves the settings on the card; without a card they are kept until the process ends.
  private func saveSettings() {
    var slot = card
    let (line, header) = (settings.line, BoardSettings.header)
    do throws(CardError) {
      try slot.append(line.span, toFile: BoardSettings.file, startingWith: header.span)
      (unsavedSettings, unreadSettings) = (nil, nil)
    } catch {
      unsavedSettings = (error, firmware.snapshot.card.lines)
    }
  }

  /// Saves the settings again after a failed save, once the card's line count has changed.
  func saveSettingsAgain() {
    guard let unsavedSettings, isPowered,
      firmware.snapshot.card.lines != unsavedSettings.cardLines
    else { return }
    saveSettings()
  }

  /// The error of the last failed settings save, or of reading them at power-on; `nil` when the card
  /// has the present settings or they were never changed.
  package var settingsError: CardError? { unsavedSettings?.error ?? unreadSettings }

  /// Returns the settings on a card, or the standard ones with the error of a card that cannot be read.
  static func settings(on card: BoardCard) -> (BoardSettings, error: CardError?) {
    var card = card
    do throws(CardError) {
      let end = try card.end(ofFile: BoardSettings.file, upTo: BoardSettings.endCount)
      return (BoardSettings(endOfFile: end) ?? .standard, nil)
    } catch {
      return (.standard, error == .absent ? nil : error)
    }
  }

  /// Announces the next power cut to the bus, so that the cut also interrupts a transfer in progress.
  private func planPowerCut() {
    guard isPowered, let cut = switches.first(where: { !$0.isOn }) else { return }
    simulation.cutPower(at: cut.time)
  }

  func switchPower(isOn: Bool) {
    guard isOn != isPowered else { return }
    isPowered = isOn
    guard isOn else {
      radio.powerDown(at: now)
      line?.cutPower()
      return link.cutPower()
    }
    beginNextScenario()
    simulation.restorePower()
    radio.powerUp(at: now)
    link.restorePower()
    line?.restorePower(in: settings.network, to: link, at: now)
    firmware = Self.firmware(
      on: simulation, options, link: RadioLink(link: link, radio: radio, line: line), card: card)
    tellModem(at: now)
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
