import Foundation
import GNSSBasics
import Positioning
import RTCMParser
import RTCMStreams
import TestSupport
import Testing

@testable import BoardSimCLI

/// The base's messages 1006 are encoded anew; its observations and the rover's are those of real receivers.
@Suite("The base's position in boardsim gnss solve", .compares(with: .captures))
struct GNSSSolveBaseTests {
  private let folder: TemporaryFolder
  private let rover: String
  private let frames: [ScanResult.Frame]
  private static let truth = GeodeticPosition(
    latitude: 35.13469901, longitude: 136.97757549, height: 104.8626)

  init() throws {
    let rover = try SharedCaptures.file("rtk/mosaic-static/rover.rtcm3").path
    let base = try Data(contentsOf: try SharedCaptures.file("rtk/mosaic-static/base.rtcm3"))
    let folder = try TemporaryFolder()
    (self.folder, self.rover) = (folder, rover)
    frames = TestSupport.frames(of: [UInt8](base))
  }

  /// Returns the base's stream with each message 1006 replaced; the closure has its number from 0.
  private func base(
    _ replacements: (Int, AntennaReferencePoint) throws -> [AntennaReferencePoint]
  ) throws -> [UInt8] {
    var (bytes, number) = ([UInt8](), 0)
    for frame in frames {
      guard frame.type == 1006, let point = try decoded(frame.payload).referencePoint else {
        bytes += frame.bytes
        continue
      }
      for replacement in try replacements(number, point) {
        let frame = try replacement.frame()
        bytes += frame
      }
      number += 1
    }
    #expect(number == 31)
    return bytes
  }

  private func solve(_ base: [UInt8]) async throws -> BoardSimProcess.Outcome {
    let path = try folder.write(base, to: "base.rtcm3")
    return await boardsimHere([
      "gnss", "solve", "--systems", "G,E", "--rover", rover, "--base", path, "-q", "-o",
      folder.path("rtk.pos"),
    ])
  }

  /// The distance of each fixed position from the truth, metres.
  private func errors() throws -> [Double] {
    let bytes = try folder.bytes(of: "rtk.pos")
    let file = PositionFile(reading: bytes.span)
    let truth = ECEFPosition(Self.truth)
    #expect(file.records.allSatisfy { $0.quality == .fixed })
    return file.records.map { ECEFPosition($0.position).distance(to: truth) }
  }

  @Test("each epoch of the base goes with the position told last before it")
  func moves() async throws {
    // As if the base's coordinates were corrected by 1.5 m; the rover's follow.
    let bytes = try base { number, point in
      var point = point
      if number >= 20 { point.position.z += 1.5 }
      return [point]
    }
    let outcome = try await solve(bytes)
    #expect(outcome.status == 0)
    let note = outcome.errorLines.filter { $0.contains("the base moved") }
    #expect(note.count == 1)
    #expect(
      note.first?.hasSuffix("the base moved 1.5 m after 2024-06-24T08:23:01.000Z") == true,
      "\(note)")
    let errors = try errors()
    #expect(errors.count == 301)
    #expect(errors[..<200].allSatisfy { $0 < 0.03 })
    #expect(errors[201...].allSatisfy { ($0 - 1.5).magnitude < 0.03 })
  }

  @Test("the first position holds for the epochs before it, and the rest say nothing")
  func first() async throws {
    let bytes = try base { number, point in number == 15 ? [point] : [] }
    let outcome = try await solve(bytes)
    #expect(outcome.text == "301 epochs: 301 fixed (100 %)\nfirst fixed after 0 s\n")
    #expect(outcome.errorLines.isEmpty)
    #expect(try errors().allSatisfy { $0 < 0.03 })
  }

  @Test("another station's position and one off the Earth are left out, and told once")
  func leavesOut() async throws {
    let bytes = try base { _, point in
      var (other, unset) = (point, point)
      other.stationID += 1
      other.position.x += 20_000
      unset.position = ECEFPosition(x: 0, y: 0, z: 0)
      return [point, other, unset]
    }
    let outcome = try await solve(bytes)
    #expect(outcome.text == "301 epochs: 301 fixed (100 %)\nfirst fixed after 0 s\n")
    let told = outcome.errorLines.map { line in String(line.drop { $0 != ":" }) }
    let omissions: [String] = [
      ": left out the positions of station 2; the observations are of station 1",
      ": left out 31 positions that are not on Earth, at first x, y, z = 0, 0, 0 m; "
        + "is the base's position set?",
    ]
    #expect(told == omissions)
    #expect(try errors().allSatisfy { $0 < 0.03 })
  }

  @Test("a file with positions of other stations only does not tell where the base is")
  func strangers() async throws {
    let bytes = try base { _, point in
      var other = point
      other.stationID = 7
      return [other]
    }
    let outcome = try await solve(bytes)
    #expect(outcome.status == 1)
    let lines = outcome.errorLines
    #expect(lines.contains { $0.contains("left out the positions of station 7;") }, "\(lines)")
    #expect(lines.last?.contains("does not tell where the base is; give --base-position") == true)
  }

  @Test("epochs of a station without a position are left out")
  func unplaced() async throws {
    var (bytes, count) = ([UInt8](), 0)
    for frame in frames {
      // From the middle on all messages but the position are another station's.
      if frame.type == 1077 { count += 1 }
      let isOther = count > 150 && frame.type != 1006 && stationID(of: frame.payload) != nil
      var payload = frame.payload
      // DF003, in bits 12 to 23.
      if isOther { payload[2] += 1 }
      let renamed = try framed(payload)
      bytes += renamed
    }
    let outcome = try await solve(bytes)
    let lines = outcome.errorLines.map { $0.drop { $0 != ":" } }
    #expect(
      lines == [
        ": left out 151 epochs of station 2, whose position no message tells"
      ])
  }

  @Test("in a receiver's log a position holds from its frame on", arguments: [777, 65_536])
  func log(length: Int) throws {
    let name = "captures/jdesbonnet__pairA_base-20181004-1236.ubx"
    let log = [UInt8](try Data(contentsOf: try SharedCaptures.file(name)))
    let stations = TestSupport.frames(of: log).filter { $0.type == 1005 }
    #expect(stations.count > 20)
    let epochs = log.indices.filter { Self.isMeasurement(log[$0...]) }
    let expected = stations.map { frame in epochs.count { $0 < frame.offset } }
    var (decoder, before, count) = (PlacedLog(), [Int](), 0)
    for start in stride(from: 0, to: log.count, by: length) {
      let piece = Array(log[start..<min(start + length, log.count)])
      decoder.consume(piece.span) { event in
        switch event {
        case .position: before.append(count)
        case .epoch: count += 1
        case .message, .header: break
        }
      }
    }
    #expect(before == expected && count == epochs.count)
  }

  /// Whether bytes begin with a UBX-RXM-RAWX whose checksum, Fletcher's over class to payload, is right.
  private static func isMeasurement(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.starts(with: [0xB5, 0x62, 0x02, 0x15]), bytes.count > 6 else { return false }
    let message = bytes.dropFirst(2)
    let length = 4 + Int(bytes[bytes.startIndex + 4]) + 256 * Int(bytes[bytes.startIndex + 5])
    guard message.count >= length + 2 else { return false }
    var (a, b): (UInt8, UInt8) = (0, 0)
    for byte in message.prefix(length) {
      a &+= byte
      b &+= a
    }
    return message.dropFirst(length).starts(with: [a, b])
  }
}
