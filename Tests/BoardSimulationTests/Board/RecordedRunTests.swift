import GNSSBasics
import Foundation
import Mathematics
import SensorDrivers
import Testing

@testable import BoardSimulation

/// Regression tests with recorded values for a seed and a time.
///
/// Users who compare a board's bytes with recorded ones rely on these values. A change of the values must be
/// named in the changelog.
@Suite("Recorded runs")
struct RecordedRunTests {
  /// Returns values as text with six decimals, to which every machine's mathematics library agrees.
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

  @Test("a seed's times from the first position to float and fixed are as recorded")
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
        [0, 0.1, 1.1, 8.5], [0, 0.1, 1.1, 4.8], [0, 0.1, 1.1, 8.5], [0, 0.1, 1.1, 13],
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
        "GNGGA,112630.00,4528.69951,N,00913.69655,E,1,12,0.48,120.2,M,47.0,M,,",
        "GNGSA,A,3,03,09,11,21,23,25,30,31,,,,,0.84,0.48,0.69,1",
        "GNGSA,A,3,65,72,78,79,80,85,86,87,,,,,0.84,0.48,0.69,2",
        "GNGSA,A,3,04,10,27,31,33,34,,,,,,,0.84,0.48,0.69,3",
        "GNGSA,A,3,05,06,13,16,29,30,34,36,37,40,43,,0.84,0.48,0.69,4",
        "GNGSA,A,3,,,,,,,,,,,,,0.84,0.48,0.69,5",
        "GPGSV,3,1,11,01,08,118,36,03,11,053,38,09,54,233,48,11,52,260,48,1",
        "GPGSV,3,2,11,20,09,323,38,21,13,198,39,23,78,322,50,25,19,116,40,1",
        "GPGSV,3,3,11,27,07,281,37,30,40,061,46,31,61,098,49,1",
        "GPGSV,3,1,09,01,08,118,34,03,11,053,35,09,54,233,46,11,52,260,45,6",
        "GPGSV,3,2,09,23,78,322,48,25,19,116,37,27,07,281,34,30,40,061,43,6",
        "GPGSV,3,3,09,31,61,098,46,6",
        "GLGSV,2,1,08,65,21,260,40,72,21,315,41,78,10,296,38,79,56,328,49,1",
        "GLGSV,2,2,08,80,49,076,47,85,40,155,46,86,52,069,48,87,13,025,40,1",
        "GLGSV,2,1,08,65,21,260,39,72,21,315,38,78,10,296,34,79,56,328,46,3",
        "GLGSV,2,2,08,80,49,076,44,85,40,155,44,86,52,069,45,87,13,025,36,3",
        "GAGSV,2,1,08,02,05,332,36,03,09,284,38,04,79,087,51,10,27,115,44,7",
        "GAGSV,2,2,08,27,42,304,47,31,30,188,44,33,63,111,50,34,28,045,44,7",
        "GAGSV,2,1,08,02,05,332,33,03,09,284,35,04,79,087,47,10,27,115,39,2",
        "GAGSV,2,2,08,27,42,304,44,31,30,188,41,33,63,111,46,34,28,045,40,2",
        "GBGSV,3,1,12,05,18,121,40,06,20,049,41,13,12,052,39,16,13,067,39,1",
        "GBGSV,3,2,12,29,39,186,46,30,62,095,49,34,22,044,42,36,42,302,45,1",
        "GBGSV,3,3,12,37,77,097,50,40,16,039,39,41,07,280,36,43,25,115,42,1",
        "GBGSV,1,1,04,05,18,121,36,06,20,049,38,13,12,052,35,16,13,067,36,B",
      ])
  }
}
