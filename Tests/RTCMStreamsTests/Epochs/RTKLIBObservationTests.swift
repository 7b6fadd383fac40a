import Foundation
import RTCMStreams
import TestSupport
import Testing

/// Comparisons of whole epochs with RTKLIB's: time, satellites, metres, cycles, hertz, dB-Hz.
@Suite("Observations against RTKLIB", .compares(with: .captures))
struct RTKLIBObservationTests {
  @Test("every observation has RTKLIB's values", arguments: RTKLIBLine.captures)
  func agrees(name: String) throws {
    let lines = try RTKLIBLine.lines(of: name, kind: "obs").filter {
      // At this epoch RTKLIB started with a GLONASS message, and had no date.
      name != "jdesbonnet__pairB_base-20181004-1452.ubx" || $0.end != 2740
    }
    let first = try #require(lines.first)
    let start = GPSTime(
      week: try #require(first.week), millisecondsOfWeek: try first.millisecondsOfWeek)
    let epochs = try epochs(of: name, upTo: lines.last?.end ?? 0, near: start)
    for line in lines {
      let time = start.nearest(millisecondsOfWeek: try line.millisecondsOfWeek)
      let observations = try #require(epochs[time])
      for satellite in line.satellites ?? [] {
        // RTKLIB names BeiDou's signal 20 8X; the standard does not name it.
        for signal in satellite.sig where signal.c != "8X" || !satellite.id.hasPrefix("C") {
          let ours = try #require(
            observations.first {
              $0.rtklibName == satellite.id && $0.code?.description == signal.c
            })
          compare(ours, signal, at: "\(satellite.id) \(signal.c) before \(line.end)")
        }
      }
    }
  }

  /// Returns the observations of this library's epochs by time.
  private func epochs(
    of name: String, upTo end: Int, near reference: GPSTime
  ) throws -> [GPSTime: [SignalObservation]] {
    var assembler = EpochAssembler(near: reference)
    var epochs: [GPSTime: [SignalObservation]] = [:]
    for frame in frames(of: try SharedCaptures.bytes(of: name)) where frame.offset < end {
      guard let message = try? RTCMMessage(decoding: frame.payload.span) else { continue }
      assembler.add(message) { epochs[$0.time, default: []] += $0.observations }
    }
    assembler.finish { epochs[$0.time, default: []] += $0.observations }
    return epochs
  }

  private func compare(_ ours: SignalObservation, _ theirs: RTKLIBLine.Signal, at place: String) {
    // RTKLIB prints 0 for "not available", and four digits; five for phases.
    #expect(abs((ours.pseudorange ?? 0) - theirs.P) < 6e-5, "pseudorange of \(place)")
    #expect(abs((ours.phase ?? 0) - theirs.L) < 2e-5, "phase of \(place)")
    // RTKLIB stores Doppler in single precision.
    let doppler = Double(Float(ours.doppler ?? 0))
    #expect(abs(doppler - theirs.D) < 6e-5 + abs(doppler) * 0x1p-23, "Doppler of \(place)")
    #expect(abs((ours.cnr ?? 0) - theirs.S) < 6e-5, "CNR of \(place)")
    #expect(ours.hasHalfCycleAmbiguity == (theirs.LLI & 2 != 0), "half cycle of \(place)")
  }
}

extension RTKLIBLine {
  fileprivate var millisecondsOfWeek: Int {
    get throws { Int((try #require(timeOfWeek) * 1000).rounded()) }
  }
}

extension SignalObservation {
  /// The satellite's name as RTKLIB writes it: SBAS satellites by their PRN.
  fileprivate var rtklibName: String {
    if constellation == .sbas { return "\(satelliteNumber + 100)" }
    return "\(constellation.rinexLetter)\(satelliteNumber < 10 ? "0" : "")\(satelliteNumber)"
  }
}
