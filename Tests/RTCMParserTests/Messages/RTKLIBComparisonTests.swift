import Foundation
import RTCMParser
import TestSupport
import Testing

/// Observations in metres and cycles, orbits and stations against what RTKLIB assembles.
@Suite("Values against RTKLIB", .enabled(if: SharedCaptures.exist))
struct RTKLIBComparisonTests {
  static let suffix = ".rtklib.jsonl"
  /// Lines that a debug build takes the time for, of one capture.
  static let limit = 40

  struct Line: Decodable {
    let kind: String
    let end: Int
    // Observations.
    let timeOfWeek: Double?
    let satellites: [Satellite]?
    // Orbits and stations.
    let id: String?
    /// Numbers, and the first ones of lists.
    let values: [String: Double]
    /// Lists of numbers.
    let vectors: [String: [Double]]

    struct Satellite: Decodable {
      let id: String
      let sig: [Signal]
    }

    struct Signal: Decodable {
      let c: String
      let P, L, D, S: Double
    }

    enum CodingKeys: String, CodingKey {
      case kind, id
      case end = "end_off"
      case timeOfWeek = "tow"
      case satellites = "sat"
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      kind = try members.decode(String.self, forKey: .kind)
      end = try members.decode(Int.self, forKey: .end)
      timeOfWeek = try members.decodeIfPresent(Double.self, forKey: .timeOfWeek)
      satellites = try members.decodeIfPresent([Satellite].self, forKey: .satellites)
      id = try members.decodeIfPresent(String.self, forKey: .id)
      let numbers = try decoder.singleValueContainer().decode([String: Numbers].self)
      values = numbers.compactMapValues(\.values.first)
      vectors = numbers.mapValues(\.values)
    }
  }

