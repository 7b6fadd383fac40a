import Foundation
import GNSSBasics
import TestSupport
import Testing

@testable import Positioning

@Suite("Files of positions")
struct PositionFileTests {
  @Test(
    "RTKLIB's files are read whole, and written again line by line", .compares(with: .captures),
    arguments: [
      ("mosaic-static/rtk.pos", [SolutionQuality.fixed: 301]),
      ("mosaic-static/rtk_from_rtcm.pos", [.fixed: 294, .float: 7]),
      ("mosaic-static/float.pos", [.float: 301]),
      ("mosaic-static/dgps.pos", [.differential: 301]),
      ("mosaic-static/spp.pos", [.single: 301]), ("synth-3km/rtk.pos", [.fixed: 300]),
      ("synth-3km/spp.pos", [.single: 300]),
    ])
  func shared(path: String, counts: [SolutionQuality: Int]) throws {
    let solution = SharedSolution(path)
    let file = try solution.file
    #expect(file.faults.count == 0 && !file.hasGeoidHeights)
    #expect(Dictionary(grouping: file.records, by: \.quality).mapValues(\.count) == counts)
    #expect(file.records.first?.time == GPSTime(week: 2320, secondsOfWeek: 116_400))

    var text: [UInt8] = []
    PositionFileWriter().appendHeader([], to: &text)
    for record in file.records { PositionFileWriter().append(record, to: &text) }
    let ours = String(decoding: text, as: UTF8.self).split(separator: "\n")
    let lines = String(decoding: try solution.bytes, as: UTF8.self).split(
      whereSeparator: \.isNewline)
    // The last three lines of the header, and those of the positions.
    #expect(ours == lines.suffix(ours.count).map { $0 } && ours.count == file.records.count + 3)
  }

  @Test(
    "each form that rnx2rtkp writes has the same positions at the same times",
    .compares(with: .captures, .rnx2rtkp, .gzip),
    arguments: [["-e"], ["-g"], ["-t"], ["-u"], ["-t", "-u"], ["-s", ","], ["-e", "-t", "-u"]])
  func forms(options: [String]) throws {
    let folder = try TemporaryFolder()
    let plain = try Self.solve([], in: folder)
    let other = try Self.solve(options, in: folder)
    #expect(plain.records.count == 3 && other.records.count == 3 && other.faults.count == 0)
    for (a, b) in zip(plain.records, other.records) {
      #expect(a.time == b.time && a.quality == b.quality && a.satelliteCount == b.satelliteCount)
      #expect(ECEFPosition(a.position).distance(to: ECEFPosition(b.position)) < 5e-4)
      for (x, y) in zip(a.deviations.columns, b.deviations.columns) {
        #expect((x - y).magnitude < 5e-3, "\(x) \(y)")
      }
    }
  }

  private static func solve(_ options: [String], in folder: TemporaryFolder) throws -> PositionFile
  {
    for name in ["rover.obs", "base.nav"] {
      let path = try SharedCaptures.file("rtk/mosaic-static/\(name).gz").path
      let text = try OutsideProgram(.gzip).run(["-dc", path], in: folder.url).output
      _ = try folder.write(Array(text.utf8), to: name)
    }
    _ = try OutsideProgram(.rnx2rtkp).run(
      ["-p", "0", "-te", "2024/06/24", "8:20:02", "-o", "out.pos"] + options
        + ["rover.obs", "base.nav"], in: folder.url)
    let bytes = try folder.bytes(of: "out.pos")
    return PositionFile(reading: bytes.span)
  }

  private static func read(_ text: String) -> PositionFile {
    let bytes = Array(text.utf8)
    return PositionFile(reading: bytes.span)
  }

  private static let titles = "%  GPST latitude(deg) longitude(deg) height(m) Q ns\n"
  private static let good = "2024/06/24 08:20:00.000 35.1 136.9 104.5 1 42\n"

  @Test("bytes in pieces give the same records and faults as the whole", arguments: [1, 7, 64])
  func pieces(size: Int) throws {
    let text = Array((Self.titles + Self.good + "x\n" + Self.good + "2024/06/24 08:2").utf8)
    let whole = PositionFile(reading: text.span)
    var (reader, records) = (PositionFileReader(), [PositionRecord]())
    for start in stride(from: 0, to: text.count, by: size) {
      let piece = Array(text[start..<min(start + size, text.count)])
      reader.consume(piece.span) { records.append($0) }
    }
    reader.finish { records.append($0) }
    #expect(records == whole.records && records.count == 2)
    #expect(reader.faults == whole.faults && whole.faults.count == 2)
    #expect(whole.faults.first?.line == 3)
  }

