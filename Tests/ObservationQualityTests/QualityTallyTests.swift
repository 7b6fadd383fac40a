import GNSSBasics
import RTCMParser
import Testing
import TextOutput

@testable import ObservationQuality

@Suite("The quality of observations")
struct QualityTallyTests {
  private let wavelength = WGS84.speedOfLight / 1_575_420_000

  private func number(_ tally: QualityTally, _ path: String) -> Double? {
    tally.report[path: path]?.number
  }

  @Test("a stream without faults has none")
  func clean() {
    let tally = SmallSky().tally(0..<120)
    #expect(number(tally, "epochs") == 120)
    #expect(number(tally, "interval_seconds") == 1)
    #expect(number(tally, "missing_epochs") == 0)
    #expect(number(tally, "satellites") == 5)
    #expect(number(tally, "observations") == 1200)
    for path in ["slips", "told_slips", "outliers", "clock_jumps", "disordered_epochs"] {
      #expect(number(tally, path) == 0, "\(path)")
    }
    #expect(tally.report[path: "observations_per_slip"] == .number(nil, decimals: 1))
    #expect(number(tally, "mp1").map { $0 < 1e-6 } == true)
    #expect(number(tally, "systems.G.signals.1C.cnr") == 43)
    #expect(number(tally, "ionosphere.rms").map { $0 < 1e-6 } == true)
    // A rate takes half a minute: three of 120 s, of each satellite.
    #expect(number(tally, "ionosphere.rates") == 15)
  }

  @Test("completeness is unknown without ephemerides, and the text says why")
  func unknown() {
    let tally = SmallSky().tally(0..<10)
    #expect(tally.report[path: "completeness"] == .number(nil, decimals: 2))
    #expect(tally.text.contains("completeness  unknown: neither a message nor codes"))
    var placed = QualityTally()
    placed.add(SmallSky().epoch(0), at: ECEFPosition(x: 6_378_137, y: 0, z: 0))
    #expect(placed.text.contains("completeness  unknown: there are no ephemerides"))
  }

  @Test("gaps are told with their place, and epochs out of order are counted and left out")
  func gaps() throws {
    var tally = SmallSky().tally(0..<60, without: Set(20..<30))
    tally.add(SmallSky().epoch(40), at: nil)
    #expect(number(tally, "epochs") == 51)
    #expect(number(tally, "missing_epochs") == 10)
    #expect(number(tally, "disordered_epochs") == 1)
    #expect(number(tally, "observations") == 500)
    let gap = try #require(tally.report[path: "gaps"]?.elements.first)
    #expect(gap[path: "seconds"]?.number == 11)
    #expect(gap[path: "after_time_gps"]?.text == "2026-01-04T00:01:59.000")
    // A gap that the lock times bridge is no slip.
    #expect(number(tally, "told_slips") == 0)
  }

  @Test(
    "a shorter lock time is a slip that the receiver tells, once",
    arguments: [(599_999, 1), (600_000, 0), (0, 1)])
  func told(lock: Int, slips: Double) {
    var sky = SmallSky()
    sky.change(30...30, 2, "1C") { $0.minimumLockTimeMilliseconds = lock }
    sky.change(31...99, 2, "1C") { $0.minimumLockTimeMilliseconds = max(lock, 1000) }
    let tally = sky.tally(0..<100)
    #expect(number(tally, "told_slips") == slips)
    #expect(number(tally, "by_satellite.G02.signals.1C.told_slips") == slips)
    #expect(number(tally, "slips") == 0)
    #expect(tally.satellites[SatelliteID(.gps, 2)]?.slips.count == Int(slips))
  }

  @Test("an observation after a pause is a new arc, and no slip", arguments: [300.0, 301])
  func pause(seconds: Double) {
    var tally = QualityTally()
    var sky = SmallSky()
    sky.change(1...1) { $0.minimumLockTimeMilliseconds = 0 }
    tally.add(sky.epoch(0), at: nil)
    tally.add(sky.epoch(1, every: seconds), at: nil)
    #expect(number(tally, "told_slips") == (seconds > 300 ? 0 : 10))
  }

  @Test("a cycle more in one phase is a jump of the ionosphere, and begins the arc anew")
  func cycle() {
    var sky = SmallSky()
    let wavelength = wavelength
    sky.change(50...99, 3, "1C") { $0.phaserange! += wavelength }
    let tally = sky.tally(0..<100)
    #expect(number(tally, "ionosphere_slips") == 1)
    #expect(number(tally, "slips") == 1)
    #expect(number(tally, "observations_per_slip") == 1000)
    #expect(number(tally, "by_satellite.G03.ionosphere_slips") == 1)
    // Its multipath moves by some metres with the cycle, which is no scatter.
    #expect(number(tally, "mp1").map { $0 < 1e-6 } == true)
    #expect(number(tally, "ionosphere.greatest").map { $0 < 1e-6 } == true)
  }

  @Test(
    "a change of the ionosphere's delay is a slip from four metres a minute on",
    arguments: [
      (3.9, 1.0, 0.0), (4.1, 1, 4), (3.9, 0.2, 0), (4.1, 0.2, 0), (21, 0.2, 4), (3.9, 30, 0),
      (4.1, 30, 4),
    ])
  func ionosphere(rate: Double, step: Double, slips: Double) {
    var sky = SmallSky()
    // A delay at L1 of one metre makes the phases differ by f1²/f2² - 1 metres.
    let ratio = (1_575.42 * 1_575.42) / (1_227.6 * 1_227.6) - 1
    for number in 1...4 {
      sky.change(number...9, 1, "2W") { $0.phaserange! -= rate * step / 60 * ratio }
    }
    let tally = sky.tally(0..<10, every: step)
    #expect(number(tally, "ionosphere_slips") == slips)
  }

