import GNSSBasics
import RTCMParser
import TestSupport
import Testing

@testable import GNSSSimulation

@Suite("A sky by broadcasts")
struct BroadcastSkyTests {
  /// Returns the sky of a station's ephemerides, with the time of an epoch and the station's place.
  private static func sky() throws -> (sky: BroadcastSky, time: GPSTime, place: GeodeticPosition) {
    let station = try BaseStationSynthesizer(BaseStationConfiguration())
    let time = try #require(station.nextEpochTime)
    var sky = BroadcastSky()
    for epoch in station.prefix(20) {
      for message in try epoch.messages() { sky.add(message, near: time) }
    }
    return (sky, time, BaseStationConfiguration().position)
  }

  @Test("satellites stand where RTKLIB has them", .compares(with: .convbin, .rnx2rtkp))
  func directions() throws {
    let (sky, _, place) = try Self.sky()
    let folder = try TemporaryFolder()
    try RTKLIB.convert(
      OutsideDecoderTests.stream(BaseStationConfiguration(), epochs: 20), to: "base",
      in: folder.url)
    // The position goes into a file of its own; RTKLIB writes the satellites' statistics beside that file.
    _ = try RTKLIB.solve(
      ["-o", "base.pos", "base.obs", "base.nav"], options: ["out-outstat=residual"], in: folder.url)
    var count = 0
    for line in try folder.text(of: "base.pos.stat").split(separator: "\n")
    where line.hasPrefix("$SAT") {
      let words = line.split(separator: ",")
      let system = try #require(
        Constellation.allCases.first { $0.rinexLetter == words[3].first })
      let satellite = SatelliteID(system, try #require(Int(words[3].dropFirst())))
      let time = GPSTime(
        week: try #require(Int(words[1])),
        secondsOfWeek: Int(try #require(Double(words[2])).rounded()))
      let (azimuth, elevation) = (
        try #require(Double(words[5])), try #require(Double(words[6]))
      )
      let direction = try #require(sky.direction(of: satellite, at: time, from: place))
      // RTKLIB writes tenths of a degree; near the zenith, azimuths have little weight.
      #expect((direction.elevation - elevation).magnitude < 0.06)
      #expect(
        (direction.azimuth - azimuth).remainder(dividingBy: 360).magnitude < 0.08, "\(satellite)")
      count += 1
    }
    #expect(count > 100)
  }

  @Test("an ephemeris tells nothing of hours later, nor of another satellite")
  func isForgotten() throws {
    let (sky, time, place) = try Self.sky()
    #expect(!sky.isEmpty && BroadcastSky().isEmpty)
    for (satellite, hours) in [
      (SatelliteID(.gps, 5), 6), (SatelliteID(.glonass, 9), 2), (SatelliteID(.galileo, 12), -7),
    ] {
      #expect(sky.direction(of: satellite, at: time, from: place) != nil)
      let later = time.advanced(byNanoseconds: Int64(hours) * 3_600_000_000_000)
      #expect(sky.direction(of: satellite, at: later, from: place) == nil)
    }
    #expect(sky.direction(of: SatelliteID(.gps, 6), at: time, from: place) == nil)
  }

  @Test("an absurd orbit is left out, one of a satellite that is not to be used is not")
  func absurd() throws {
    let time = GPSTime(week: 2421, secondsOfWeek: 129_600)
    var orbit = GPSEphemeris(satelliteID: 3)
    (orbit.week, orbit.referenceTime) = (UInt16(2421 % 1024), 129_600)
    var sky = BroadcastSky()
    sky.add(.gpsEphemeris(orbit), near: time)
    #expect(sky.isEmpty)
    (orbit.squareRootOfSemiMajorAxis, orbit.health) = (5153.7, 1)
    sky.add(.gpsEphemeris(orbit), near: time)
    let place = GeodeticPosition(latitude: 0, longitude: 0, height: 0)
    #expect(sky.direction(of: SatelliteID(.gps, 3), at: time, from: place) != nil)
  }
}
