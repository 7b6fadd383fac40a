import GNSSBasics
import Mathematics
import RTCMParser
import Testing

@testable import GNSSSimulation

@Suite("Errors of a simulated receiver")
struct ReceiverErrorTests {
  static let start = SimulatedReceiverTests.start

  /// The noise of a signal over some minutes: the same receiver with noise minus without.
  struct Residuals {
    var code: [Double] = []
    var phase: [Double] = []
    var cnr = 0.0
  }

  static func residuals(seconds: Int) throws -> [Residuals] {
    var noisy = SimulatedReceiverTests.receiver([.earthRotation, .noise])
    var clean = SimulatedReceiverTests.receiver()
    var residuals: [[String]: Residuals] = [:]
    for second in 0..<seconds {
      let time = start.advanced(bySeconds: Double(second))
      let pairs = zip(noisy.observe(at: time).observations, clean.observe(at: time).observations)
      for (a, b) in pairs {
        let name = ["\(a.satellite)", "\(try #require(a.code))"]
        var entry = residuals[name] ?? Residuals()
        entry.code.append(try #require(a.pseudorange) - (try #require(b.pseudorange)))
        entry.phase.append(try #require(a.phaserange) - (try #require(b.phaserange)))
        entry.cnr = try #require(b.cnr)
        residuals[name] = entry
      }
    }
    return residuals.values.filter { $0.code.count == seconds }
  }

  static func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
  }

  static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// The expected noise by carrier-to-noise ratio, dB-Hz.
  ///
  /// The ranges are the phase's white noise, the code's whole noise and the code's white noise, metres.
  static let expected:
    [(Range<Double>, ClosedRange<Double>, ClosedRange<Double>, ClosedRange<Double>)] = [
      (44..<52, 0.0004...0.0009, 0.06...0.2, 0.015...0.06),
      (30..<38, 0.0011...0.0026, 0.15...0.5, 0.06...0.2),
    ]

  /// The expected noise is half of the double differences of a real pair of receivers.
  ///
  /// The pair had a white phase noise of 1.0 mm above 44 dB-Hz, and up to 3.6 mm below 38. Its code noise
  /// was 0.12 to 0.64 m, of which 0.04 to 0.2 m from second to second.
  @Test("are those of real ones, by strength, in size and in how long they last")
  func areRealistic() throws {
    let residuals = try Self.residuals(seconds: 400)
    #expect(residuals.count > 60)
    for (range, phase, code, white) in Self.expected {
      let group = residuals.filter { range.contains($0.cnr) }
      try #require(group.count >= 8)
      // Second differences of white noise have √6 times its deviation.
      let whitePhase = group.map { entry in
        let steps = zip(entry.phase, entry.phase.dropFirst()).map { $1 - $0 }
        return Self.deviation(zip(steps, steps.dropFirst()).map { $1 - $0 }) / 6.0.squareRoot()
      }
      #expect(phase.contains(Self.mean(whitePhase)), "\(range): \(Self.mean(whitePhase))")
      let whole = Self.mean(group.map { Self.deviation($0.code) })
      #expect(code.contains(whole), "\(range): \(whole)")
      let steps = Self.mean(
        group.map { entry in
          let steps = zip(entry.code, entry.code.dropFirst()).map { $1 - $0 }
          return Self.deviation(steps) / 2.0.squareRoot()
        })
      #expect(white.contains(steps), "\(range): \(steps)")
    }
  }

  @Test("a clock is held within half a millisecond by jumps of a whole one, which ranges show")
  func jumps() throws {
    var receiver = SimulatedReceiverTests.receiver([.earthRotation, .clocks], seed: 3) {
      $0.equipment = .zedF9P
    }
    var clean = SimulatedReceiverTests.receiver { $0.equipment = .zedF9P }
    var offsets: [Double] = []
    for minute in 0..<600 {
      let time = Self.start.advanced(bySeconds: Double(minute) * 60)
      let with = try #require(receiver.observe(at: time).observations.first?.pseudorange)
      let without = try #require(clean.observe(at: time).observations.first?.pseudorange)
      offsets.append((with - without) / WGS84.speedOfLight)
    }
    #expect(offsets.allSatisfy { $0.magnitude < 5.1e-4 })
    let jumps = zip(offsets, offsets.dropFirst()).map { $1 - $0 }.filter { $0.magnitude > 5e-4 }
    #expect(!jumps.isEmpty)
    #expect(jumps.allSatisfy { ($0.magnitude - 1e-3).magnitude < 1e-4 })
  }

  @Test("slips restart lock times, nine of ten, and change phases by whole cycles")
  func slips() throws {
    // No new data begin in this hour, because they would move codes but not phases.
    var slipping = SimulatedReceiverTests.receiver([.earthRotation, .slips]) {
      $0.sky = Sky(systems: [.gps, .galileo], seed: 1)
    }
    var last: [[String]: (phase: Double, lock: Int)] = [:]
    var (noticed, unnoticed) = (0, 0)
    for second in 0..<3600 {
      let time = Self.start.advanced(bySeconds: Double(second))
      for signal in slipping.observe(at: time).observations {
        let name = ["\(signal.satellite)", "\(try #require(signal.code))"]
        let phase = try #require(signal.phaserange) - (try #require(signal.pseudorange))
        let lock = try #require(signal.minimumLockTimeMilliseconds)
        if let before = last[name], !signal.hasHalfCycleAmbiguity, before.lock > 10_000 {
          let wavelength = WGS84.speedOfLight / (try #require(signal.carrierFrequency))
          let cycles = (phase - before.phase) / wavelength
          #expect((cycles - cycles.rounded()).magnitude < 0.01)
          if cycles.rounded() != 0 {
            if lock < before.lock { noticed += 1 } else { unnoticed += 1 }
          }
        }
        last[name] = (phase, lock)
      }
    }
    #expect(noticed > 3 * unnoticed)
    #expect(noticed > 0)
  }

  @Test("behind closed doors nothing is heard, and phases begin anew outside")
  func entersTunnel() throws {
    let (enter, leave) = (Self.start.advanced(bySeconds: 10), Self.start.advanced(bySeconds: 40))
    var receiver = SimulatedReceiverTests.receiver(.all) {
      $0.view = { SkyView(isOpen: $0 < enter || $0 >= leave) }
    }
    for second in 0..<60 {
      let time = Self.start.advanced(bySeconds: Double(second))
      let observations = receiver.observe(at: time).observations
      #expect(observations.isEmpty == (10..<40).contains(second))
      if second == 40 {
        #expect(observations.allSatisfy { $0.minimumLockTimeMilliseconds == 0 })
        #expect(observations.contains { $0.hasHalfCycleAmbiguity })
        // Pilots carry no data that could invert their phase.
        for letter in ["Q", "L"] {
          let pilots = observations.filter { $0.code?.attribute == letter.utf8.first }
          #expect(!pilots.isEmpty && pilots.allSatisfy { !$0.hasHalfCycleAmbiguity })
        }
      }
      if second >= 47 {
        let young = observations.filter { ($0.minimumLockTimeMilliseconds ?? 0) > 6000 }
        #expect(young.allSatisfy { !$0.hasHalfCycleAmbiguity })
      }
    }
  }

  @Test("behind houses satellites are gone, or come round them: longer and weaker")
  func walksBehindHouses() throws {
    // The obstacles reach 60° of elevation on the east side.
    let change = Self.start.advanced(bySeconds: 5)
    var receiver = SimulatedReceiverTests.receiver {
      $0.view = { time in
        SkyView { azimuth in time >= change && (0..<180).contains(azimuth) ? 60 : 0 }
      }
    }
    var free = SimulatedReceiverTests.receiver()
    for second in 0..<10 {
      let time = Self.start.advanced(bySeconds: Double(second))
      let seen = receiver.observe(at: time).observations
      let all = free.observe(at: time).observations
      guard second >= 5 else {
        #expect(seen.map(\.satellite) == all.map(\.satellite))
        continue
      }
      #expect(seen.count < all.count)
      var reflected = 0
      for observation in seen {
        let straight = try #require(
          all.first { $0.satellite == observation.satellite && $0.code == observation.code })
        let longer = try #require(observation.pseudorange) - (try #require(straight.pseudorange))
        guard longer > 0.01 else { continue }
        #expect((2...80).contains(longer))
        #expect(try #require(observation.cnr) < (try #require(straight.cnr)) - 5)
        reflected += 1
      }
      #expect(reflected > 0)
    }
  }
}
