import GNSSBasics
import Mathematics
import RTCMParser
import Testing

@testable import GNSSSimulation

@Suite("Noise-free observations")
struct GPSTrackerTests {
  static let milan = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)
  static let start = GPSTime(week: 2421, secondsOfWeek: 129_618)

  static func tracker(seed: UInt64 = 1) -> GPSTracker {
    GPSTracker(
      constellation: GPSConstellation(), position: milan, elevationMask: 10, seed: seed)
  }

  static func time(_ seconds: Double) -> GPSTime {
    GPSTime(nanoseconds: start.nanoseconds + Int64((seconds * 1e9).rounded()))
  }

  @Test("a range is what light takes, seen from a frame that does not rotate")
  func solvesLightTime() {
    let antenna = StandingAntenna(Self.milan)
    for data in GPSConstellation().navigationData(at: Self.start) {
      let orbit = BroadcastOrbit(data)
      let sight = LineOfSight(from: orbit, to: antenna, receivedAt: Self.start)
      let travelTime = sight.range / GPSConstants.speedOfLight
      let sent = orbit.state(at: Self.start, minus: travelTime)
      let turned = sent.position.turned(by: travelTime)
      #expect(((turned - antenna.position).length - sight.range).magnitude < 1e-6)
      // The first-order Sagnac correction, ω/c (x y' - y x'), which others compute with.
      let geometric = (sent.position - antenna.position).length
      let sagnac =
        GPSConstants.earthRotationRate / GPSConstants.speedOfLight
        * (sent.position.x * antenna.position.y - sent.position.y * antenna.position.x)
      #expect((geometric + sagnac - sight.range).magnitude < 1e-3)
      #expect(sagnac.magnitude < 45)
    }
  }

  @Test("the phaserange rate is the derivative of the phaserange")
  func differentiatesPhase() throws {
    var tracker = Self.tracker()
    let epochs = [-0.5, 0, 0.5].map { tracker.observe(at: Self.time(1 + $0)) }
    #expect(epochs[1].satellites.count >= 6)
    for index in epochs[1].satellites.indices {
      let signals = epochs.map { $0.satellites[index].signals[0] }
      let difference = signals[2].phaserange - signals[0].phaserange
      // Ranges are rounded to 4e-9 m; a tenth of a step of DF404, 0.1 mm/s, is asked for.
      #expect((difference - signals[1].phaserangeRate).magnitude < 1e-5)
    }
  }

  @Test("phase minus code is a whole number of cycles less the group delay, one for each arc")
  func keepsAmbiguities() throws {
    var tracker = Self.tracker()
    var cycles: [[Int]: Int] = [:]
    // Across the change of data at 14:00.
    for step in 0..<240 {
      let epoch = tracker.observe(at: Self.time(Double(step) * 60))
      for satellite in epoch.satellites {
        let tgd = Double(try #require(tracker.navigationData(of: satellite.prn)).tgd) * 0x1p-31
        for signal in satellite.signals {
          let delay = tgd * GPSConstants.speedOfLight * signal.signal.groupDelayFactor
          let ambiguity =
            (signal.phaserange - signal.pseudorange + delay) / signal.signal.wavelength
          #expect((ambiguity - ambiguity.rounded()).magnitude < 1e-6)
          let arc = [satellite.prn, signal.signal.signalID, step * 60_000 - signal.lockTime]
          #expect(
            cycles.updateValue(Int(ambiguity.rounded()), forKey: arc) ?? Int(ambiguity.rounded())
              == Int(ambiguity.rounded()))
        }
      }
    }
    #expect(cycles.count > 30)  // satellites rose and set
  }

  @Test("phase moves on smoothly when the navigation data change")
  func isSmoothAtCutOver() {
    var tracker = Self.tracker()
    let change = GPSConstellationTests.cutOver
    let epochs = (-2...1).map { second in
      tracker.observe(at: GPSTime(nanoseconds: change.nanoseconds + second * 1_000_000_000))
    }
    #expect(epochs[0].satellites.count >= 6)
    for index in epochs[0].satellites.indices {
      let phases = epochs.map { $0.satellites[index].signals[0].phaserange }
      let third = phases[3] - 3 * phases[2] + 3 * phases[1] - phases[0]
      #expect(third.magnitude < 0.003)
    }
  }

  @Test("satellites are ascending, above the mask, and the stronger the higher")
  func respectsMask() {
    var tracker = Self.tracker()
    for step in 0..<1000 {
      let satellites = tracker.observe(at: Self.time(Double(step) * 60)).satellites
      #expect(satellites.map(\.prn) == satellites.map(\.prn).sorted())
      #expect(satellites.allSatisfy { $0.elevation.radiansInDegrees >= 10 })
      let byElevation = satellites.sorted { $0.elevation < $1.elevation }
      let strengths = byElevation.map { $0.signals[0].carrierToNoise }
      #expect(strengths == strengths.sorted())
      #expect(strengths.allSatisfy { (35...51).contains($0) })
    }
  }

  @Test("skipping satellites that cannot have risen misses none")
  func missesNone() {
    var tracker = Self.tracker()
    for step in 0..<500 {
      let time = Self.time(Double(step) * 60)
      var fresh = Self.tracker()
      #expect(
        tracker.observe(at: time).satellites.map(\.prn)
          == fresh.observe(at: time).satellites.map(\.prn))
    }
  }

  @Test("lock time runs from the rise, or from the start")
  func countsLockTime() {
    var tracker = Self.tracker()
    var inView: Set<Int> = []
    for step in 0..<300 {
      let satellites = tracker.observe(at: Self.time(Double(step) * 60)).satellites
      for satellite in satellites where !inView.contains(satellite.prn) {
        #expect(satellite.signals.allSatisfy { $0.lockTime == 0 })
      }
      for satellite in satellites where inView.contains(satellite.prn) {
        #expect(satellite.signals.allSatisfy { $0.lockTime > 0 && $0.lockTime <= step * 60_000 })
      }
      inView = Set(satellites.map(\.prn))
    }
  }
}
