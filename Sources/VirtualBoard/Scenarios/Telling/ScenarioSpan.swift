package import BoardSimulation

/// A scenario as it unfolds from board time zero to an end: the world with all orders, and the faults.
package struct ScenarioSpan {
  /// The world around the board.
  package private(set) var world: World
  /// The faults that begin within the span, each with its own times.
  package private(set) var faults: [BoardFault] = []
  /// The switches of power, in order of time.
  package private(set) var switches: [(time: Duration, isOn: Bool)] = []
  /// The length of the span.
  package let duration: Duration

  /// Creates the span of a scenario, as a board with these options would have it.
  package init(_ options: BoardOptions, for duration: Duration) {
    world = World(options, station: nil)
    self.duration = duration
    var feed = ScenarioFeed(of: options)
    take(feed.firstEvents())
    while let refill = feed.refill, refill < duration { take(feed.moreEvents()) }
    take(options.events)
    switches.sort { $0.time < $1.time }
  }

  private mutating func take(_ events: [BoardEvent]) {
    for event in events where event.time ?? .zero < duration {
      let time = event.time ?? .zero
      switch event.deed {
      case .world(let orders): for order in orders { world.follow(order, at: time) }
      case .power(let isOn): switches.append((time, isOn))
      case .wifi, .settings, .scenario, .endFault: break
      case .fault(let fault): if fault.start < duration { faults.append(fault) }
      }
    }
  }
}
