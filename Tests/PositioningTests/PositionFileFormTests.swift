import Foundation
import GNSSBasics
import TestSupport
import Testing

@testable import Positioning

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Solutions as GPX, KML and CSV")
struct PositionFileFormTests {
  private static let records = [
    PositionRecord(
      time: GPSTime(week: 2320, millisecondsOfWeek: 116_400_200), quality: .fixed,
      position: GeodeticPosition(latitude: 35.134699012, longitude: -136.97757, height: 104.8626),
      satelliteCount: 42, age: 0.5, ratio: 9.5),
    PositionRecord(
      time: GPSTime(week: 2320, millisecondsOfWeek: 116_401_200), quality: .single,
      position: GeodeticPosition(latitude: 35.1347, longitude: -136.9775, height: 100),
      satelliteCount: 9),
  ]

  @Test("GPX has a point for each position, in UTC")
  func gpx() {
    let document = Document(PositionFileForm.gpx.bytes(of: Self.records, name: "a & <b>"))
    #expect(document.isWellFormed)
    #expect(document["name"] == ["a & <b>"])
    let points = document.attributes["trkpt"] ?? []
    #expect(points.compactMap { $0["lat"] } == ["35.134699012", "35.134700000"])
    #expect(document["ele"] == ["104.863", "100.000"])
    #expect(document["time"] == ["2024-06-24T08:19:42.200Z", "2024-06-24T08:19:43.200Z"])
    #expect(document["fix"] == ["dgps", "3d"])
    #expect(document["sat"] == ["42", "9"])
  }

  @Test("KML has a line, and a placemark for each position in the colour of its quality")
  func kml() {
    let document = Document(PositionFileForm.kml.bytes(of: Self.records, name: "a & b"))
    #expect(document.isWellFormed)
    #expect(document["name"] == ["a & b", "track"])
    #expect(document["styleUrl"] == ["#fixed", "#single"])
    let styles = document.attributes["Style"] ?? []
    #expect(styles.compactMap { $0["id"] } == ["fixed", "float", "sbas", "dgnss", "single", "ppp"])
    // The green of fixed positions, #1e8449, as KML's aabbggrr.
    #expect(document["color"].first == "ff49841e")
    let line = "-136.97757,35.134699012,104.863"
    let coordinates = document["coordinates"]
    #expect(coordinates.count == 3 && coordinates.dropFirst().first == line)
    #expect(coordinates.first?.contains(line) == true)
  }

  @Test("CSV is read again as true positions, and RTKLIB's form as a solution")
  func csv() {
    let csv = PositionFileForm.csv.bytes(of: Self.records, name: "")
    let truth = TruthFile(reading: csv.span, near: GPSTime(nanoseconds: 0))
    #expect(truth.faults.count == 0)
    let comparison = TrackComparison(of: Self.records, with: .track(truth.track))
    #expect(comparison.samples.allSatisfy { $0.level < 1e-6 && $0.up.magnitude < 1e-4 })
    #expect(comparison.samples.count == 2)
    let pos = PositionFileForm.pos.bytes(of: Self.records, name: "", remarks: ["program   : x"])
    #expect(pos.starts(with: "% program   : x\n".utf8))
    let again = PositionFile(reading: pos.span)
    #expect(again.records == Self.records)
  }
}

/// The elements of an XML document.
private final class Document: NSObject, XMLParserDelegate {
  private var texts: [String: [String]] = [:]
  private(set) var attributes: [String: [[String: String]]] = [:]
  private(set) var isWellFormed = false
  private var text = ""

  init(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  /// The texts of the elements of a name, in order.
  subscript(name: String) -> [String] { texts[name, default: []] }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes values: [String: String]
  ) {
    attributes[name, default: []].append(values)
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    texts[name, default: []].append(text)
    text = ""
  }
}
