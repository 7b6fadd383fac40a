import GNSSBasics
import Foundation
import Mathematics
import SensorDrivers
import Testing

@testable import BoardSimulation

/// What a seed and a time have always given.
///
/// Whoever compares a board's bytes with recorded ones relies on it. A change here is one for them, to
/// be said in the changelog.
@Suite("Recorded runs")
struct RecordedRunTests {
  /// Values to six digits after the point, which every machine's mathematics agrees on.
  private static func text(_ values: [Double]) -> String {
    values.map { String(format: "%.6f", $0) }.joined(separator: " ")
  }

  @Test(
    "the world at a time is as recorded",
    arguments: [
      (
        100,
        "45.478461 9.228321 165.886324 0.251401 1.377243 0.013418 27.389515 "
          + "53.654370 100704.580602 491.035702 20.237367 8.218970 15.708477 106207.482737"
      ),
      (
        1234,
        "45.479310 9.229896 166.724315 1.389189 0.173649 -0.001609 27.868004 "
          + "52.206363 100687.950518 482.566161 17.598826 8.117113 19.772917 104912.654999"
      ),
      (
        5000,
        "45.478008 9.227175 165.010868 1.397216 0.088245 0.002208 29.121900 "
          + "48.863144 100663.506669 486.023743 17.339783 9.141019 20.531074 96077.038153"
      ),
      (
        100_000,
        "45.479248 9.229193 166.727789 1.389189 0.173649 0.002057 26.949416 "
          + "54.162819 99874.203462 488.262771 18.724707 3.043716 7.270824 38812.117800"
      ),
      (
        1_000_000,
        "45.477977 9.226428 165.112736 1.397790 0.078626 -0.006875 18.452392 "
          + "88.460747 100706.088006 490.304042 19.241312 14.385656 25.118753 0.005490"
      ),
    ])
  func world(second: Int, expected: String) {
    let state = World(scenario: .milanWalk).state(at: .seconds(second))
    let (position, velocity) = (state.position, state.velocity)
    let values = [
      position.latitude, position.longitude, position.height, velocity.east, velocity.north,
      velocity.up, state.temperature, state.humidity, state.pressure, state.eco2, state.tvoc,
      state.particulates.mass.pm1, state.particulates.mass.pm10, state.illuminance,
    ]
    #expect(Self.text(values) == expected)
  }

