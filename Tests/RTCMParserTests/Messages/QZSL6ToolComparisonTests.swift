import Foundation
import RTCMParser
import TestSupport
import Testing

/// Comparison with qzsl6tool's output for a stream with messages 1002, 1006, 1019 and MSM7.
@Suite("Values against qzsl6tool", .compares(with: .captures))
struct QZSL6ToolComparisonTests {
  static let name = "qzsl6__20190529hiroshima.rtcm"

  @Test("values are those that it prints")
  func agrees() throws {
    let text = String(
      decoding: try SharedCaptures.bytes(of: Self.name + ".expect.txt"), as: UTF8.self)
    let blocks = text.components(separatedBy: "RTCM ").dropFirst()
    let captured = frames(of: try SharedCaptures.bytes(of: Self.name))
    try #require(blocks.count == captured.count && blocks.count == 191)
    for (block, frame) in zip(blocks, captured) {
      let lines = block.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      let message = try decoded(frame.payload)
      #expect(lines[0][0] == "\(message.type)")
      switch message {
      case .legacyObservations(let message): try compare(message, lines)
      case .antennaReferencePointAndHeight(let message): try compare(message, lines[0])
      case .gpsEphemeris(let message): try compare(message, lines[0])
      case .msm(let message): try compare(message, lines)
      default: Issue.record("\(message.type) is not expected")
      }
    }
  }

  /// Compares lines such as `TOW=272294991 df-smooth=off interval=0`, a heading, then rows such as `G09 C/A
  /// 215388.000 215397.0465 127 21884849.4340 42.00`.
  ///
  /// qzsl6tool reads DF012 with the opposite sign to RTKLIB, pyrtcm and gpsd.
  private func compare(_ message: LegacyObservations, _ lines: [[String]]) throws {
    let smoothing = message.hasDivergenceFreeSmoothing ? "on" : "off"
    #expect(
      lines[1] == [
        "TOW=\(message.epoch.milliseconds)", "df-smooth=\(smoothing)",
        "interval=\(message.smoothingInterval)",
      ])
    try #require(lines.count == 3 + message.satellites.count)
    for (satellite, row) in zip(message.satellites, lines.dropFirst(3)) {
      let l1 = satellite.l1
      let pseudorange = Double(try #require(l1.pseudorange)) / 50
      let difference = Double(try #require(l1.phaserangeDifference)) / 2000
      let theirs = try row.dropFirst(2).map { try #require(Double($0)) }
      let ours = [
        pseudorange, pseudorange - difference, Double(l1.lockTimeIndicator),
        Double(l1.ambiguity) * 299_792.458, Double(l1.cnr ?? 0) / 4,
      ]
      #expect(row[0] == Self.name(of: satellite.id, "G"))
      #expect(row[1] == (l1.codeIndicator == 0 ? "C/A" : "P"))
      #expect(zip(ours, theirs).allSatisfy { abs($0 - $1) < 1e-6 }, "\(row)")
      #expect(ours.count == theirs.count)
    }
  }

  /// Compares a line such as `1006 Position 34.4401045 132.4147837 232.728`.
  private func compare(_ message: AntennaReferencePointAndHeight, _ words: [String]) throws {
    let theirs = try words.dropFirst(2).map { try #require(Double($0)) }
    let position = GeodeticPosition(message.position)
    #expect(abs(position.latitude - theirs[0]) < 6e-8)
    #expect(abs(position.longitude - theirs[1]) < 6e-8)
    #expect(abs(position.height - theirs[2]) < 6e-4)
  }

  /// Compares a line such as `1019 G NAV G26 WN=7 IODE=103 IODC=103 L2P`.
  private func compare(_ message: GPSEphemeris, _ words: [String]) throws {
    #expect(
      words.dropFirst(3).prefix(4) == [
        Self.name(of: message.satelliteID, "G"), "WN=\(message.week)", "IODE=\(message.iode)",
        "IODC=\(message.iodc)",
      ])
  }

  /// Compares lines such as `1117 J MSM7 J02 J03`, a heading, then rows such as `J02 L1 C/A 34790535.055 …`.
  ///
  /// qzsl6tool reads an MSM cell by cell instead of field by field, so only the first pseudorange is right.
  private func compare(_ message: MSMMessage, _ lines: [[String]]) throws {
    let letter = message.header.constellation.rinexLetter
    #expect(
      Array(lines[0].dropFirst(3)) == message.satellites.map { Self.name(of: $0.id, letter) })
    let (cell, row) = (try #require(message.cells.first), lines[2])
    let ours = try #require(cell.pseudorange)
    #expect(abs(ours - (try #require(Double(row[3])))) < 6e-4)
    #expect(row[0] == Self.name(of: cell.satelliteID, letter))
  }

  private static func name(of id: UInt8, _ letter: Character) -> String {
    "\(letter)\(id < 10 ? "0" : "")\(id)"
  }
}