  /// A number or several, or something else that is passed over.
  struct Numbers: Decodable {
    let values: [Double]
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let number = try? container.decode(Double.self)
      values = number.map { [$0] } ?? ((try? container.decode([Double].self)) ?? [])
    }
  }

  static func lines(of name: String, kind: String) throws -> [Line] {
    try SharedCaptures.bytes(of: name + suffix).split(separator: 0x0A)
      .map { try JSONDecoder().decode(Line.self, from: Data($0)) }
      .filter { $0.kind == kind }
  }

  @Test(
    "pseudorange, phase, Doppler and CNR agree",
    arguments: [
      ("swift__week-rollover-STR17.rtcm3", 1776), ("swift__trimble.rtcm", 940),
      ("swift__javad.rtcm", 990), ("asv__fw206mrtk_rtcm.rtcm3", 1592),
      ("ky__RTK134_202102051543.rtcm3", 715),
    ])
  func observationsAgree(name: String, leastSignals: Int) throws {
    let frames = frames(of: try SharedCaptures.bytes(of: name))
    var (start, compared) = (0, 0)
    for line in try Self.lines(of: name, kind: "obs").prefix(Self.limit) {
      let cells = frames.filter { $0.offset >= start && $0.offset < line.end }
        .compactMap { try? MSMMessage(decoding: $0.payload.span) }.flatMap(\.cells)
      start = line.end
      for satellite in line.satellites ?? [] {
        for signal in satellite.sig where signal.P != 0 {
          let cell = cells.first {
            rinexName(of: $0) == satellite.id && $0.rinexCode?.description == signal.c
          }
          guard let cell else { continue }
          compared += 1
          compare(cell, signal, at: "\(satellite.id) \(signal.c) before \(line.end)")
        }
      }
    }
    #expect(compared >= leastSignals)
  }

  @Test(
    "pseudorange, phase and CNR of messages before MSM agree",
    arguments: [("rtklib__testglo.rtcm3", 500)])
  func legacyObservationsAgree(name: String, leastSignals: Int) throws {
    let frames = frames(of: try SharedCaptures.bytes(of: name))
    var (start, compared) = (0, 0)
    for line in try Self.lines(of: name, kind: "obs").prefix(Self.limit) {
      let cells = frames.filter { $0.offset >= start && $0.offset < line.end }
        .compactMap { try? LegacyObservations(decoding: $0.payload.span) }
        .flatMap { $0.observations() }
      start = line.end
      for satellite in line.satellites ?? [] {
        for signal in satellite.sig where signal.P != 0 {
          let cell = try #require(
            cells.first {
              rtklibName(of: $0) == satellite.id && $0.rinexCode?.description == signal.c
            })
          compared += 1
          compare(cell, signal, at: "\(satellite.id) \(signal.c) before \(line.end)")
        }
      }
    }
    #expect(compared >= leastSignals)
  }

  @Test(
    "orbits agree",
    arguments: [
      ("swift__week-rollover-STR17.rtcm3", 5), ("ky__RTK134_202102051543.rtcm3", 24),
      ("rtklib__testglo.rtcm3", 3),
    ])
  func orbitsAgree(name: String, leastOrbits: Int) throws {
    let frames = frames(of: try SharedCaptures.bytes(of: name))
    var compared = 0
    for line in try Self.lines(of: name, kind: "eph") {
      let frame = try #require(frames.first { $0.offset + $0.bytes.count == line.end })
      let orbit = try #require(Self.orbitInRadians(try decoded(frame.payload)))
      for (key, ours) in orbit {
        let theirs = try #require(line.values[key])
        #expect(abs(ours - theirs) <= abs(theirs) * 1e-14, "\(key) at \(frame.offset)")
      }
      compared += 1
    }
    #expect(compared >= leastOrbits)
  }

  @Test(
    "GLONASS orbits agree",
    arguments: [
      ("swift__week-rollover-STR17.rtcm3", 1), ("ky__RTK134_202102051543.rtcm3", 12),
      ("rtklib__testglo.rtcm3", 3),
    ])
  func glonassOrbitsAgree(name: String, leastOrbits: Int) throws {
    let frames = frames(of: try SharedCaptures.bytes(of: name))
    var compared = 0
    for line in try Self.lines(of: name, kind: "geph") {
      let frame = try #require(frames.first { $0.offset + $0.bytes.count == line.end })
      let orbit = try GLONASSEphemeris(decoding: frame.payload.span)
      let vectors = [
        "pos": [orbit.positionX, orbit.positionY, orbit.positionZ],
        "vel": [orbit.velocityX, orbit.velocityY, orbit.velocityZ],
        "acc": [orbit.accelerationX, orbit.accelerationY, orbit.accelerationZ],
      ]
      for (key, ours) in vectors {
        let theirs = try #require(line.vectors[key])
        for (ours, theirs) in zip(ours, theirs) {
          // Ten digits are printed.
          #expect(abs(ours * 1000 - theirs) <= abs(theirs) * 5e-10, "\(key) at \(frame.offset)")
        }
      }
      let clock = [
        "taun": orbit.clockOffset, "gamn": orbit.frequencyDeviation, "dtaun": orbit.l2Delay,
      ]
      for (key, ours) in clock {
        let theirs = try #require(line.values[key])
        #expect(abs(ours - theirs) <= abs(theirs) * 1e-14, "\(key) at \(frame.offset)")
      }
      #expect(Double(orbit.age) == line.values["age"])
      #expect(Double(orbit.frequencyChannel) == line.values["frq"])
      #expect(orbit.referenceTime / 900 == line.values["iode"])
      // Moscow is three hours ahead of UTC.
      let (toe, tof) = try (#require(line.values["toe"]), #require(line.values["tof"]))
      let shift = (toe - tof - orbit.referenceTime + Double(orbit.frameTime)) / 86_400
      #expect(shift == shift.rounded())
      compared += 1
    }
    #expect(compared >= leastOrbits)
  }

  static func orbitInRadians(_ message: RTCMMessage) -> [String: Double]? {
    switch message {
    case .gpsEphemeris(let orbit): orbitInRadians(orbit)
    case .qzssEphemeris(let orbit): orbitInRadians(orbit)
    case .galileoFNAVEphemeris(let orbit): orbitInRadians(orbit)
    default: nil
    }
  }

  static func orbitInRadians(_ orbit: QZSSEphemeris) -> [String: Double] {
    let pi = GPSEphemeris.pi
    return [
      "A": orbit.squareRootOfSemiMajorAxis * orbit.squareRootOfSemiMajorAxis,
      "e": orbit.eccentricity, "i0": orbit.inclination * pi, "OMG0": orbit.ascendingNode * pi,
      "omg": orbit.argumentOfPerigee * pi, "M0": orbit.meanAnomaly * pi,
      "deln": orbit.meanMotionDifference * pi, "OMGd": orbit.ascensionRate * pi,
      "idot": orbit.inclinationRate * pi, "crc": orbit.crc, "crs": orbit.crs, "cuc": orbit.cuc,
      "cus": orbit.cus, "cic": orbit.cic, "cis": orbit.cis, "toes": orbit.referenceTime,
      "f0": orbit.af0, "f1": orbit.af1, "f2": orbit.af2, "iode": Double(orbit.iode),
      "iodc": Double(orbit.iodc), "sva": Double(orbit.accuracyIndex), "svh": Double(orbit.health),
      "code": Double(orbit.codesOnL2), "fit": orbit.hasLongFitInterval ? 4 : 2,
      "tgd": orbit.groupDelay,
    ]
  }

  static func orbitInRadians(_ orbit: GalileoFNAVEphemeris) -> [String: Double] {
    let pi = GPSEphemeris.pi
    return [
      "A": orbit.squareRootOfSemiMajorAxis * orbit.squareRootOfSemiMajorAxis,
      "e": orbit.eccentricity, "i0": orbit.inclination * pi, "OMG0": orbit.ascendingNode * pi,
      "omg": orbit.argumentOfPerigee * pi, "M0": orbit.meanAnomaly * pi,
      "deln": orbit.meanMotionDifference * pi, "OMGd": orbit.ascensionRate * pi,
      "idot": orbit.inclinationRate * pi, "crc": orbit.crc, "crs": orbit.crs, "cuc": orbit.cuc,
      "cus": orbit.cus, "cic": orbit.cic, "cis": orbit.cis, "toes": orbit.referenceTime,
      "f0": orbit.af0, "f1": orbit.af1, "f2": orbit.af2, "iode": Double(orbit.iodNav),
      "sva": Double(orbit.sisaIndex), "tgd": orbit.groupDelayE5a,
    ]
  }

  static func orbitInRadians(_ orbit: GPSEphemeris) -> [String: Double] {
    let pi = GPSEphemeris.pi
    return [
      "A": orbit.squareRootOfSemiMajorAxis * orbit.squareRootOfSemiMajorAxis,
      "e": orbit.eccentricity, "i0": orbit.inclination * pi, "OMG0": orbit.ascendingNode * pi,
      "omg": orbit.argumentOfPerigee * pi, "M0": orbit.meanAnomaly * pi,
      "deln": orbit.meanMotionDifference * pi, "OMGd": orbit.ascensionRate * pi,
      "idot": orbit.inclinationRate * pi, "crc": orbit.crc, "crs": orbit.crs, "cuc": orbit.cuc,
      "cus": orbit.cus, "cic": orbit.cic, "cis": orbit.cis, "toes": orbit.referenceTime,
      "f0": orbit.af0, "f1": orbit.af1, "f2": orbit.af2, "iode": Double(orbit.iode),
      "iodc": Double(orbit.iodc), "sva": Double(orbit.accuracyIndex), "svh": Double(orbit.health),
      "code": Double(orbit.codeOnL2), "flag": orbit.isL2PWithoutData ? 1 : 0,
      "tgd": orbit.groupDelay,
    ]
  }

  private func compare(_ cell: MSMCell, _ theirs: Line.Signal, at place: String) {
    #expect(abs((cell.pseudorange ?? 0) - theirs.P) < 1e-4, "pseudorange of \(place)")
    #expect(abs((cell.cnr ?? 0) - theirs.S) < 1e-4, "CNR of \(place)")
    guard let frequency = cell.carrierFrequency else { return }
    let perMetre = frequency / 299_792_458
    if theirs.L != 0 {
      #expect(abs((cell.phaserange ?? 0) * perMetre - theirs.L) < 1e-4, "phase of \(place)")
    }
    if theirs.D != 0 {
      #expect(abs(-(cell.phaserangeRate ?? 0) * perMetre - theirs.D) < 1e-3, "rate of \(place)")
    }
  }

  private func compare(_ cell: LegacyObservation, _ theirs: Line.Signal, at place: String) {
    #expect(abs((cell.pseudorange ?? 0) - theirs.P) < 1e-4, "pseudorange of \(place)")
    #expect((cell.cnr ?? 0) == theirs.S, "CNR of \(place)")
    guard let frequency = cell.carrierFrequency, theirs.L != 0 else { return }
    // RTKLIB takes the sender's leaps of 1500 cycles out again.
    let cycles = (cell.phaserange ?? 0) * frequency / 299_792_458 - theirs.L
    #expect(abs(cycles - (cycles / 1500).rounded() * 1500) < 1e-4, "phase of \(place)")
  }

  /// The satellite as RINEX writes it.
  private func rinexName(of cell: MSMCell) -> String {
    rinexName(cell.type.constellation, cell.satelliteID)
  }

  /// The satellite as RTKLIB writes it: SBAS by its PRN.
  private func rtklibName(of cell: LegacyObservation) -> String {
    cell.constellation == .sbas
      ? "\(Int(cell.satelliteID) + 119)" : rinexName(cell.constellation, cell.satelliteID)
  }

  private func rinexName(_ system: Constellation, _ satelliteID: UInt8) -> String {
    let number = system.rinexNumber(ofSatelliteID: satelliteID)
    return "\(system.rinexLetter)\(number < 10 ? "0" : "")\(number)"
  }
}
