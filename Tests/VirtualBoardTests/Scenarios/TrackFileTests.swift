import BoardSimulation
import GNSSBasics
import Testing

@testable import VirtualBoard

@Suite("A way in a file of another program")
struct TrackFileTests {
  private static func gpx(_ body: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?>\n<gpx xmlns=\"x\">\n\(body)\n</gpx>\n".utf8)
  }

  private static func stops(_ body: String) throws -> [TrackFile.Stop] {
    try TrackFile.gpx(gpx(body))
  }

  @Test("is read from GPX with heights and times, each with its line")
  func reads() throws {
    let stops = try Self.stops(
      """
      <!-- a <trkpt lat="1" lon="1"/> that is none -->
      <trk><name>a walk</name><trkseg>
      <trkpt lat="45.5" lon="9.2"><ele>120.5</ele><time>2026-06-01T12:00:00Z</time></trkpt>
      <x:trkpt lat='45.6' lon='-180'/>
      <trkpt
        lat="-90" lon="180"><ele>9000</ele><time>2026-06-01T12:00:10Z</time></trkpt>
      </trkseg></trk>
      """)
    let expected = [
      GeodeticPosition(latitude: 45.5, longitude: 9.2, height: 120.5),
      GeodeticPosition(latitude: 45.6, longitude: -180, height: World.milan.height),
      GeodeticPosition(latitude: -90, longitude: 180, height: 9000),
    ]
    #expect(stops.map(\.position) == expected)
    #expect(stops.map(\.line) == [5, 6, 7])
    #expect(stops[1].time == nil)
    #expect(try #require(stops[2].time) - #require(stops[0].time) == 10)
  }

  @Test("a track comes before a route, and that before waypoints")
  func kinds() throws {
    let route = "<rte><rtept lat=\"2\" lon=\"0\"/></rte>"
    let places = "<wpt lat=\"1\" lon=\"0\"/>\(route)"
    #expect(try Self.stops(places).map(\.position.latitude) == [2])
    #expect(
      try Self.stops("\(places)<trkpt lat=\"3\" lon=\"0\"/>").map(\.position.latitude) == [3])
  }

  @Test("what stands behind a point is none of it")
  func endsPoints() throws {
    let stops = try Self.stops(
      "<trkpt lat=\"3\" lon=\"0\"></trkpt><extra><time>yesterday</time><ele>1</ele></extra>")
    #expect(stops.count == 1 && stops[0].position.height == World.milan.height)
  }

  @Test(
    "what is no place, no height and no date is told with its line",
    arguments: [
      ("<trkpt lat=\"90.5\" lon=\"0\"/>", 3, "lat and lon"),
      ("\n<trkpt lat=\"0\" lon=\"180.5\"/>", 4, "lat and lon"),
      ("<trkpt lat=\"0\"/>", 3, "lat and lon"),
      ("<trkpt lat=\"0\" lon=\"0\">\n\n<ele>9000.5</ele></trkpt>", 5, "no height: \"9000.5\""),
      ("<trkpt lat=\"0\" lon=\"0\"><ele>high</ele></trkpt>", 3, "no height"),
      ("<trkpt lat=\"0\" lon=\"0\"><time>noon</time></trkpt>", 3, "no date in UTC"),
      ("<trkpt lat=0/>", 3, "no XML"), ("<trkpt lat=\"0\" lon=\"0\" x=y>", 3, "no XML"),
      ("<trkpt lat=\"0\" lon=\"0\" x '1'/>", 3, "no XML: <\"trkpt\" does not end; give a GPX"),
      ("<trkpt lat=\"0\" lon=\"0\" \(String(repeating: "x", count: 101))=\"1\"/>", 3, "no XML"),
      (
        "<trkpt lat=\"0\" lon=\"0\"><ele>-501</ele></trkpt>", 3, "no height: \"-501\"; write metres"
      ),
      ("<trkpt lat=\"-90.5\" lon=\"0\"/>", 3, "trkpt has no lat and lon in degrees; write them as"),
      ("<name>nothing</name>", 1, "trkpt"),
    ])
  func refuses(body: String, line: Int, words: String) {
    let error = #expect(throws: ScenarioError.self) { _ = try Self.stops(body) }
    #expect(error?.line == line)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}

@Suite("The tags of a file in XML")
struct MarkupScannerTests {
  @Test("come in their order, without comments, instructions and what stands in CDATA")
  func tags() throws {
    let key = String(repeating: "k", count: 100)
    let text = """
      <?xml version="1.0"?><!DOCTYPE gpx><!-- <no/>
      --><a:gpx one="1" two = '2' \(key)="x>y"
      ><![CDATA[<no>]]> 7\t</gpx><e/>
      """
    // The scanner expects the equals sign directly behind an attribute's name.
    var scanner = MarkupScanner(Array(text.replacing(" = ", with: "=").utf8))
    let first = try #require(try scanner.next())
    #expect(first.name == "gpx" && first.line == 2 && !first.isEnd && !first.isEmpty)
    #expect(first.attributes == ["one": "1", "two": "2", key: "x>y"])
    let second = try #require(try scanner.next())
    #expect(second.name == "gpx" && second.line == 3 && second.isEnd && !second.isEmpty)
    let third = try #require(try scanner.next())
    #expect(third.name == "e" && !third.isEnd && third.isEmpty && third.attributes.isEmpty)
    #expect(try scanner.next() == nil)
  }

  @Test("are followed by a text without blanks around it, the first two hundred bytes of it")
  func texts() throws {
    for (text, found) in [
      ("<a> 1\n2 <b>", "1\n2"), ("<a>", ""),
      ("<a>" + String(repeating: "x", count: 201), String(repeating: "x", count: 200)),
    ] {
      var scanner = MarkupScanner(Array(text.utf8))
      _ = try scanner.next()
      #expect(scanner.text() == found)
    }
  }

  @Test(
    "that do not end are told, and what ends within a comment has no more of them",
    arguments: ["<", "<a", "<a ", "<a b", "<a b=", "<a b=\"", "<a b=\"c\"", "</"])
  func cut(text: String) throws {
    var scanner = MarkupScanner(Array("\n\(text)".utf8))
    let error = #expect(throws: ScenarioError.self) { _ = try scanner.next() }
    #expect(error?.line == 2)
    for text in ["", "<!-- a", "<?xml", "<!DOC", "<![CDATA[ <a>"] {
      var scanner = MarkupScanner(Array(text.utf8))
      #expect(try scanner.next() == nil)
    }
  }
}

@Suite("Words of scenarios")
struct ScenarioWordTests {
  @Test("dates have two digits in each field")
  func dates() {
    #expect(DateText.time("2026-06-01T12:00:00Z") == UnixTime(seconds: 1_780_315_200))
    for (text, nanoseconds): (String, Int64) in [
      ("2026-06-01", 0), ("1980-01-06", -1_464_307_200 * 1_000_000_000),
      ("2200-01-01", 5_477_846_400 * 1_000_000_000), ("2026-06-01 00:01", 60_000_000_000),
      ("2026-06-01T01:02:03+00:00", 3_723_000_000_000),
      ("2026-06-01T12:00:60Z", 43_260_000_000_000),
      ("2026-06-01T00:00:00.5Z", 500_000_000), ("2026-06-01T00:00:00.000000001", 1),
      ("2026-06-01T23:59:59.123456789+00:00", 86_399_123_456_789),
    ] {
      let time = DateText.time(text)
      #expect(time == UnixTime(nanoseconds: 1_780_272_000_000_000_000 + nanoseconds), "\(text)")
    }
    for text in [
      "2026-06-01T12:00:00.Z", "2026-06-01T12:00:00.1234567890Z", "2026-06-01T12:00:00.٥Z",
      "2026-06-01T12:00:00+01:00", "2026-06-01T12", "2026-06-01T12:00:00Zx", "2026-06-01T",
      "1980-01-05T23:59:59Z", "2200-01-01T00:00:01Z", "2026-02-30", "2026-06-01T24:00:00Z",
      "2026-06-01T12:60:00Z", "2026-06-01T12:00:61Z", "2026/06/01", "2026-06/01",
      "2026-06-01T12:00:0", "2026-6-01T12:00:00Z", "2026-06-1", "2026-+6-01T12:00:00Z",
      "２０26-06-01T12:00:00Z", "202", "",
    ] {
      #expect(DateText.time(text) == nil, "\(text)")
    }
  }

  @Test("a name is taken for another one that differs by a third of its letters at most")
  func misspelt() {
    let names = ["temperature"]
    #expect(ScenarioError.remedy(for: "xemperatuxx", among: names).contains("did you mean"))
    #expect(ScenarioError.remedy(for: "temprtr", among: names) == "there are temperature")
    #expect(ScenarioError.remedy(for: "xxxxxxxxxxx", among: names) == "there are temperature")
  }
}
