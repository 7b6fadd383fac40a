import Foundation
import GNSSBasics
import RTCMParser
import TestSupport
import Testing

@testable import GNSSSimulation

@Suite("What a synthetic base station says of itself")
struct StationMessagesTests {
  private static func epoch(
    _ change: (inout BaseStationConfiguration) -> Void = { _ in }
  ) throws -> BaseStationEpoch {
    var station = BaseStationConfiguration()
    change(&station)
    let epochs = try BaseStationSynthesizer(station).prefix(1)
    return try #require(Array(epochs).first)
  }

  @Test(
    "a bias of GLONASS is on its phases alone, and 1230 tells what aligns them",
    arguments: [12.34, -71.5, 300, 0.004])
  func bias(metres: Double) throws {
    let (plain, other) = try (Self.epoch(), Self.epoch { $0.glonassBias = metres })
    let told = try #require(
      other.announcements.compactMap { message in
        if case .glonassCodePhaseBiases(let biases) = message { biases } else { nil }
      }.first)
    let bias = try #require(told.l1CA)
    #expect((bias - metres).magnitude <= 0.01 + 1e-9)
    #expect(told.isAligned == (bias == 0))
    #expect((told.l1P, told.l2CA) == (bias, bias) && told.l2P == bias)
    try #require(plain.observations.observations.count == other.observations.observations.count)
    var shifted = 0
    for (a, b) in zip(plain.observations.observations, other.observations.observations) {
      #expect(a.pseudorange == b.pseudorange && a.phaserangeRate == b.phaserangeRate)
      let (before, after) = (try #require(a.phaserange), try #require(b.phaserange))
      let isGLONASS = a.constellation == .glonass
      #expect((after + (isGLONASS ? bias : 0) - before).magnitude < 1e-6)
      if isGLONASS { shifted += 1 }
    }
    #expect(shifted >= 10)
    #expect(try !other.encode().isEmpty)
  }

  @Test("pyrtcm reads the bias, and that phases are not aligned", .compares(with: .pyrtcm))
  func biasElsewhere() throws {
    let message = try #require(
      Self.epoch { $0.glonassBias = -71.5 }.announcements.first { $0.type == 1230 })
    let frame = try message.frame().map { String(UInt16($0) + 256, radix: 16).dropFirst() }
    let folder = try TemporaryFolder()
    let file = try folder.write(Array(frame.joined().utf8), to: "frame")
    let output = try PythonPackage.pyrtcm.run(
      "pyrtcm_attributes.py", in: folder.url, input: URL(filePath: file))
    for field in ["DF423", "DF424", "DF425", "DF426"] {
      #expect(output.contains("\"\(field)\": -71.5"))
    }
    #expect(output.contains("\"DF421\": 0,") && output.contains("\"DF003\": 1,"))
  }

  @Test("1005 and 1007 come in place of 1006 and 1008, with the same in them and in 1013")
  func otherTypes() throws {
    for (hasHeight, hasNumber) in [(true, true), (true, false), (false, true), (false, false)] {
      let epoch = try Self.epoch {
        ($0.tellsAntennaHeight, $0.tellsSerialNumber) = (hasHeight, hasNumber)
      }
      let expected: [UInt16] = [hasHeight ? 1006 : 1005, hasNumber ? 1008 : 1007, 1033]
      let types = epoch.announcements.map(\.type)
      #expect(types.filter { [1005, 1006, 1007, 1008, 1033].contains($0) } == expected)
      for message in epoch.announcements {
        switch message {
        case .antennaReferencePoint(let point):
          #expect(point.position == ECEFPosition(BaseStationConfiguration().position))
        case .antennaDescriptor(let antenna): #expect(antenna.messageType == expected[1])
        case .systemParameters(let parameters):
          #expect(parameters.announcements.prefix(3).map(\.messageType) == expected)
        default: break
        }
      }
    }
  }
}