  @Test(
    "a line that cannot be read says so, and costs itself alone",
    arguments: [
      ("2024/06/24 08:20:00.000 35.1 136.9\n", "line 3: 4 columns of at least 7; is the line cut"),
      ("2024/02/30 08:20:00 35.1 136.9 104.5 1 42\n", "line 3: no time: '2024/02/30 08:20:00'"),
      ("2320 604801 35.1 136.9 104.5 1 42\n", "line 3: no time: '2320 604801'"),
      ("2320 1e5 35.1 136.9 104.5 1 42\n", "line 3: no time"),
      ("2320 116400 nan 136.9 104.5 1 42\n", "line 3: no position on the Earth: 'nan 136.9 104.5'"),
      ("2320 116400 90.1 136.9 104.5 1 42\n", "line 3: no position on the Earth"),
      ("2320 116400 35.1 136.9 1e9 1 42\n", "line 3: no position on the Earth"),
      ("2320 116400 35.1 136.9 104.5 0 42\n", "line 3: '0' is no quality from 1 (fixed) to 6"),
      ("2320 116400 35.1 136.9 104.5 1 -4\n", "line 3: '-4' is no number"),
      ("2320 116400 35.1 136.9 104.5 1 42 0.1x\n", "line 3: '0.1x' is no number"),
      ("$GNGGA,081942.00,3508.08,N,13658.6,E,1,16\n", "line 3: an NMEA sentence; let rnx2rtkp"),
      ("\u{1}\u{FFFD}\u{1B}[31m\n", "line 3: 2 columns of at least 7"),
    ])
  func badLines(line: String, message: String) {
    let file = Self.read(Self.titles + Self.good + line + Self.good)
    #expect(file.records.count == 2)
    #expect(file.faults.count == 1)
    #expect(file.faults.first?.description.hasPrefix(message) == true, "\(file.faults)")
  }

  @Test(
    "a file of another form says what to do",
    arguments: [
      ("%  GPST e-baseline(m) n-baseline(m) u-baseline(m) Q ns\n", "line 1: positions as a vector"),
      ("", "line 1: no solution of RTKLIB"), ("%  GPST speed\n", "line 1: no solution of RTKLIB"),
      ("{\"epochs\":1}\n", "line 1: no solution of RTKLIB"),
    ])
  func refusals(titles: String, message: String) {
    let file = Self.read(titles + Self.good)
    #expect(file.records.isEmpty)
    #expect(file.faults.first?.description.hasPrefix(message) == true, "\(file.faults)")
  }

  @Test("angles of the southern and western half degree keep their sign, times may be Japan's")
  func signs() throws {
    let text = """
      % (lat/lon/height=WGS84/geodetic,Q=1:fix)
      %  JST            latitude(d'")   longitude(d'")  height(m)   Q  ns
      2024/06/24 17:19:42.000   -0 30 00.00000  -0 15 36.00000   10.5   2  9 nan -nan inf 0 0 0 1.25 2.5

      """
    let file = Self.read(text)
    let record = try #require(file.records.first)
    #expect(record.time == GPSTime(week: 2320, secondsOfWeek: 116_400))
    #expect(record.position.latitude == -0.5)
    #expect((record.position.longitude + 0.26).magnitude < 1e-12)
    #expect(record.deviations == PositionDeviations() && record.age == 1.25 && record.ratio == 2.5)
    #expect(file.hasGeoidHeights)
  }

  @Test("velocities are written under RTKLIB's titles and read again")
  func velocity() throws {
    var record = PositionRecord(
      time: GPSTime(week: 2320, millisecondsOfWeek: 116_400_999), quality: .precise,
      position: GeodeticPosition(latitude: -35.5, longitude: -1.25, height: -3.5),
      satelliteCount: 7, velocity: PositionVelocity(north: 1.5, east: -2.25, up: 0.125))
    record.age = 1234.5
    var text: [UInt8] = []
    PositionFileWriter(hasVelocity: true).appendHeader(["ref pos : 1\n2"], to: &text)
    #expect(PositionFileWriter(hasVelocity: true).append(record, to: &text))
    #expect(String(decoding: text, as: UTF8.self).hasPrefix("% ref pos : 1\\u000a2\n%\n"))
    let file = PositionFile(reading: text.span)
    #expect(file.records == [record] && file.faults.count == 0)
    record.position.height = .nan
    #expect(!PositionFileWriter().append(record, to: &text))
    record.position.height = 0
    record.ratio = .infinity
    var line: [UInt8] = []
    #expect(PositionFileWriter().append(record, to: &line))
    #expect(String(decoding: line, as: UTF8.self).hasSuffix(" 1234.50    0.0\n"))
  }
}
