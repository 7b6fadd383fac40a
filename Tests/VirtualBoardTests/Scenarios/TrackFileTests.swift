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
      ("<trkpt lat=0/>", 3, "no XML"), ("<name>nothing</name>", 1, "trkpt"),
    ])
  func refuses(body: String, line: Int, words: String) {
    let error = #expect(throws: ScenarioError.self) { _ = try Self.stops(body) }
    #expect(error?.line == line)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}

@Suite("Words of scenarios")
struct ScenarioWordTests {
  @Test("dates have two digits in each field")
  func dates() {
    #expect(DateText.time("2026-06-01T12:00:00Z") == UnixTime(seconds: 1_780_315_200))
    for text in [
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
