import Foundation
import GNSSBasics
import RINEX
import RTCMParser
import RTCMStreams
import TestSupport
import Testing

@Suite("RINEX observation file, read")
struct ObservationReadingTests {
  static let captures = [
    DatedCapture("gpsd__rtcm3-2.log", "2011-03-01T05:56:00Z"),
    DatedCapture("ky__RTK134_202102051543.rtcm3", "2021-02-05T15:43:00Z"),
    DatedCapture("ky__msm7_msg1137.rtcm3", "2021-06-03T14:57:00Z"),
    DatedCapture("qzsl6__20190529hiroshima.rtcm", "2019-05-29T04:00:00Z"),
    DatedCapture("rtklib__testglo.rtcm3", "2009-12-18T23:30:00Z"),
    DatedCapture("swift__20190120_1956_rover.023", "2019-01-20T20:00:00Z"),
    DatedCapture("swift__week-rollover-STR17.rtcm3", "2018-07-14T23:50:00Z"),
    DatedCapture("../rtk/mosaic-static/base.rtcm3", "2024-06-24T08:20:00Z"),
    DatedCapture("../rtk/synth-3km/base.rtcm3", "2024-06-24T08:20:00Z"),
  ]

  /// Checks a file's values against those that another parser finds in it.
  private static func check(_ text: [UInt8]) throws {
    let file = try RINEXObservations(reading: text)
    #expect(file.errorCount == 0, "\(file.firstErrors)")
    let read = ReadValues(file)
    let (expected, halfCycles) = ReadValues.expected(RINEXFile(text))
    #expect(read.values.count == expected.count)
    for (key, value) in expected {
      let difference = abs(try #require(read.values[key], "\(key)") - value)
      // A pseudorange or a strength is the very number; phases went through metres.
      #expect("CS".contains(key.dropFirst(32).prefix(1)) ? difference == 0 : difference < 1e-6)
    }
    #expect(read.halfCycles == halfCycles)
  }

  @Test(
    "has all values of the file that was written of a capture", .compares(with: .captures),
    arguments: captures, [RINEXFormat.v3_04, .v4_00])
  func readsOurs(capture: DatedCapture, version: RINEXFormat) throws {
    let texts = try RINEXTexts(of: capture.bytes(), near: capture.reference, version: version)
    try Self.check(texts.text.observations)
  }

  @Test(
    "has all values of the file that convbin wrote of a capture",
    .compares(with: .captures, .convbin), arguments: captures)
  func readsTheirs(capture: DatedCapture) throws {
    try Self.check(
      Convbin.observations(capture.bytes(), near: capture.reference, version: "3.04"))
  }

  @Test(
    "of version 2 has all pseudoranges, each phase once, and nothing else",
    .compares(with: .captures, .convbin), arguments: captures, [true, false])
  func readsVersion2(capture: DatedCapture, isOurs: Bool) throws {
    let text =
      isOurs
      ? try RINEXTexts(of: capture.bytes(), near: capture.reference, version: .v2_11).text
        .observations
      : try Convbin.observations(capture.bytes(), near: capture.reference, version: "2.11")
    // Version 2 lacks the channels of GLONASS, so that any will do to get from cycles to metres and back.
    let channels = Dictionary(uniqueKeysWithValues: (1...32).map { (UInt8($0), 0) })
    let file = try RINEXObservations(reading: text, glonassChannels: channels)
    #expect(file.errorCount == 0, "\(file.firstErrors)")
    // By time, satellite, kind and band: codes are those of version 3.
    var read: [String: [Double]] = [:]
    for (key, value) in ReadValues(file).values {
      read[String(key.dropLast()), default: []].append(value)
    }
    var count = 0
    for (key, value) in RINEX2Observations(text).values {
      // convbin writes QZSS of version 2.12, and types of bands that a system does not have.
      guard let values = read[Self.key(of: key)] else {
        #expect(!isOurs && !key.satellite.hasPrefix("G"), "\(key)")
        continue
      }
      #expect(values.contains { abs($0 - value) < 1e-6 }, "\(key) \(value) \(values)")
      count += 1
    }
    #expect(count == read.values.reduce(0) { $0 + $1.count })
  }

  /// Returns the key of a value of version 2 as the reader's values have it, without the attribute.
  private static func key(of key: RINEX2Observations.Key) -> String {
    let parts = key.time.dropFirst().dropLast().split(separator: ", ").compactMap { Double($0) }
    let numbers = parts.dropLast().map { Int64($0) } + [0]
    let date = CivilDate(
      year: Int(numbers[0]) + 2000, month: Int(numbers[1]), day: Int(numbers[2]))
    let days = Int64((date?.daysSince1970 ?? 0) - 3657)
    let start = (days * 86_400 + numbers[3] * 3600 + numbers[4] * 60) * 1_000_000_000
    let time = GPSTime(nanoseconds: start + Int64((parts[5] * 1e9).rounded()))
    let kind = key.type.hasPrefix("P") ? "C" : String(key.type.prefix(1))
    return "\(ReadValues.text(of: time)) \(key.satellite) \(kind)\(key.type.suffix(1))"
  }

  @Test(
    "gives back the epochs of a stream, to the last digit of the file",
    .compares(with: .captures), arguments: captures)
  func givesBack(capture: DatedCapture) throws {
    let messages = try capture.messages()
    let text = observationFile(of: messages, near: capture.reference).text
    let file = try RINEXObservations(reading: text)
    var sent: [String: SignalObservation] = [:]
    var assembler = EpochAssembler(near: capture.reference)
    let keep = { (epoch: ObservationEpoch) in
      for observation in epoch.observations {
        guard let code = observation.code else { continue }
        sent["\(epoch.time.nanoseconds) \(observation.satellite) \(code)"] = observation
      }
    }
    for message in messages { assembler.add(message, onEpoch: keep) }
    assembler.finish(onEpoch: keep)
    for epoch in file.epochs {
      for read in epoch.observations {
        let code = try #require(read.code)
        let key = "\(epoch.time.nanoseconds) \(read.satellite) \(code)"
        let original = try #require(sent[key], "\(key)")
        #expect(Self.areClose(read.pseudorange, original.pseudorange, 0.00051))
        #expect(Self.areClose(read.cnr, original.cnr, 0.00051))
        #expect(read.signalID == original.signalID || original.signalID == nil)
        // The channel may have come later in the stream than the observation.
        guard original.carrierFrequency == read.carrierFrequency else { continue }
        #expect(Self.areClose(read.phaserange, original.phaserange, 0.00051 * 0.3))
        #expect(Self.areClose(read.phaserangeRate, original.phaserangeRate, 0.00051 * 0.3))
      }
    }
    #expect(file.epochs.contains { !$0.observations.isEmpty })
  }

  private static func areClose(_ a: Double?, _ b: Double?, _ limit: Double) -> Bool {
    guard let a, let b else { return a == b || b == 0 }
    return abs(a - b) < limit
  }
}
