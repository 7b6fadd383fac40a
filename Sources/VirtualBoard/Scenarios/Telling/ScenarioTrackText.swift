internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics

/// A writer of a scenario's track as GPX 1.1, for example for a phone's mock location.
package enum ScenarioTrackText {
  /// Writes the track.
  ///
  /// - Parameters:
  ///   - options: The options of the board.
  ///   - duration: The length of the track in board time.
  ///   - interval: The time from each point to the next, greater than zero.
  ///   - body: Called with the pieces of the text in order.
  /// - Throws: The errors of `body`.
  package static func write<E: Error>(
    _ options: BoardOptions, for duration: Duration, every interval: Duration,
    _ body: (String) throws(E) -> Void
  ) throws(E) {
    let span = ScenarioSpan(options, for: duration)
    try body(GPXText.beginning(name: options.scenario.name))
    var time = Duration.zero
    while time <= duration {
      let date = options.bootDate.advanced(by: time)
      try body(GPXText.point(span.world.state(at: time).position, at: date))
      time += interval
    }
    try body(GPXText.end)
  }
}
