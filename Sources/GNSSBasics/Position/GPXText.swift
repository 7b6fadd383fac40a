internal import TextOutput

/// Pieces of a GPX 1.1 file with one track.
package enum GPXText {
  /// Returns the lines before the points of a track.
  package static func beginning(name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="boardsim" xmlns="http://www.topografix.com/GPX/1/1">
    <trk><name>\(name.escapedForXML)</name><trkseg>

    """
  }

  /// Returns the line of a point.
  ///
  /// - Parameters:
  ///   - position: The position; its height becomes the elevation unchanged.
  ///   - date: The time.
  ///   - fix: The kind of fix by the schema's words: `2d`, `3d`, `dgps`; `nil` leaves it out.
  ///   - satellites: The number of satellites; `nil` leaves it out.
  /// - Returns: The line, ended by a line feed.
  package static func point(
    _ position: GeodeticPosition, at date: UnixTime, fix: String? = nil, satellites: Int? = nil
  ) -> String {
    var text: [UInt8] = Array("<trkpt lat=\"".utf8)
    text.append(decimal: position.latitude, decimals: 9)
    text += Array("\" lon=\"".utf8)
    text.append(decimal: position.longitude, decimals: 9)
    text += Array("\"><ele>".utf8)
    text.append(decimal: position.height, decimals: 3)
    text += Array("</ele><time>".utf8)
    text.append(iso8601: CivilTime(date))
    text += Array("Z</time>".utf8)
    if let fix { text += Array("<fix>\(fix)</fix>".utf8) }
    if let satellites { text += Array("<sat>\(satellites)</sat>".utf8) }
    text += Array("</trkpt>\n".utf8)
    return String(decoding: text, as: UTF8.self)
  }

  /// The lines after the points of a track.
  package static let end = "</trkseg></trk>\n</gpx>\n"
}
