import GNSSBasics
import Testing

@testable import VirtualBoard

@Suite("A GPX track in pieces")
struct GPXTrackReaderTests {
  private static let track = """
    <?xml version="1.0"?>
    <gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    <trkpt lat="45.4762204" lon="9.1803721"><ele>168</ele><time>2026-06-01T12:00:00Z</time></trkpt>
    <trkpt lat="45.4763" lon="9.18">
      <time>2026-06-01T12:00:02.250Z</time>
    </trkpt>
    </trkseg></trk></gpx>
    """

  private static func read(
    _ text: String, piece: Int = .max
  ) -> (points: [GPXTrackReader.Point], reader: GPXTrackReader) {
    var reader = GPXTrackReader()
    var points: [GPXTrackReader.Point] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.consume(Array(rest.prefix(piece)).span) { points.append($0) }
      rest = rest.dropFirst(piece)
    }
    reader.finish()
    return (points, reader)
  }

  @Test("points and times are the same in pieces of any size", arguments: [.max, 1, 2, 3, 7, 64])
  func pieces(size: Int) {
    let (points, reader) = Self.read(Self.track, piece: size)
    #expect(points.map(\.position.latitude) == [45.4762204, 45.4763])
    #expect(points.map(\.position.longitude) == [9.1803721, 9.18])
    #expect(points.map(\.time) == [1_780_315_200, 1_780_315_202.25])
    #expect(reader.faultCount == 0)
  }

  @Test(
    "a point that cannot be read is told with its line, and the others are read",
    arguments: [
      ("<trkpt lat=\"91\" lon=\"9\"></trkpt>", "line 3: trkpt has no lat and lon in degrees"),
      ("<trkpt lat=\"45\" lon=\"9\"/>", "line 3: the point has no time"),
      (
        "<trkpt lat=\"45\" lon=\"9\">\n<time>1789-07-14T12:00:00Z</time></trkpt>",
        "line 4: time is no date in UTC: \"1789-07-14T12:00:00Z\""
      ),
      ("<trkpt lat=\"45\" lon=9></trkpt>", "line 3: this is no XML: <\"trkpt\" does not end"),
    ])
  func faults(point: String, fault: String) {
    for size in [.max, 1, 5] {
      let text = Self.track.replacing("<trkseg>\n", with: "<trkseg>\n\(point)")
      let (points, reader) = Self.read(text, piece: size)
      #expect(points.count == 2 && reader.faultCount == 1)
      #expect(reader.firstFault == fault)
    }
  }

  @Test("a file that is cut anywhere keeps the points before the cut")
  func cut() {
    let whole = Array(Self.track.utf8)
    let first = Self.read(Self.track).points[0].time
    for count in 0..<whole.count {
      let (points, reader) = Self.read(String(decoding: whole[..<count], as: UTF8.self))
      #expect(points.count <= 2 && reader.faultCount <= 1)
      #expect(points.first.map { $0.time == first } ?? true)
    }
  }
}
