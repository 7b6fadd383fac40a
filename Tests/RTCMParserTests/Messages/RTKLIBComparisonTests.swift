import Foundation
import RTCMParser
import TestSupport
import Testing

/// Observations in metres and cycles against what RTKLIB assembles.
@Suite("Values against RTKLIB", .enabled(if: SharedCaptures.exist))
struct RTKLIBComparisonTests {
  static let suffix = ".rtklib.jsonl"

  struct Line: Decodable {
    let kind: String
    let end: Int
    // Observations.
    let week: Int?
    let timeOfWeek: Double?
    let satellites: [Satellite]?
    // Everything, but objects, by name.
    let numbers: [String: [Double]]
    let texts: [String: String]

    struct Satellite: Decodable {
      let id: String
      let sig: [Signal]
    }

    struct Signal: Decodable {
      let c: String
      let P, L, D, S: Double
    }

    enum CodingKeys: String, CodingKey {
      case kind
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
      let all = try decoder.singleValueContainer().decode([String: Value].self)
      numbers = all.compactMapValues(\.numbers)
      texts = all.compactMapValues(\.text)
    }
  }

  /// A number or several, or a text, or something else that is passed over.
  struct Value: Decodable {
    let numbers: [Double]?
    let text: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let number = try? container.decode(Double.self)
      numbers = number.map { [$0] } ?? (try? container.decode([Double].self))
      text = try? container.decode(String.self)
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
