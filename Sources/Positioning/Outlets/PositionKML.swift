internal import GNSSBasics
internal import TextOutput

/// A solution as KML 2.2 (OGC 07-147r2): its track as a line, and a placemark at each position.
///
/// Placemarks are clamped to the ground, because KML counts altitudes from the geoid.
enum PositionKML {
  /// Returns the document.
  static func text(of records: [PositionRecord], name: String) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2">
      <Document>
      <name>\(name.escapedForXML)</name>

      """
    for quality in SolutionQuality.allCases { text += style(of: quality) }
    text += "<Placemark><name>track</name><LineString><coordinates>\n"
    for record in records { text += coordinates(record.position) + "\n" }
    text += "</coordinates></LineString></Placemark>\n"
    for record in records { text += placemark(record) }
    return text + "</Document>\n</kml>\n"
  }

  private static func style(of quality: SolutionQuality) -> String {
    // KML writes a colour as aabbggrr.
    let digits = Array(quality.colour.dropFirst())
    let colour = "ff" + String(digits[4...] + digits[2..<4] + digits[..<2])
    return """
      <Style id="\(quality.name)"><IconStyle><color>\(colour)</color><scale>0.3</scale>\
      <Icon><href>http://maps.google.com/mapfiles/kml/shapes/placemark_circle.png</href></Icon>\
      </IconStyle></Style>

      """
  }

  private static func placemark(_ record: PositionRecord) -> String {
    var time: [UInt8] = []
    time.append(iso8601: CivilTime(record.time.unixTime))
    let when = String(decoding: time, as: UTF8.self)
    return """
      <Placemark><styleUrl>#\(record.quality.name)</styleUrl>\
      <description>\(record.quality.name), \(record.satelliteCount) satellites</description>\
      <TimeStamp><when>\(when)Z</when></TimeStamp>\
      <Point><coordinates>\(coordinates(record.position))</coordinates></Point></Placemark>

      """
  }

  private static func coordinates(_ position: GeodeticPosition) -> String {
    let numbers = [(position.longitude, 9), (position.latitude, 9), (position.height, 3)]
    return numbers.map { PlainText.number($0.0, decimals: $0.1) }.joined(separator: ",")
  }
}
