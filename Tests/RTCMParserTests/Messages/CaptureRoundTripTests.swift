import Mathematics
import RTCMParser
import TestSupport
import Testing

@Suite("Messages of captured streams", .enabled(if: SharedCaptures.exist))
struct CaptureRoundTripTests {
  /// How many frames of one capture there is time for, spread over the capture.
  #if DEBUG
    static let sample = 40
  #else
    static let sample = Int.max
  #endif

  /// Networks of stations.
  static let networkTypes: [UInt16] = [
    1014, 1015, 1016, 1017, 1030, 1031, 1034, 1035, 1037, 1038, 1039, 1303, 1304,
  ]

  /// Coordinate systems and how to get from one to another.
  static let coordinateTypes: [UInt16] = [
    1021, 1022, 1023, 1024, 1025, 1026, 1027, 1300, 1301, 1302,
  ]

  /// Every type that is decoded but those of MSM.
  static let typesBesideMSM: [UInt16] =
    [1005, 1006, 1019, 1033, 1230] + legacyTypes + networkTypes + coordinateTypes

  @Test(
    "decode and encode gives the same bits", arguments: FrameScannerCaptureTests.names)
  func roundTrips(name: String) throws {
    let all = frames(of: try SharedCaptures.bytes(of: name)).filter { isDecoded($0.type) }
    let cutShort = Self.cutShort[name] ?? []
    for index in stride(from: 0, to: all.count, by: max(1, all.count / Self.sample)) {
      let frame = all[index]
      if cutShort.contains(frame.type ?? 0) { continue }
      let message = try RTCMMessage(decoding: frame.payload.span)
      #expect(message.type == frame.type)
      #expect(try message.encode() == frame.payload, "at \(frame.offset)")
      #expect(try message.frame() == frame.bytes)
    }
  }

  /// Messages whose sender cut them short, which no decoder takes.
  ///
  /// The Austrian service sends 24 of the 25 bytes of message 1025: four bits of DF175 are missing.
  static let cutShort: [String: Set<UInt16>] = ["gpsd__rtcm3_102x135.log": [1025]]

  @Test("a message that its sender cut short says which field is not whole")
  func refusesCutShort() throws {
    let captured = frames(of: try SharedCaptures.bytes(of: "gpsd__rtcm3_102x135.log"))
    let cut = captured.filter { $0.type == 1025 }
    #expect(cut.count == 4)
    for frame in cut {
      let error = #expect(throws: RTCMDecodingError.self) { try decoded(frame.payload) }
      #expect(error?.reason == .truncated(needed: 35, available: 31))
      #expect(error?.field == 175)
      #expect(error?.bitOffset == 161)
    }
  }

  @Test("the captures hold every message type that is decoded")
  func coversEveryType() throws {
    var seen: Set<UInt16> = []
    for name in ["rtcmrs__generated_shared.rtcm3", "gortcm__frames_shared.rtcm3"] {
      seen.formUnion(frames(of: try SharedCaptures.bytes(of: name)).compactMap(\.type))
    }
    let msm = Constellation.allCases.flatMap { system in
      (1...7).map { MSMType(system, kind: $0).messageType }
    }
    #expect(seen.isSuperset(of: [1005, 1006, 1019, 1033, 1230] + msm + Self.networkTypes))
  }

  @Test("a message of another type keeps its payload")
  func keepsOtherPayloads() throws {
    let bytes = try SharedCaptures.bytes(of: "ky__RTK134_202102051543.rtcm3")
    let frame = try #require(frames(of: bytes).first { $0.type == 4011 })
    let message = try RTCMMessage(decoding: frame.payload.span)
    #expect(message == .other(type: 4011, payload: frame.payload))
    #expect(message.type == 4011)
  }

  private func isDecoded(_ type: UInt16?) -> Bool {
    guard let type else { return false }
    return [1005, 1006, 1019, 1033, 1230].contains(type) || Self.networkTypes.contains(type)
      || MSMType(messageType: type) != nil
  }
}

@Suite("Messages filled by chance")
struct RandomRoundTripTests {
  /// Longer than the longest of them, a 1034 or 1035 of 31 satellites.
  static let byteCount = 290

  @Test(
    "any bits are kept by decode and encode",
    arguments: CaptureRoundTripTests.networkTypes + CaptureRoundTripTests.coordinateTypes)
  func keepsAnyBits(type: UInt16) throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = Xoshiro256(seed: seed << 16 | UInt64(type), part: "payload")
      var payload = (0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
      payload[0] = UInt8(type >> 4)
      payload[1] = UInt8(type & 0xF) << 4 | payload[1] & 0xF
      let message = try decoded(payload)
      #expect(message.type == type)
      #expect(try message.encode() == payload, "seed \(seed)")
    }
  }
}
