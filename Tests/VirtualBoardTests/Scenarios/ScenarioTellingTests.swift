import BoardFirmware
import BoardSimulation
import GNSSBasics
import Testing

@testable import VirtualBoard

@Suite("A scenario told before it is run")
struct ScenarioTellingTests {
  private static func options(_ members: String) throws -> BoardOptions {
    var options = BoardOptions()
    options.scenario = try FlowText.scenario(members)
    return options
  }

  private static let eventful = """
    place: {latitude: 45, longitude: 9, height: 100}, weather: {temperature: {ramp: [[0, 0], [60, 10]]}},
    events: [{power: off, from: 45}, {power: off, at: 5}, {power: on, at: 5},
      {power: off, at: 6}, {power: on, at: 7}, {set: {eco2: 900}, at: 60}],
    faults: [{fault: nack, part: sps30, from: 15, to: 30}, {fault: gnss.jam, from: 30},
      {fault: nack, from: 60}]
    """

  @Test(
    "has faults and switches from its beginning to its end, in order, and the world with its events"
  )
  func span() throws {
    let span = ScenarioSpan(try Self.options(Self.eventful), for: .seconds(60))
    #expect(span.switches.map(\.time) == [5, 5, 6, 7, 45].map { .seconds($0) })
    #expect(span.switches.map(\.isOn) == [false, true, false, true, false])
    #expect(span.faults.map(\.start) == [.seconds(15), .seconds(30)])
    #expect(span.duration == .seconds(60))
    #expect(span.world.state(at: .seconds(30)).temperature == 5)
    #expect(span.world.state(at: .seconds(60)).eco2 != 900, "what is done at the end is not")
    var options = BoardOptions()
    options.events = [BoardEvent(.world([try WorldOrder(.eco2, 900)]), at: .seconds(59))]
    let world = ScenarioSpan(options, for: .seconds(60)).world
    #expect(world.state(at: .seconds(60)).eco2 == 900)
  }

