import Foundation
import GNSSSimulation
import GNSSBasics
import TestSupport
import Testing

@Suite("A synthetic base station, seen by others")
struct OutsideDecoderTests {
  /// The default station, near Milan.
  static let station = BaseStationConfiguration()
  static let position = ECEFPosition(station.position)
  static let origin = ECEFPosition(x: 0, y: 0, z: 0)

  /// A minute of a station.
  static func minute(of configuration: BaseStationConfiguration) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for epoch in try BaseStationSynthesizer(configuration).prefix(60) {
      bytes += try epoch.encode()
    }
    return bytes
  }

  @Test(
    "RTKLIB puts the station within a centimetre of its position, at rest, at every epoch",
    .compares(with: .convbin, .rnx2rtkp),
    arguments: [
      (["pos1-frequency=l1"], 0),
      (["pos1-frequency=l1+2", "pos1-ionoopt=dual-freq"], 0),
      // From 24 s before new navigation data.
      (["pos1-frequency=l1"], 7158),
    ])
  func isWhereItSays(options: [String], secondsLater: Int) throws {
    var station = Self.station
    station.start = station.start.advanced(by: .seconds(secondsLater))
    let folder = try TemporaryFolder()
    try RTKLIB.convert(Self.minute(of: station), to: "base", in: folder.url)
    let solutions = try RTKLIB.solve(
      ["base.obs", "base.nav"], options: ["pos1-posmode=single"] + options, in: folder.url)
    #expect(solutions.count == 60)
    for solution in solutions {
      #expect(solution.position.distance(to: Self.position) < 0.01)
      // RTKLIB leaves out a term of second order, up to 3 mm/s for each satellite.
      #expect(solution.velocity.distance(to: Self.origin) < 0.02)
    }
  }

  @Test(
    "RTKLIB reads the position of message 1006",
    .compares(with: .convbin, .rnx2rtkp))
  func tellsPosition() throws {
    let folder = try TemporaryFolder()
    try RTKLIB.convert(Self.minute(of: Self.station), to: "base", in: folder.url)
    let header = try String(contentsOf: folder.url.appending(path: "base.obs"), encoding: .utf8)
    let line = try #require(
      header.split(separator: "\n").first { $0.contains("APPROX POSITION XYZ") })
    let numbers = String(line).words.prefix(3).compactMap { Double($0) }
    try #require(numbers.count == 3)
    // RINEX has four decimals, as 1006 does.
    let told = ECEFPosition(x: numbers[0], y: numbers[1], z: numbers[2])
    #expect(told.distance(to: Self.position) < 2e-4)
  }

  @Test(
    "RTKLIB fixes the whole cycles between two stations three kilometres apart at every epoch",
    .compares(with: .convbin, .rnx2rtkp))
  func isFixed() throws {
    var rover = Self.station
    rover.position = rover.position.moved(east: 2000, north: 2100)
    rover.seed = 2
    let folder = try TemporaryFolder()
    try RTKLIB.convert(Self.minute(of: Self.station), to: "base", in: folder.url)
    try RTKLIB.convert(Self.minute(of: rover), to: "rover", in: folder.url)
    let options = [
      "pos1-posmode=kinematic", "pos1-frequency=l1+2", "pos2-armode=continuous",
      "ant2-postype=xyz", "ant2-pos1=\(Self.position.x)", "ant2-pos2=\(Self.position.y)",
      "ant2-pos3=\(Self.position.z)",
    ]
    let solutions = try RTKLIB.solve(
      ["rover.obs", "base.obs", "base.nav"], options: options, in: folder.url)
    #expect(solutions.count == 60)
    for solution in solutions {
      #expect(solution.quality == 1)
      #expect(solution.position.distance(to: ECEFPosition(rover.position)) < 0.02)
    }
  }

  @Test(
    "pyrtcm decodes every frame",
    .compares(with: .pyrtcm))
  func isReadByPyrtcm() throws {
    let bytes = try Self.minute(of: Self.station)
    let folder = try TemporaryFolder()
    _ = try folder.write(bytes, to: "base.rtcm3")
    let output = try PythonPackage.pyrtcm.run("pyrtcm_counts.py", in: folder.url)
    #expect(
      output.words == ["\(bytes.count)", "1006:6", "1019:18", "1033:6", "1077:60", "1230:2"])
  }
}
