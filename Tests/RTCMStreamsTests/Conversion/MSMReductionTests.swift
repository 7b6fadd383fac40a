import Foundation
import TestSupport
import Testing

@testable import RTCMStreams

@Suite("Reducing MSMs")
struct MSMReductionTests {
  /// Returns an MSM7 with one GPS cell.
  private func message(_ signal: MSMSignal) throws -> MSMMessage {
    let epoch = MSMEpoch(constellation: .gps, milliseconds: 0)
    let satellite = MSMSatellite(
      id: 5, roughRangeMilliseconds: 70, extendedInformation: 3, roughRangeModulo: 512,
      roughPhaserangeRate: -100)
    return try MSMMessage(
      header: MSMHeader(type: MSMType(.gps, kind: 7), stationID: 1, epoch: epoch),
      satellites: [satellite], signals: [signal])
  }

  @Test(
    "a fine range is rounded to the nearest step, half away from zero, and never to not available",
    arguments: [
      (0, 0), (15, 0), (16, 1), (-15, 0), (-16, -1), (47, 1), (48, 2), (-48, -2),
      (524_287, 16_383), (-524_287, -16_383), (nil, nil),
    ] as [(Int32?, Int32?)])
  func finePseudorange(fine: Int32?, expected: Int32?) throws {
    let signal = MSMSignal(satelliteID: 5, signalID: 2, finePseudorange: fine, finePhaserange: fine)
    let reduced = try #require(try message(signal).reduced(toKind: 4))
    #expect(reduced.signals[0].finePseudorange == expected)
    let encoded = try decoded(try reduced.encode())
    #expect(encoded == .msm(reduced))
  }

  @Test(
    "so is a fine phaserange",
    arguments: [(1, 0), (2, 1), (-2, -1), (8_388_607, 2_097_151), (-8_388_607, -2_097_151)]
      as [(Int32, Int32)])
  func finePhaserange(fine: Int32, expected: Int32) throws {
    let signal = MSMSignal(satelliteID: 5, signalID: 2, finePhaserange: fine)
    #expect(try message(signal).reduced(toKind: 5)?.signals[0].finePhaserange == expected)
  }

  @Test(
    "a CNR is rounded to whole dB-Hz and stays available",
    arguments: [(1, 1), (7, 1), (24, 2), (23, 1), (700, 44), (1023, 63), (nil, nil)]
      as [(UInt16?, UInt16?)])
  func cnr(fine: UInt16?, expected: UInt16?) throws {
    let signal = MSMSignal(satelliteID: 5, signalID: 2, cnr: fine)
    #expect(try message(signal).reduced(toKind: 5)?.signals[0].cnr == expected)
  }

  @Test("no lock time comes out longer than it was, and the order of lock times stays")
  func lockTimes() throws {
    var last: UInt16 = 0
    for indicator in UInt16(0)...704 {
      let signal = MSMSignal(satelliteID: 5, signalID: 2, lockTimeIndicator: indicator)
      let cell = try #require(try message(signal).cells.first?.minimumLockTimeMilliseconds)
      let reduced = try #require(try message(signal).reduced(toKind: 4))
      let time = try #require(reduced.cells.first?.minimumLockTimeMilliseconds)
      #expect(time <= cell && (cell < 32 || time * 2 > cell || time == 524_288))
      #expect(reduced.signals[0].lockTimeIndicator >= last)
      last = reduced.signals[0].lockTimeIndicator
    }
    #expect(last == 15)
  }

  @Test("MSM4 has no rates and no extended information, MSM5 keeps them")
  func rates() throws {
    let signal = MSMSignal(
      satelliteID: 5, signalID: 2, hasHalfCycleAmbiguity: true, finePhaserangeRate: 77)
    let original = try message(signal)
    let four = try #require(original.reduced(toKind: 4))
    #expect(four.header.messageType == 1074)
    #expect(four.signals[0].finePhaserangeRate == nil)
    #expect(four.signals[0].hasHalfCycleAmbiguity)
    #expect(four.satellites[0].roughPhaserangeRate == nil)
    #expect(four.satellites[0].extendedInformation == 0)
    let five = try #require(original.reduced(toKind: 5))
    #expect(five.header.messageType == 1075)
    #expect(five.satellites == original.satellites)
    #expect(five.signals[0].finePhaserangeRate == 77)
    #expect(five.reduced(toKind: 4) == four)
  }

  @Test(
    "only a kind that has all the other's fields is reduced",
    arguments: [(1, 4), (3, 4), (4, 4), (4, 5), (5, 5), (6, 5), (7, 6), (7, 7), (7, 3)]
      as [(UInt8, UInt8)])
  func refuses(from: UInt8, to: UInt8) throws {
    #expect(!MSMType(.gps, kind: from).canBeReduced(toKind: to))
  }

