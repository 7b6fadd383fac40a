internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import TextOutput

/// The track of a scenario's board as GPX 1.1: a phone whose location is mocked by it walks along.
package enum ScenarioTrackText {
  /// Writes the way.
  ///
  /// - Parameters:
  ///   - options: Of the board.
  ///   - duration: How far to go.
  ///   - interval: From each point to the next, more than none.
  ///   - body: Given pieces of the text in their order.
  /// - Throws: What `body` throws.
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
