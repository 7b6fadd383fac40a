import Foundation
import GNSSBasics
import RINEX
import RTCMParser
import TestSupport
import Testing

@Suite("RINEX observation file of a receiver's maker, read")
struct MosaicReadingTests {
  @Test(
    "has every value of all 301 epochs, and no other", .compares(with: .captures),
    arguments: ["base", "rover"])
  func hasAll(name: String) throws {
    let text = try MosaicFile.text(name)
    let file = try RINEXObservations(reading: text)
    #expect(file.epochs.count == 301 && file.errorCount == 0)
    #expect(file.epochs.allSatisfy { $0.isComplete })
    let lines = text.split(separator: UInt8(ascii: "\n"))
    let header = RINEXFile(Array(lines.prefix(60).joined(separator: [UInt8(ascii: "\n")])))
    var (epoch, count, wrong) = (-1, 0, 0)
    for line in lines.drop(while: { $0.first != UInt8(ascii: ">") }) {
      guard line.first != UInt8(ascii: ">") else {
        epoch += 1
        continue
      }
      let satellite = String(decoding: line.prefix(3), as: UTF8.self)
      let types = try #require(header.types[String(satellite.prefix(1))])
      var values = Self.values(of: satellite, in: file.epochs[epoch])
      for (column, type) in types.enumerated() where type != "X1" {
        let text = String(decoding: line.dropFirst(3 + 16 * column).prefix(14), as: UTF8.self)
        guard let value = Double(text.trimmingCharacters(in: .whitespaces)) else { continue }
        count += 1
        if abs((values.removeValue(forKey: type) ?? 0) - value) > 1e-6 { wrong += 1 }
      }
      wrong += values.count
    }
    #expect(epoch == 300 && count > 150_000 && wrong == 0)
  }

  private static func values(of satellite: String, in epoch: ObservationEpoch) -> [String: Double] {
    var values: [String: Double] = [:]
    for observation in epoch.observations {
      guard let code = observation.code, observation.satellite.description == satellite else {
        continue
      }
      values["C\(code)"] = observation.pseudorange
      values["L\(code)"] = observation.phase
      values["D\(code)"] = observation.doppler
      values["S\(code)"] = observation.cnr
    }
    return values
  }

  @Test("has the values that RTKLIB reads", .compares(with: .captures, .pyrtklib))
  func agreesWithRTKLIB() throws {
    let text = try MosaicFile.beginning("rover", epochs: 20)
    let folder = try TemporaryFolder()
    _ = try folder.write(text, to: "rover.obs")
    let lines = try PythonPackage.pyrtklib.run(
      "rtklib_observations.py", [folder.url.appending(path: "rover.obs").path], in: folder.url
    ).split(separator: "\n")
    var read: [String: SignalObservation] = [:]
    for epoch in try RINEXObservations(reading: text).epochs {
      let time = epoch.time.nanoseconds / 1_000_000_000 + 315_964_800
      for observation in epoch.observations {
        let code = try #require(observation.code)
        read["\(time) \(observation.satellite) \(code)"] = observation
      }
    }
    #expect(lines.count > 1500)
    for line in lines {
      let words = line.split(separator: " ")
      let observation = try #require(
        read[words[0..<3].joined(separator: " ")], "\(line)")
      let ours = [
        observation.pseudorange, observation.phase, observation.doppler, observation.cnr,
      ].map { $0 ?? 0 }
      // RTKLIB keeps Dopplers in single precision.
      for (index, limit) in [1e-9, 1e-6, 1e-3, 1e-3].enumerated() {
        let theirs = try #require(Double(words[3 + index]))
        #expect(abs(ours[index] - theirs) <= limit, "\(line) \(ours)")
      }
    }
  }

  @Test("has the header's values", .compares(with: .captures))
  func header() throws {
    let header = try RINEXObservations(reading: MosaicFile.beginning("base", epochs: 1)).header
    #expect(header.version == 3.04 && header.constellation == nil)
    #expect(header.program == "sbf2rin-15.9.0" && header.station[.markerName] == "SEPT")
    #expect(header.station[.receiverType] == "SEPT MOSAIC-X5")
    #expect(header.station[.receiverVersion] == "4.14.4")
    #expect(
      header.station.position
        == ECEFPosition(x: -3_817_680.7270, y: 3_562_839.5216, z: 3_650_159.2407))
    #expect(header.station.antennaOffset == .init(height: 0))
    #expect(header.station.comments.count == 2)
    #expect(header.types(of: .gps).count == 17 && header.types(of: .gps)[0] == "X1")
    #expect(header.types(of: .glonass).suffix(1) == ["S2C"])
    #expect(header.interval == 1 && header.leapSeconds == 18)
    #expect(header.firstTime == GPSTime(week: 2320, secondsOfWeek: 116_400))
    #expect(header.lastTime == GPSTime(week: 2320, secondsOfWeek: 116_700))
    #expect(header.signalStrengthUnit == "DBHZ")
    #expect(
      header.glonassChannels == [
        1: 1, 2: -4, 3: 5, 11: 0, 12: -1, 13: -2, 17: 4, 18: -3, 24: 2,
      ])
    #expect(header.glonassBiases.count == 2)
    #expect(header.phaseShifts.count == 15 && header.phaseShifts.allSatisfy { $0.cycles == 0 })
  }

  @Test(
    "is the same in pieces of any length, and plain or compact",
    .compares(with: .captures, .rnx2crx), arguments: [1, 7, 4096])
  func pieces(length: Int) throws {
    let text = try MosaicFile.beginning("base", epochs: 3)
    let compact = try CompactFile.compressed(text)
    let whole = try RINEXObservations(reading: text)
    for bytes in [text, compact] {
      var reader = RINEXObservationReader()
      var epochs: [ObservationEpoch] = []
      var headers = 0
      let take = { (event: RINEXObservationReader.Event) in
        switch event {
        case .header: headers += 1
        case .epoch(let epoch, _): epochs.append(epoch)
        case .change: Issue.record("there is no event in the file")
        }
      }
      for start in stride(from: 0, to: bytes.count, by: length) {
        reader.consume(
          bytes.span.extracting(start..<min(start + length, bytes.count)), onEvent: take)
      }
      reader.finish(onEvent: take)
      #expect(headers == 1 && epochs == whole.epochs && reader.header == whole.header)
      #expect(reader.errorCount == 0 && reader.failure == nil)
    }
  }
}
