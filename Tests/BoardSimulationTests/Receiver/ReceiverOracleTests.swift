import Foundation
import GNSSBasics
import SensorDrivers
import TestSupport
import Testing

@testable import BoardSimulation

@Suite("u-blox receiver model: read by pyubx2")
struct ReceiverOracleTests {
  /// Returns the fields in a line of the oracle's output.
  private static func fields(_ line: String) -> [String: String] {
    Dictionary(
      line.split(separator: " ").dropFirst().compactMap { word in
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }, uniquingKeysWith: { $1 })
  }

  private static let outputs: [UBXConfigurationKey] = [
    .outputNavPVT, .outputNavHPPosLLH, .outputNavRelPosNED, .outputNavSTATUS, .outputNavDOP,
    .outputNavSAT, .outputNavTIMEUTC, .outputNavCOV, .outputMonCOMMS, .outputNMEAGST,
    .outputNavPOSLLH, .outputNavPOSECEF, .outputNavHPPosECEF, .outputNavVELNED, .outputNavVELECEF,
    .outputNavTIMEGPS, .outputNavTIMELS, .outputNavEOE, .outputMonRF,
    UBXConfigurationKey(rawValue: 0x2091_00D8), UBXConfigurationKey(rawValue: 0x2091_00DD),
  ]