  @Test("is a track in GPX with a point at each interval, the end's too")
  func track() throws {
    var options = try Self.options(
      "name: <a & b>, place: {latitude: 45.5, longitude: -9.25, height: 100.5}")
    options.bootDate = UnixTime(seconds: 1_780_315_200)
    var text = ""
    ScenarioTrackText.write(options, for: .seconds(4), every: .seconds(2)) { text += $0 }
    let points = [0, 2, 4].map {
      "<trkpt lat=\"45.500000000\" lon=\"-9.250000000\"><ele>100.500</ele>"
        + "<time>2026-06-01T12:00:0\($0).000Z</time></trkpt>\n"
    }
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="boardsim" xmlns="http://www.topografix.com/GPX/1/1">
        <trk><name>&lt;a &amp; b&gt;</name><trkseg>
        \(points.joined())</trkseg></trk>
        </gpx>

        """)
    let stops = try TrackFile.gpx(Array(text.utf8))
    #expect(stops.count == 3 && stops[0].position.height == 100.5)
  }

  // MARK: The drawing

  private struct Polyline {
    var x: [Double]
    var y: [Double]

    init(_ line: Substring) {
      let points = line.split(separator: "\"")[1].split(separator: " ")
        .map { $0.split(separator: ",").compactMap { Double($0) } }
      (x, y) = (points.map { $0[0] }, points.map { $0[1] })
    }
  }

  private static func lines(_ members: String, _ seconds: Int = 60) throws -> [Substring] {
    ScenarioPlot(try options(members), for: .seconds(seconds)).text().split(separator: "\n")
  }

  @Test("a strip's line goes from its lowest value to its highest, with both beside it")
  func strips() throws {
    let lines = try Self.lines(Self.eventful)
    #expect(lines[0].contains("viewBox=\"0 0 1120 554\""))
    let first = Polyline(try #require(lines.first { $0.hasPrefix("<polyline ") }))
    #expect(first.x.count == 241 && first.x[0] == 150 && first.x[240] == 870)
    #expect(first.y[0] == 94 && first.y[240] == 52 && first.y[120] == 73)
    for line in [
      "<text x=\"144\" y=\"60\" font-size=\"10\" text-anchor=\"end\">10</text>",
      "<text x=\"144\" y=\"96\" font-size=\"10\" text-anchor=\"end\">0</text>",
      "<text x=\"12\" y=\"78\" font-size=\"12\">temperature, °C</text>",
      "<text x=\"12\" y=\"136\" font-size=\"12\">humidity, %</text>",
      "<text x=\"12\" y=\"484\" font-size=\"12\">faults, power</text>",
      "<text x=\"12\" y=\"26\" font-size=\"17\">my</text>",
      "<text x=\"12\" y=\"520\" font-size=\"11\">board time</text>",
      "<text x=\"128\" y=\"520\" font-size=\"11\">00:00:00</text>",
      "<text x=\"248\" y=\"520\" font-size=\"11\">00:00:10</text>",
      "<text x=\"848\" y=\"520\" font-size=\"11\">00:01:00</text>",
      "<text x=\"900\" y=\"42\" font-size=\"11\">the way, metres east and north</text>",
      "<text x=\"972\" y=\"170\" font-size=\"11\">it stands</text>",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    let frames = lines.filter { $0.contains("fill=\"#f8f9f9\"") }
    #expect(
      frames.count == 9
        && frames[7].hasPrefix("<rect x=\"150\" y=\"456\" width=\"720\" height=\"46\""))
    #expect(frames[8].hasPrefix("<rect x=\"900\" y=\"50\" width=\"190\" height=\"190\""))
    let level = Polyline(
      try #require(try Self.lines("weather: {temperature: 4}").first { $0.hasPrefix("<polyline ") })
    )
    #expect(Set(level.y) == [73])
  }

  @Test("faults and hours without power are bars as long as they last, within the drawing")
  func bars() throws {
    let lines = try Self.lines(Self.eventful).filter { $0.contains("<title>") }
    let expected = [
      "<rect x=\"330\" y=\"460\" width=\"180\" height=\"24\" fill=\"#c0392b\"><title>nack sps30</title></rect>",
      "<rect x=\"510\" y=\"460\" width=\"360\" height=\"24\" fill=\"#2471a3\"><title>gnss.jam </title></rect>",
      "<rect x=\"210\" y=\"488\" width=\"0.8\" height=\"10\" fill=\"#212f3d\"><title>power off</title></rect>",
      "<rect x=\"222\" y=\"488\" width=\"12\" height=\"10\" fill=\"#212f3d\"><title>power off</title></rect>",
      "<rect x=\"690\" y=\"488\" width=\"180\" height=\"10\" fill=\"#212f3d\"><title>power off</title></rect>",
    ]
    #expect(lines.map(String.init) == expected)
  }

  @Test("the way fills its frame, north above, and tells how far it reaches")
  func way() throws {
    let lines = try Self.lines("track: {points: [[45, 9], [45.001, 9.001]], speed: 3}", 60)
    let way = Polyline(try #require(lines.first { $0.contains("stroke=\"#1e8449\"") }))
    #expect(way.x.count == 301)
    #expect(way.x[0] < way.x[300] && way.y[0] == 230 && way.y[300] == 60)
    #expect(abs(way.x[0] + way.x[300] - 1990) < 0.2, "it is in the middle")
    #expect(lines.contains { $0.hasSuffix(">111 m</text>") })
    #expect(!lines.contains { $0.contains("it stands") })
  }

  @Test("the way is that of the first half hour, and stays within its frame")
  func longWay() throws {
    let lines = try Self.lines("track: {points: [[45, 9], [45.01, 9]], speed: 0.1}", 3600)
    #expect(
      lines.contains { $0 == "<text x=\"906\" y=\"234\" font-size=\"11\">180 m</text>" })
    let way = Polyline(try #require(lines.first { $0.contains("stroke=\"#1e8449\"") }))
    #expect(Set(way.x) == [995] && way.y[0] == 230 && way.y[150] == 145 && way.y[300] == 60)
  }

  @Test("the sky's area is as wide as the mask leaves it")
  func sky() throws {
    let lines = try Self.lines("sky: {mask: [[0, 30]]}")
    for line in [
      "<text x=\"900\" y=\"275\" font-size=\"11\">the sky from here, 50 % hidden</text>",
      "<text x=\"991\" y=\"288\" font-size=\"10\">N</text>",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("<circle cx=\"995\" cy=\"380\" r=\"90\"") })
    let area = Polyline(try #require(lines.first { $0.hasPrefix("<polygon ") }))
    #expect(area.x.count == 90)
    #expect(area.x[0] == 995 && area.y[0] == 320 && area.x[45] == 995 && area.y[45] == 440)
    #expect(area.x[22] > 1054 && area.x[67] < 936)
  }
}
