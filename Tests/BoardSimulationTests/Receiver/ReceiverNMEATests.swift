import NMEA
import Foundation
@testable import BoardSimulation
import GNSSBasics
import RTCMParser
import SensorDrivers
import TestSupport
import Testing

@Suite("u-blox receiver model: NMEA")
struct ReceiverNMEATests {
  private static let place = GeodeticPosition(
    latitude: -33.856_8, longitude: -151.215_3, height: 80)
  private static let world = World(scenario: .standing, origin: place)

  /// Returns the angle in degrees from two fields, `ddmm.mmmmm` and a hemisphere.
  private func degrees(_ fields: ArraySlice<String>) -> Double? {
    guard let value = fields.first.flatMap(Double.init), let side = fields.last else { return nil }
    let whole = (value / 100).rounded(.towardZero)
    let angle = whole + (value - whole * 100) / 60
    return side == "S" || side == "W" ? -angle : angle
  }

  @Test("as delivered it sends RMC, VTG, GGA, GSA, GSV and GLL each second, all sound")
  func sendsDefaults() {
    let bench = ReceiverBench()
    let bytes = bench.run(until: .seconds(20))
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.allSatisfy { NMEAChecksum.isValid(Array($0.utf8).span) })
    #expect(lines.allSatisfy { $0.utf8.count <= 80 })
    let names = Set(sentences(in: bytes).map { $0[0] })
    #expect(
      names == [
        "GNRMC", "GNVTG", "GNGGA", "GNGSA", "GPGSV", "GLGSV", "GAGSV", "GBGSV", "GNGLL",
      ])
  }

  @Test("without a fix position fields are empty")
  func leavesFieldsEmpty() throws {
    let all = sentences(in: ReceiverBench().run(until: .seconds(2)))
    let gga = try #require(all.first { $0[0] == "GNGGA" })
    #expect(gga == ["GNGGA", "", "", "", "", "", "0", "00", "99.99", "", "", "", "", "", ""])
    let rmc = try #require(all.first { $0[0] == "GNRMC" })
    #expect(rmc == ["GNRMC", "", "V", "", "", "", "", "", "", "", "", "", "N", "V"])
  }

  @Test(
    "positions agree with the measured one in both hemispheres, to five or seven decimals",
    arguments: [(0, 2e-7), (1, 2e-9)])
  func tellsPosition(highPrecision: UInt64, tolerance: Double) throws {
    let bench = ReceiverBench(world: Self.world)
    #expect(
      bench.set([UBXConfigurationItem(UBXConfigurationKey(rawValue: 0x1093_0006), highPrecision)]))
    bench.run(until: .seconds(61))
    let all = sentences(in: bench.run(until: .milliseconds(62_500)))
    let gga = try #require(all.last { $0[0] == "GNGGA" })
    let measured = try #require(bench.receiver.measuredPosition)
    let latitude = try #require(degrees(gga[2...3]))
    let longitude = try #require(degrees(gga[4...5]))
    #expect(abs(latitude - measured.latitude) < tolerance)
    #expect(abs(longitude - measured.longitude) < tolerance)
    #expect(gga[1] == "112602.00")
    #expect(gga[6] == "1")
    #expect(try abs(#require(Double(gga[9])) + 47 - measured.height) < 0.06)
    let rmc = try #require(all.last { $0[0] == "GNRMC" })
    #expect(rmc[3...6] == gga[2...5])
    #expect(rmc[9] == "100620")
    #expect(rmc[12] == "A")
  }

  @Test("GGA tells 12 satellites at most, and GST comes when it is asked for, empty without a fix")
  func countsAndStatistics() throws {
    let bench = ReceiverBench()
    #expect(bench.set([UBXConfigurationItem(.outputNMEAGST, 1)]))
    let early = sentences(in: bench.run(until: .seconds(2)))
    let none = try #require(early.first { $0[0] == "GNGST" })
    #expect(none == ["GNGST"] + Array(repeating: "", count: 8))
    bench.run(until: .seconds(61))
    let all = sentences(in: bench.run(until: .milliseconds(62_500)))
    let solution = try #require(bench.receiver.solution)
    #expect(solution.satellitesUsed > 12)
    let gga = try #require(all.last { $0[0] == "GNGGA" })
    #expect(gga[7] == "12")
    let gst = try #require(all.last { $0[0] == "GNGST" })
    #expect(gst[1] == "112602.00" && gst.count == 9)
    let (up, north) = (try #require(Double(gst[8])), try #require(Double(gst[6])))
    #expect(abs(up - solution.verticalAccuracy) < 0.006)
    #expect(abs(north - solution.horizontalAccuracy / 2.0.squareRoot()) < 0.006)
  }

  @Test("satellites in view are numbered, and as many as announced")
  func tellsSatellites() throws {
    let bench = ReceiverBench()
    bench.run(until: .seconds(61))
    let all = sentences(in: bench.run(until: .milliseconds(61_900)))
    for (talker, signal) in [("GPGSV", "1"), ("GPGSV", "6"), ("GAGSV", "7"), ("GLGSV", "3")] {
      let lines = all.filter { $0[0] == talker && $0.last == signal }
      let inView = try #require(Int(lines[0][3]))
      #expect(lines.count == (inView + 3) / 4)
      #expect(lines.reduce(0) { $0 + ($1.count - 5) / 4 } == inView)
    }
  }

  @Test("sixteen satellites or more are used at any time of day, and their number changes")
  func countsSatellites() throws {
    var counts: Set<UInt8> = []
    for hour in 0..<24 {
      let bench = ReceiverBench(
        bootDate: ReceiverBench.bootDate.advanced(by: .seconds(hour * 3600)))
      bench.clock.advance(to: .seconds(70))
      let answer = bench.ask(.navPVT)
      counts.insert(try #require(answer.first?.navPVT).satelliteCount)
    }
    #expect(counts.allSatisfy { (16...60).contains($0) })
    #expect(counts.count > 2)
  }

  @Test("course and speed are those of the walk")
  func tellsMotion() throws {
    let world = World(scenario: .milanWalk)
    let bench = ReceiverBench(world: world)
    bench.run(until: .seconds(70))
    let pvt = try #require(bench.ask(.navPVT).first?.navPVT)
    let speed = Double(pvt.groundSpeedMillimetresPerSecond) / 1000
    #expect((speed - 1.4).magnitude < 0.3)
    let vtg = try #require(sentences(in: bench.run(until: .seconds(72))).last { $0[0] == "GNVTG" })
    #expect(try abs(#require(Double(vtg[7])) - 5.04) < 1)
  }

  @Test("who stands still has no course but the last one")
  func keepsCourse() throws {
    let bench = ReceiverBench()
    let courses = try (60..<70).map { second in
      bench.run(until: .seconds(second))
      return try #require(bench.ask(.navPVT).first?.navPVT).headingOfMotionE5
    }
    #expect(Set(courses) == [0])
  }

  @Test("float and fixed are told apart in GGA and RMC; in VTG and GLL both are differential")
  func tellsMode() throws {
    let file = SharedCaptures.packageRoot.appending(path: "captures/milan-base.rtcm3")
    let capture = try CaptureEpochs(bytes: [UInt8](Data(contentsOf: file)), epochs: 0..<60)
    let place = try #require(capture.station).moved(east: 0, north: 1000)
    let bench = ReceiverBench(world: World(scenario: .standing, origin: place))
    var bytes = bench.run(until: .seconds(60))
    for epoch in capture.epochs {
      _ = bench.receiver.write(epoch.bytes.span)
      bytes += bench.run(until: bench.clock.now + .seconds(1))
    }
    var modes: [String: Set<String>] = [:]
    var (rmc, vtg, gga) = ("", "", "")
    for fields in sentences(in: bytes) {
      switch fields[0] {
      case "GNRMC": rmc = fields[12]
      case "GNVTG": vtg = fields[9]
      case "GNGGA": gga = fields[6]
      case "GNGLL": modes[gga, default: []].insert(rmc + vtg + fields[7])
      default: break
      }
    }
    #expect(modes == ["0": ["NNN"], "1": ["AAA"], "2": ["DDD"], "5": ["FDD"], "4": ["RDD"]])
  }
}