  // MARK: Against another decoder

  static let captures = [
    "swift__week-rollover-STR17.rtcm3", "pyrtcm__pygpsdata-NTRIP-USCL00CHL0.log",
  ]

  @Test(
    "ranges are within half a coarser step of what pyrtcm reads from the input",
    .compares(with: .captures), arguments: captures, [4, 5] as [UInt8])
  func agreesWithPyrtcm(name: String, kind: UInt8) throws {
    let bytes = try SharedCaptures.bytes(of: name)
    let lines = try SharedCaptures.bytes(of: name + ".pyrtcm.jsonl").split(separator: 0x0A)
    var compared = 0
    for line in lines.prefix(40) {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      guard let values = object["attrs"] as? [String: Any], values["DF405_01"] != nil,
        (values["DF002"] as? Int).map({ $0 % 10 == 7 }) ?? false,
        let offset = object["off"] as? Int, let length = object["len"] as? Int
      else { continue }
      var rules = ConversionRules()
      rules.msmKind = kind
      let frame = Array(bytes[offset..<(offset + length + 6)])
      let output = try #require(try msms(of: converted(frame, by: rules).output).first)
      #expect(output.header.kind == kind)
      compare(output, PyrtcmMSM7(values), at: "\(offset)")
      compared += output.signals.count
    }
    #expect(compared > 50)
  }

  private func compare(_ message: MSMMessage, _ theirs: PyrtcmMSM7, at place: String) {
    #expect(message.cells.count == theirs.cells.count, "at \(place)")
    for (cell, their) in zip(message.cells, theirs.cells) {
      check(cell.pseudorange, their.pseudorange, halfStep: 0x1p-25, "pseudorange at \(place)")
      check(cell.phaserange, their.phaserange, halfStep: 0x1p-30, "phaserange at \(place)")
      #expect((cell.cnr == nil) == (their.cnr == 0))
      if let cnr = cell.cnr, their.cnr >= 0.5 { #expect(abs(cnr - their.cnr) <= 0.5) }
      #expect(cell.hasHalfCycleAmbiguity == their.hasHalfCycleAmbiguity)
      if message.header.kind == 5, let rate = cell.phaserangeRate {
        #expect(abs(rate - their.phaserangeRate) < 1e-9)
      }
    }
  }

  /// Compares the message's value in metres with pyrtcm's value in milliseconds.
  private func check(_ metres: Double?, _ theirs: Double?, halfStep: Double, _ what: String) {
    #expect((metres == nil) == (theirs == nil), "\(what)")
    guard let metres, let theirs else { return }
    let difference = abs(metres / 299_792.458 - theirs)
    #expect(difference <= halfStep + 1e-13, "\(what)")
  }
}

/// An MSM7 as pyrtcm reads it, with `nil` for "not available".
private struct PyrtcmMSM7 {
  struct Cell {
    /// The pseudorange, milliseconds.
    var pseudorange: Double?
    /// The phaserange, milliseconds.
    var phaserange: Double?
    /// The phaserange rate, metres per second.
    var phaserangeRate: Double
    var cnr: Double
    var hasHalfCycleAmbiguity: Bool
  }

  var cells: [Cell] = []

  init(_ values: [String: Any]) {
    func text(_ key: String, _ index: Int) -> String? {
      values[key + (index < 10 ? "_0\(index)" : "_\(index)")] as? String
    }
    func number(_ key: String, _ index: Int) -> Double {
      (values[key + (index < 10 ? "_0\(index)" : "_\(index)")] as? NSNumber)?.doubleValue ?? .nan
    }
    let satellites = (1...64).prefix { text("PRN", $0) != nil }
    for index in (1...64).prefix(while: { text("CELLPRN", $0) != nil }) {
      let satellite = satellites.first { text("PRN", $0) == text("CELLPRN", index) } ?? 0
      let whole = number("DF397", satellite)
      let rough = whole == 255 ? nil : whole + number("DF398", satellite)
      let (code, phase) = (number("DF405", index), number("DF406", index))
      cells.append(
        Cell(
          pseudorange: code == -0x1p-10 ? nil : rough.map { $0 + code },
          phaserange: phase == -0x1p-8 ? nil : rough.map { $0 + phase },
          phaserangeRate: number("DF399", satellite) + number("DF404", index),
          cnr: number("DF408", index), hasHalfCycleAmbiguity: number("DF420", index) == 1))
    }
  }
}
