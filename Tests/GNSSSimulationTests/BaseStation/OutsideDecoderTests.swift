import Foundation
import GNSSBasics
import RTCMParser
import TestSupport
import Testing

@testable import GNSSSimulation

@Suite("A synthetic base station, seen by others")
struct OutsideDecoderTests {
  /// The default station, near Milan.
  static let station = BaseStationConfiguration()
  static let position = ECEFPosition(station.position)
  static let origin = ECEFPosition(x: 0, y: 0, z: 0)

  /// Returns the stream of a station's first epochs.
  static func stream(_ station: BaseStationConfiguration, epochs: Int = 60) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for epoch in try BaseStationSynthesizer(station).prefix(epochs) { bytes += try epoch.encode() }
    return bytes
  }

  /// Returns a station of some systems whose observations have only geometry and clocks.
  static func bare(
    _ systems: Set<Constellation>, at position: GeodeticPosition = station.position
  ) -> BaseStationConfiguration {
    var bare = Self.station
    (bare.systems, bare.position) = (systems, position)
    bare.effects = [.earthRotation, .clocks]
    return bare
  }

  static let nagoya = GeodeticPosition(latitude: 35.13, longitude: 136.98, height: 100)

  /// The stream lasts two hours, with one change of all navigation data and four changes of GLONASS data.
  @Test(
    "RTKLIB puts a station of each system alone within a centimetre at every epoch, of GLONASS five",
    .compares(with: .convbin, .rnx2rtkp),
    arguments: [
      (bare([.gps]), 0.01), (bare([.galileo]), 0.01), (bare([.beidou]), 0.01),
      (bare([.glonass]), 0.05), (bare([.gps, .qzss], at: nagoya), 0.01),
    ])
  func isWhereItSays(station: BaseStationConfiguration, tolerance: Double) throws {
    var station = station
    station.interval = .seconds(30)
    let folder = try TemporaryFolder()
    try RTKLIB.convert(Self.stream(station, epochs: 240), to: "base", in: folder.url)
    let solutions = try RTKLIB.solve(
      ["base.obs", "base.nav"], options: ["pos1-posmode=single", "pos1-frequency=l1"],
      in: folder.url)
    #expect(solutions.count == 240)
    let errors = solutions.map { $0.position.distance(to: ECEFPosition(station.position)) }
    #expect(try #require(errors.max()) < tolerance)
  }

  @Test(
    "RTKLIB sees it at rest, by two frequencies too, with old data and new",
    .compares(with: .convbin, .rnx2rtkp),
    arguments: [
      (["pos1-frequency=l1"], 0),
      (["pos1-frequency=l1+2", "pos1-ionoopt=dual-freq"], 0),
      // The stream starts 24 s before new navigation data.
      (["pos1-frequency=l1"], 7158),
    ])
  func isAtRest(options: [String], secondsLater: Int) throws {
    var station = Self.bare([.gps])
    station.start = station.start.advanced(by: .seconds(secondsLater))
    let folder = try TemporaryFolder()
    try RTKLIB.convert(Self.stream(station), to: "base", in: folder.url)
    let solutions = try RTKLIB.solve(
      ["base.obs", "base.nav"], options: ["pos1-posmode=single"] + options, in: folder.url)
    #expect(solutions.count == 60)
    for solution in solutions {
      #expect(solution.position.distance(to: Self.position) < 0.01)
      // RTKLIB omits a second-order term of up to 3 mm/s for each satellite.
      #expect(solution.velocity.distance(to: Self.origin) < 0.02)
    }
  }

  @Test(
    "RTKLIB reads the position of message 1006",
    .compares(with: .convbin, .rnx2rtkp))
  func tellsPosition() throws {
    let folder = try TemporaryFolder()
    try RTKLIB.convert(Self.stream(Self.station), to: "base", in: folder.url)
    let header = try String(contentsOf: folder.url.appending(path: "base.obs"), encoding: .utf8)
    let line = try #require(
      header.split(separator: "\n").first { $0.contains("APPROX POSITION XYZ") })
    let numbers = String(line).words.prefix(3).compactMap { Double($0) }
    try #require(numbers.count == 3)
    // RINEX has four decimals, as message 1006 does.
    let told = ECEFPosition(x: numbers[0], y: numbers[1], z: numbers[2])
    #expect(told.distance(to: Self.position) < 2e-4)
  }

  @Test(
    "convbin writes what was measured: code to 1 mm, phase to 0.2 mm, Doppler to 1 mHz",
    .compares(with: .convbin))
  func isReadByConvbin() throws {
    let start = try #require(BaseStationSynthesizer(Self.station).nextEpochTime)
    let read = try Convbin.convert(Self.stream(Self.station), near: start).observations
    let epochs = Array(try BaseStationSynthesizer(Self.station).prefix(60))
    var compared = 0
    for (index, epoch) in epochs.enumerated() {
      for observation in epoch.observations.observations {
        let code = try #require(observation.code)
        func value(_ type: String) throws -> Double {
          try #require(read.epochs[index].observations["\(observation.satellite) \(type)\(code)"])
            .value
        }
        let frequency = try #require(observation.carrierFrequency)
        #expect((try value("C") - (try #require(observation.pseudorange))).magnitude < 1e-3)
        let phase = try value("L") - (try #require(observation.phase))
        // convbin subtracts whole cycles from an arc.
        let wavelength = WGS84.speedOfLight / frequency
        #expect((phase - phase.rounded()).magnitude * wavelength < 2e-4)
        #expect(
          (try value("D") - (try #require(observation.doppler))).magnitude < 1e-3 + 5e-5
            / wavelength)
        compared += 1
      }
    }
    #expect(compared > 60 * 80)
  }

  @Test(
    "pyrtcm decodes every frame",
    .compares(with: .pyrtcm))
  func isReadByPyrtcm() throws {
    let bytes = try Self.stream(Self.station)
    let folder = try TemporaryFolder()
    _ = try folder.write(bytes, to: "base.rtcm3")
    let counts = try PythonPackage.pyrtcm.run("pyrtcm_counts.py", in: folder.url).words
    #expect(counts.first == "\(bytes.count)")
    for count in ["1006:6", "1008:6", "1013:2", "1033:6", "1230:2"] {
      #expect(counts.contains(count))
    }
    for type in [1077, 1087, 1097, 1127] { #expect(counts.contains("\(type):60")) }
  }
}
