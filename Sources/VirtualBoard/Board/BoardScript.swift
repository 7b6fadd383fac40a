internal import BoardSimulation

/// The scenario of a board as it runs, and the orders given besides it.
package struct BoardScript: Hashable, Sendable {
  /// The scenario that runs.
  package internal(set) var scenario: Scenario
  /// The board time at which the scenario began.
  package internal(set) var zero = Duration.zero
  /// The scenario that begins when the power next comes on; `nil` for the present one.
  package internal(set) var next: Scenario?
  /// The orders given besides the scenario, each with its board time.
  package internal(set) var orders: [BoardEvent] = []

  init(_ scenario: Scenario) { self.scenario = scenario }
}

extension Board {
  /// Begins the scenario that was ordered for the next power-on.
  ///
  /// The board is then as a new one in that scenario: no value is held, no fault is left, no order is to come.
  /// Date, seed, settings and card stay.
  func beginNextScenario() {
    guard let next = script.next else { return }
    options.scenario = next
    clearOrders()
    var script = script
    (script.scenario, script.zero, script.next) = (next, now, nil)
    script.orders.append(BoardEvent(.scenario(next), at: now))
    self.script = script
    enterWorld()
    feed = ScenarioFeed(of: options, zero: now)
    take(feed.firstEvents())
  }

  private func clearOrders() {
    (switches, settingOrders) = ([], [])
    radio.restoreHotspot()
    endAllFaults()
  }

  /// Changes the world to the new scenario's; a board that waits for its base's position goes on waiting.
  private func enterWorld() {
    var other = World(options, origin: simulation.world.origin)
    other.hasSkyView = !isWaitingForStation
    var world = simulation.world
    world.change(to: other, from: now, zero: now)
    world.releaseAll(from: now)
    change(to: world)
  }
}
