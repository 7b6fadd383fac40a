internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import TextOutput

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
    try body(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="boardsim" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><name>\(escaped(options.scenario.name))</name><trkseg>

      """)
    var time = Duration.zero
    while time <= duration {
      try body(
        point(span.world.state(at: time).position, at: options.bootDate.advanced(by: time)) + "\n")
      time += interval
    }
    try body("</trkseg></trk>\n</gpx>\n")
  }

  private static func point(_ position: GeodeticPosition, at date: UnixTime) -> String {
    var text: [UInt8] = Array("<trkpt lat=\"".utf8)
    text.append(decimal: position.latitude, decimals: 9)
    text += Array("\" lon=\"".utf8)
    text.append(decimal: position.longitude, decimals: 9)
    text += Array("\"><ele>".utf8)
    text.append(decimal: position.height, decimals: 3)
    text += Array("</ele><time>".utf8)
    text.append(iso8601: CivilTime(date))
    text += Array("Z</time></trkpt>".utf8)
    return String(decoding: text, as: UTF8.self)
  }

  private static func escaped(_ text: String) -> String {
    String(text.filter { $0 != "<" && $0 != "&" && $0 != ">" })
  }
}