  @Test("all that it sends and answers is sound, with a fix and without", .compares(with: .drivers))
  func parses() throws {
    let folder = try TemporaryFolder()
    let bench = ReceiverBench(world: World(scenario: .milanWalk), seed: 7)
    #expect(bench.set(Self.outputs.map { UBXConfigurationItem($0, 1) }))
    var stream = bench.run(until: .seconds(3))
    bench.run(until: .seconds(60))
    stream += bench.run(until: .milliseconds(61_500))
    for id in [UBXMessageID.monVER, .monCOMMS, .secUNIQID, .navSTATUS, .cfgRATE] {
      stream += bench.ask(id).flatMap { $0.encode() }
    }
    let all: [UInt8] = [0xFF, 0xFF, 0xFF, 0x0F]
    stream += bench.ask(.cfgVALGET, [0, 0, 0, 0] + all).flatMap { $0.encode() }
    let lines = try ForeignDrivers.messages(in: stream, scratch: folder.url)
    let names = Set(lines.map { String($0.prefix { $0 != " " }) })
    #expect(
      names.isSuperset(of: [
        "NAV-PVT", "NAV-HPPOSLLH", "NAV-RELPOSNED", "NAV-STATUS", "NAV-DOP", "NAV-SAT",
        "NAV-TIMEUTC", "NAV-COV", "NAV-POSLLH", "NAV-POSECEF", "NAV-HPPOSECEF", "NAV-VELNED",
        "NAV-VELECEF", "NAV-TIMEGPS", "NAV-TIMELS", "NAV-EOE", "MON-RF", "GNZDA", "GNGBS",
        "MON-COMMS", "MON-VER", "SEC-UNIQID", "CFG-RATE", "CFG-VALGET",
        "ACK-ACK", "GNGST", "GNGGA", "GNRMC", "GNGSA", "GPGSV", "GAGSV", "GNVTG", "GNGLL",
      ]), "\(names)")
  }

  @Test("a poll of what was measured gives what is sent at a rate")
  func pollsMeasurements() {
    let (telling, silent) = (ReceiverBench(seed: 7), ReceiverBench(seed: 7))
    #expect(telling.set([UBXConfigurationItem(.outputRxmRAWX, 1)]))
    for bench in [telling, silent] { bench.run(until: .milliseconds(60_500)) }
    // The response is compared as bytes, because the message is longer than the scanner accepts.
    func poll(_ bench: ReceiverBench) -> [UInt8] {
      _ = bench.readAll()
      _ = bench.transfer(UBXFrame(.rxmRAWX, payload: []).encode())
      return bench.readAll()
    }
    let (told, polled) = (poll(telling), poll(silent))
    #expect(told.count > 300 && told.starts(with: [0xB5, 0x62, 0x02, 0x15]))
    #expect(told == polled)
  }

  @Test(
    "so is what it has measured: satellites, signals, ranges and words", .compares(with: .drivers))
  func parsesMeasurements() throws {
    let folder = try TemporaryFolder()
    let bench = ReceiverBench(seed: 7)
    let keys: [UBXConfigurationKey] = [
      .outputNavSAT, .outputNavSIG, .outputRxmRAWX, .outputRxmSFRBX,
    ]
    #expect(
      bench.set(
        [UBXConfigurationItem(.i2cOutputNMEA, 0)] + keys.map { UBXConfigurationItem($0, 1) }))
    bench.run(until: .seconds(60))
    let stream = bench.run(until: .milliseconds(70_500))
    let lines = try ForeignDrivers.messages(in: stream, scratch: folder.url)
    func messages(_ name: String) -> [[String: String]] {
      lines.filter { $0.hasPrefix(name + " ") }.map(Self.fields)
    }
    let (satellites, signals) = (messages("NAV-SAT"), messages("NAV-SIG"))
    let (raw, words) = (messages("RXM-RAWX"), messages("RXM-SFRBX"))
    #expect((9...11).contains(raw.count) && raw.count == signals.count)
    #expect(words.count > 40, "\(words.count)")
    #expect(Set(words.compactMap { $0["gnssId"] }).count >= 4)
    for (raw, (signals, satellites)) in zip(raw, zip(signals, satellites)) {
      #expect(raw["numMeas"] == signals["numSigs"])
      let pseudorange = try #require(raw["prMes_01"].flatMap(Double.init))
      #expect(pseudorange > 1.9e7 && pseudorange < 4.3e7)
      let strong = satellites.filter { $0.key.hasPrefix("cno_") && $0.value != "0" }.count
      let svs = raw.filter { $0.key.hasPrefix("svId_") }.map { key, svID in
        (raw["gnssId" + key.dropFirst(4)] ?? "") + " " + svID
      }
      #expect(Set(svs).count == strong)
    }
  }

  @Test(
    "positions, velocities and times of the older messages are those of NAV-PVT",
    .compares(with: .drivers))
  func agreesWithOlder() throws {
    let folder = try TemporaryFolder()
    let bench = ReceiverBench(world: World(scenario: .milanWalk), seed: 7)
    bench.run(until: .seconds(60))
    #expect(bench.set([UBXConfigurationItem(.interferenceMonitor, 1)]))
    let ids: [UBXMessageID] = [
      .navPVT, .navPOSLLH, .navVELNED, .navPOSECEF, .navHPPosECEF, .navVELECEF, .navTIMEGPS,
      .navTIMELS, .navEOE, .monRF, .navTIMEUTC,
    ]
    let stream = ids.flatMap { id in bench.ask(id).flatMap { $0.encode() } }
    let lines = try ForeignDrivers.messages(in: stream, scratch: folder.url)
    try #require(lines.count == ids.count)
    let values = Dictionary(
      uniqueKeysWithValues: lines.map { (String($0.prefix { $0 != " " }), Self.fields($0)) })
    func number(_ message: String, _ field: String) throws -> Double {
      try #require(values[message]?[field].flatMap(Double.init), "\(message) \(field)")
    }
    for field in ["lat", "lon", "height", "hMSL", "hAcc", "vAcc"] {
      #expect(try number("NAV-POSLLH", field) == number("NAV-PVT", field), "\(field)")
    }
    for field in ["velN", "velE", "velD", "gSpeed"] {
      let difference = try number("NAV-VELNED", field) * 10 - number("NAV-PVT", field)
      #expect(difference.magnitude <= 6, "\(field)")
    }
    let solution = try #require(bench.receiver.solution)
    let place = ECEFPosition(solution.position)
    for (axis, value) in [("X", place.x), ("Y", place.y), ("Z", place.z)] {
      #expect(try (number("NAV-POSECEF", "ecef" + axis) / 100 - value).magnitude < 0.0051)
      let fine = try number("NAV-HPPOSECEF", "ecef" + axis)
      #expect((fine / 100 - value).magnitude < 0.0101)
    }
    let speed = try ["VX", "VY", "VZ"].map { try number("NAV-VELECEF", "ecef" + $0) }
    let length = (speed[0] * speed[0] + speed[1] * speed[1] + speed[2] * speed[2]).squareRoot()
    #expect(try (length - number("NAV-VELNED", "speed")).magnitude < 3)
    #expect(try number("NAV-TIMEGPS", "week") == Double(solution.time.week))
    #expect(try number("NAV-TIMEGPS", "leapS") == 18 && number("NAV-TIMELS", "currLs") == 18)
    #expect(try number("MON-RF", "nBlocks") == 2 && number("MON-RF", "jammingState_01") == 1)
  }

  @Test("it reads the values that the messages are made of", .compares(with: .drivers))
  func agrees() throws {
    let folder = try TemporaryFolder()
    let bench = ReceiverBench(seed: 7)
    bench.run(until: .seconds(60))
    let ids: [UBXMessageID] = [
      .navPVT, .navSTATUS, .navDOP, .navSAT, .navTIMEUTC, .navCOV, .monCOMMS, .secUNIQID,
    ]
    let stream = ids.flatMap { id in bench.ask(id).flatMap { $0.encode() } }
    let lines = try ForeignDrivers.messages(in: stream, scratch: folder.url)
    try #require(lines.count == ids.count)
    let values = lines.map(Self.fields)
    let solution = try #require(bench.receiver.solution)
    #expect(values[1]["gpsFix"] == "3" && values[1]["gpsFixOk"] == "1")
    #expect(values[1]["towSet"] == "1" && values[1]["diffSoln"] == "0")
    let toFix = try #require(solution.timeToFirstFix)
    #expect(values[1]["ttff"] == "\(Int(toFix / .milliseconds(1)))")
    #expect(values[1]["msss"] == "\(Int(solution.sinceStart / .milliseconds(1)))")
    let dilution = try #require(values[2]["pDOP"].flatMap(Double.init))
    #expect(abs(dilution - solution.dilution.position) < 0.006)
    #expect(values[3]["numSvs"] == "\(solution.sky.satellites.count)")
    let first = try #require(solution.sky.satellites.first)
    #expect(
      values[3]["svId_01"] == "\(first.id.number)" && values[3]["gnssId_01"]?.isEmpty == false)
    #expect(values[3]["cno_01"] == "\(first.signals.first?.shownCarrierToNoise ?? -1)")
    let used = values[3].filter { $0.key.hasPrefix("svUsed_") && $0.value == "1" }
    #expect(used.count == solution.satellitesUsed)
    #expect(values[4]["year"] == "2020" && values[4]["validUTC"] == "1")
    #expect(values[4]["sec"] == values[0]["second"])
    let variance = try #require(values[5]["posCovDD"].flatMap(Double.init))
    #expect(abs(variance.squareRoot() - solution.verticalAccuracy) < 0.001)
    #expect(values[6]["nPorts"] == "1" && values[6]["overrunErrs_01"] == "0")
    #expect(values[7]["version"] == "1")
  }

  @Test("the chip's number is the seed's")
  func uniqueID() {
    func number(_ seed: UInt64) -> [UInt8]? {
      ReceiverBench(seed: seed).ask(.secUNIQID).first?.payload
    }
    #expect(number(1) == number(1) && number(1) != number(2))
    #expect(number(1)?.count == 9)
  }
}
