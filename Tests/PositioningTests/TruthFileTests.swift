import GNSSBasics
import TestSupport
import Testing

@testable import Positioning

@Suite("Files of true positions")
struct TruthFileTests {
  private static let reference = GPSTime(week: 2320, secondsOfWeek: 116_000)

  private static func read(_ text: String) -> TruthFile {
    let bytes = Array(text.utf8)
    return TruthFile(reading: bytes.span, near: reference)
  }

  @Test(
    "columns are found by their names, whatever their order and units",
    arguments: [
      "116400.25,45.5,9.25,150\n",
      "tow,lat,lon,h\n116400.25,45.5,9.25,150",
      "\u{FEFF}GPS TOW (s), GPS Week, Latitude (deg), Longitude (deg), Ellipsoid Height (m), ECEF X (m)\r\n"
        + "116400.25, 2320, 45.5, 9.25, 150, 1\r\n",
      "# lat_deg,lon_deg,height_m,time\n# a remark\n45.5,9.25,150,2024/06/24 08:20:00.25\n",
      "name,time_gps,longitude,latitude,altitude\nx,2024-06-24T08:20:00.25,9.25,45.5,150\n",
      "utc,lat,lon,alt\n2024-06-24T08:19:42.25Z,45.5,9.25,150\n",
      "time,lat,lon,alt\n2024-06-24T08:19:42.25Z,45.5,9.25,150\n",
      "week,tow_s,latitude_deg,longitude_deg,height_m,quality\n2320,116400.25,45.5,9.25,150,1\n",
      "# a remark\n\n116400.25,45.5,9.25,150\n",
    ])
  func columns(text: String) throws {
    let file = Self.read(text)
    let point = TruthTrack.Point(
      time: GPSTime(week: 2320, millisecondsOfWeek: 116_400_250),
      position: GeodeticPosition(latitude: 45.5, longitude: 9.25, height: 150))
    #expect(file.track.points == [point] && file.faults.count == 0, "\(file.faults)")
  }

  @Test(
    "a line that cannot be read says so, and costs itself alone",
    arguments: [
      ("tow,lat,lon,h\n1,45.5,9.25,150\n2,nan,9.25,150\n3,45,9,1\n", 2, "line 3: no position"),
      ("1,45.5,9.25,150\n700000,45.5,9.25,150\n", 1, "line 2: no time: '700000'"),
      ("1,45.5,9.25,150\n2,45.5\n", 1, "line 2: 2 columns of at least 4; is the line cut off?"),
      ("tow,lat,lon\n1,45.5,9.25\n", 0, "line 1: no column 'h'; name the columns tow"),
      ("a,b\n", 0, "line 1: no column 'tow'"), ("\n", 0, nil),
      ("time,lat,lon,h\nnoon,45,9,1\n", 0, "line 2: no time: 'noon'"),
    ])
  func badLines(text: String, count: Int, message: String?) {
    let file = Self.read(text)
    #expect(file.track.points.count == count)
    #expect((file.faults.first != nil) == (message != nil))
    if let message {
      #expect(file.faults.first?.description.hasPrefix(message) == true, "\(file.faults)")
    }
  }

  @Test("seconds of the week go on across the end of the week")
  func weekEnd() {
    let reference = GPSTime(week: 2320, secondsOfWeek: 604_799)
    let text = Array("604799,45,9,1\n0,45,9,1\n1,45,9,1\n".utf8)
    let file = TruthFile(reading: text.span, near: reference)
    #expect(file.track.points.map { $0.time.seconds(since: reference) } == [0, 1, 2])
  }
}