  @Test("a seed's times to the first position, float and fixed are as recorded")
  func fix() {
    let times = (1...4 as ClosedRange<UInt64>).map { seed in
      var model = FixModel(generator: Xoshiro256(seed: seed, part: "recorded"))
      var reached: [Double] = []
      for tenth in 0..<2000 {
        let (now, before) = (Duration.milliseconds(100 * tenth), model.state)
        let latest = UsableCorrections(
          stationID: 17, position: ECEFPosition(x: 0, y: 0, z: 0), satellites: 20,
          constellations: 4, lacksGLONASSBiases: false, arrival: now)
        model.advance(
          to: now, corrections: CorrectionStatus(latest: latest, problem: nil), baseline: 1000)
        if model.state != before { reached.append(Double(tenth) / 10) }
      }
      return reached
    }
    #expect(
      times == [
        [34.6, 34.7, 35.7, 40.9], [23.2, 23.3, 24.3, 29.5], [34.6, 34.7, 35.7, 37.6],
        [45.2, 45.3, 46.3, 54.2],
      ])
  }

  @Test(
    "a seed's errors are as recorded",
    arguments: [
      (
        GNSSFix.threeD,
        "1.319750 -0.614726 -0.582750 -0.026177 0.004087 -0.012539 1.125446 -0.561279 -0.718287 "
          + "-0.019980 0.005865 -0.020738 0.835277 -0.474060 -0.935400 -0.015415 0.011273 -0.001555"
      ),
      (
        .rtkFixed,
        "0.010023 0.001580 -0.006457 -0.009074 -0.000486 -0.000030 0.005156 -0.001627 -0.000020 "
          + "0.001152 0.001947 -0.002153 -0.007126 0.004262 -0.005068 0.005175 -0.000943 0.007255"
      ),
    ])
  func errors(state: GNSSFix, expected: String) {
    var model = ErrorModel(generator: Xoshiro256(seed: 1, part: "recorded"))
    var values: [Double] = []
    for second in 0..<3 {
      let sample = model.sample(
        at: .seconds(10 * second), state: state, baseline: 1000, age: .seconds(1))
      let (position, velocity) = (sample.position, sample.velocity)
      values += [position.east, position.north, position.up]
      values += [velocity.east, velocity.north, velocity.up]
    }
    #expect(Self.text(values) == expected)
  }

  @Test(
    "the sky over a place at a time is as recorded",
    arguments: [
      (
        45.478, 9.227, 1_275_782_400.0,
        "G03 54.9518 295.0657, G04 9.1600 149.6066, G06 28.2459 288.1106, "
          + "G07 37.2286 90.6299, G09 7.2650 232.6570, G10 62.5916 55.7357, "
          + "G13 41.7688 130.6927, G22 21.1937 243.6572, E06 39.3001 307.8188, "
          + "E07 84.7585 148.3168, E08 30.3879 130.4968, E12 37.5489 204.3912, "
          + "E13 74.5680 109.4259, E14 29.5128 47.2474"
      ),
      (
        -33.9, 151.2, 1_300_000_000,
        "G01 37.5006 49.0097, G04 29.3503 223.8922, G07 12.5695 261.1055, "
          + "G08 45.7095 125.9970, G11 72.4270 135.6544, G14 31.5280 43.4708, "
          + "G23 36.7757 265.4491, E03 26.8802 228.9181, E04 70.1037 171.6237, "
          + "E05 38.6187 77.9004, E09 40.8202 347.0893, E10 69.0336 86.3917, "
          + "E11 24.7015 137.6903, E20 5.7282 246.2989, E21 7.7624 294.0306"
      ),
    ])
  func sky(latitude: Double, longitude: Double, seconds: Double, expected: String) {
    let place = GeodeticPosition(latitude: latitude, longitude: longitude, height: 165)
    let satellites = SatelliteSky(over: place, at: seconds).satellites
    let text = satellites.map { satellite in
      let letter = satellite.constellation == .gps ? "G" : "E"
      return letter + String(format: "%02d ", satellite.number)
        + String(format: "%.4f %.4f", satellite.elevation, satellite.azimuth)
    }
    #expect(text.joined(separator: ", ") == expected)
  }

  @Test("a seed's sensors give the bytes that were recorded")
  func sensors() throws {
    let board = SimulatedBoard(world: World(scenario: .milanWalk), seed: 1)
    board.clock.pause(for: .milliseconds(100))
    var delay = board.clock
    var bme280 = BME280(on: board.bus)
    var ccs811 = CCS811(on: board.bus)
    var sps30 = SPS30(on: board.bus)
    try bme280.start(
      configuration: BME280Configuration(mode: .normal(standby: .milliseconds10)), delay: &delay)
    try ccs811.start(delay: &delay)
    try sps30.start(delay: &delay)
    board.clock.advance(to: .seconds(60))
    let air = try bme280.measure(delay: &delay)
    _ = try ccs811.readResult()  // the first does not count
    let particles = try #require(try sps30.readSample(delay: &delay))
    board.clock.advance(to: .seconds(62))
    let gas = try #require(try ccs811.readResult())
    #expect(air.temperatureCelsius == 27.35)
    #expect(air.humidity1024ths == 55_189)
    #expect(air.pressure256ths == 25_780_414)
    #expect(gas.eco2PartsPerMillion == 400)
    #expect(gas.tvocPartsPerBillion == 2)
    #expect(particles.massPM25 == 10.27176)
    #expect(particles.numberPM05 == 52.150948)
    #expect(particles.typicalSizeMicrometres == 0.47768664)
  }

  @Test("a seed's receiver gives the sentences that were recorded")
  func receiver() {
    let bench = ReceiverBench(world: World(scenario: .milanWalk))
    bench.run(until: .milliseconds(89_500))
    let lines = sentences(in: bench.run(until: .milliseconds(90_500)))
      .filter { !["GNVTG", "GNGLL"].contains($0[0]) }.map { $0.joined(separator: ",") }
    #expect(
      lines == [
        "GNRMC,112630.00,A,4528.69951,N,00913.69655,E,2.759,9.85,100620,,,A,V",
        "GNGGA,112630.00,4528.69951,N,00913.69655,E,1,12,0.82,120.2,M,47.0,M,,",
        "GNGSA,A,3,02,11,14,15,17,18,21,,,,,,1.50,0.82,1.24,1",
        "GNGSA,A,3,06,07,09,16,22,23,24,,,,,,1.50,0.82,1.24,3",
        "GPGSV,2,1,08,02,29,141,41,03,07,031,35,11,30,256,41,14,43,305,44,1",
        "GPGSV,2,2,08,15,22,145,39,17,17,279,38,18,48,078,45,21,76,072,49,1",
        "GAGSV,3,1,09,06,20,107,38,07,18,054,38,09,44,215,44,10,08,174,35,7",
        "GAGSV,3,2,09,15,05,330,34,16,41,292,44,22,47,268,45,23,71,038,49,7",
        "GAGSV,3,3,09,24,21,069,39,7",
      ])
  }
}
