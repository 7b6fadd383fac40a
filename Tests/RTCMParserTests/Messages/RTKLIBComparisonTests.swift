import Foundation
import RTCMParser
import TestSupport
import Testing

/// Orbits against what RTKLIB reads.
@Suite("Orbits against RTKLIB", .enabled(if: SharedCaptures.exist))
struct RTKLIBComparisonTests {
  static let suffix = ".rtklib.jsonl"

  struct Line: Decodable {
    let kind: String
    let end: Int
    // Observations.
    let week: Int?
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
      case week = "gps_week"
      case timeOfWeek = "tow"
      case satellites = "sat"
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      kind = try members.decode(String.self, forKey: .kind)
      end = try members.decode(Int.self, forKey: .end)
      week = try members.decodeIfPresent(Int.self, forKey: .week)
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
}