  @Test("a code that is off once is an outlier; one that stays off is a slip")
  func multipath() {
    var sky = SmallSky()
    sky.change(20...20, 1, "1C") { $0.pseudorange! += 2.1 }
    sky.change(40...99, 2, "2W") { $0.pseudorange! += 2.1 }
    sky.change(60...99, 3, "1C") { $0.pseudorange! += 1.9 }
    let tally = sky.tally(0..<100)
    #expect(number(tally, "outliers") == 1)
    #expect(number(tally, "multipath_slips") == 1)
    #expect(number(tally, "by_satellite.G02.multipath_slips") == 1)
    #expect(number(tally, "mp2").map { $0 < 1e-6 } == true)
    #expect(number(tally, "mp1").map { $0 > 0.05 } == true)
  }

  @Test("two codes off in other directions are two outliers")
  func outliers() {
    var sky = SmallSky()
    sky.change(20...20, 1, "1C") { $0.pseudorange! += 5 }
    sky.change(21...21, 1, "1C") { $0.pseudorange! -= 5 }
    let tally = sky.tally(0..<40)
    #expect(number(tally, "outliers") == 2)
    #expect(number(tally, "multipath_slips") == 0)
  }

  @Test("multipath is the code's deviation from the average of the last fifty values")
  func average() throws {
    var sky = SmallSky()
    for number in stride(from: 0, to: 400, by: 2) {
      sky.change(number...number, nil, "1C") { $0.pseudorange! += 0.6 }
    }
    // Values that change between 0 and 0.6 m have a standard deviation of 0.3 m.
    let rms = try #require(number(sky.tally(0..<400), "mp1"))
    #expect((rms - 0.3).magnitude < 0.005)
    // A change slower than the average is none of multipath.
    var slow = SmallSky()
    slow.change(0...399, nil, "1C") { $0.pseudorange! += 0 }
    var drifting = QualityTally()
    for number in 0..<400 {
      var epoch = slow.epoch(number)
      for index in epoch.observations.indices {
        epoch.observations[index].pseudorange! += 0.001 * Double(number)
      }
      drifting.add(epoch, at: nil)
    }
    #expect(try #require(self.number(drifting, "mp1")) < 0.03)
  }

  @Test(
    "a jump of the receiver's clock is told with its milliseconds, and is no slip",
    arguments: [true, false])
  func clock(ofPhases: Bool) throws {
    var sky = SmallSky()
    sky.change(50...99) { observation in
      observation.pseudorange! -= 2 * 299_792.458
      if ofPhases { observation.phaserange! -= 2 * 299_792.458 }
    }
    let tally = sky.tally(0..<100)
    #expect(number(tally, "clock_jumps") == 1)
    let jump = try #require(tally.report[path: "jumps"]?.elements.first)
    #expect(jump[path: "milliseconds"]?.number == -2)
    #expect(jump[path: "of_phases"] == .flag(ofPhases))
    #expect(jump[path: "time_gps"]?.text == "2026-01-04T00:02:30.000")
    #expect(number(tally, "slips") == 0)
    #expect(number(tally, "outliers") == 0)
  }

  @Test(
    "a jump of part of a millisecond, or of few satellites, is none of the clock",
    arguments: [(299_792.458 * 0.5, 5), (299_792.458, 3)])
  func noClock(metres: Double, satellites: Int) {
    var sky = SmallSky()
    for satellite in 1...satellites {
      sky.change(50...99, satellite) { $0.pseudorange! += metres }
    }
    if satellites < 4 { sky.satellites = Array(1...satellites) }
    #expect(number(sky.tally(0..<100), "clock_jumps") == 0)
  }

  @Test("a signal without a phase is observed, and not complete")
  func incomplete() {
    var sky = SmallSky()
    sky.change(0...99, nil, "2W") { $0.phaserange = nil }
    let tally = sky.tally(0..<100)
    #expect(number(tally, "systems.G.signals.2W.observations") == 500)
    #expect(number(tally, "systems.G.signals.2W.complete") == 0)
    #expect(tally.report[path: "systems.G.signals.1C.multipath"] == .number(nil, decimals: 4))
    #expect(number(tally, "ionosphere.rates") == 0)
  }

  @Test("observations of a satellite that are not together are taken together")
  func mixed() {
    var epoch = SmallSky().epoch(0)
    epoch.observations =
      epoch.observations.filter { $0.code?.band == 1 }
      + epoch.observations.filter { $0.code?.band == 2 }
    var tally = QualityTally()
    tally.add(epoch, at: nil)
    #expect(number(tally, "observations") == 10)
    #expect(number(tally, "by_satellite.G04.epochs") == 1)
  }

  @Test("latencies are told by type")
  func latency() {
    var tally = SmallSky().tally(0..<2)
    for seconds in [0.5, 1.5] { tally.takeLatency(of: 1077, seconds) }
    tally.takeLatency(of: 1087, -0.25)
    #expect(number(tally, "latency.1077.messages") == 2)
    #expect(number(tally, "latency.1077.mean") == 1)
    #expect(number(tally, "latency.1077.greatest") == 1.5)
    #expect(number(tally, "latency.1087.greatest") == -0.25)
    #expect(tally.text.contains("1077         2           1.000    1.500"))
    #expect(tally.line.contains("latency 0.58 s, 1.5 at most"))
  }
}
