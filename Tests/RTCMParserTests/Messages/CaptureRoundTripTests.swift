import RTCMParser
import TestSupport
import Testing

@Suite("Messages of captured streams", .compares(with: .captures))
struct CaptureRoundTripTests {
  /// The number of frames tested from one capture, spread over the capture; limited by test time.
  #if DEBUG
    static let sample = 40
  #else
    static let sample = Int.max
  #endif

  /// The types of observations from before MSM, ephemerides, texts and descriptors.
  static let legacyTypes: [UInt16] = [
    1001, 1002, 1003, 1004, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1020, 1029, 1032, 1041, 1042,
    1044, 1045, 1046,
  ]

  /// The types of messages about networks of stations.
  static let networkTypes: [UInt16] = [
    1014, 1015, 1016, 1017, 1030, 1031, 1034, 1035, 1037, 1038, 1039, 1303, 1304,
  ]

  /// The types of messages about coordinate systems and the transformations between them.
  static let coordinateTypes: [UInt16] = [
    1021, 1022, 1023, 1024, 1025, 1026, 1027, 1300, 1301, 1302,
  ]

  /// Every decoded type except MSM.
  static let typesBesideMSM: [UInt16] =
    [1005, 1006, 1019, 1033, 1230] + legacyTypes + networkTypes + coordinateTypes

  /// Every capture, and the streams of the receivers used in the RTK tests.
  static let names =
    FrameScannerCaptureTests.names
    + ["mosaic-static/base", "mosaic-static/rover", "synth-3km/base", "synth-3km/rover"].map {
      "../rtk/\($0).rtcm3"
    }

  @Test("decode and encode gives the same bits", arguments: names)
  func roundTrips(name: String) throws {
    let all = frames(of: try SharedCaptures.bytes(of: name))
    let cutShort = Self.cutShort[name] ?? []
    for frame in sample(of: all) where !cutShort.contains(frame.type ?? 0) {
      let message = try RTCMMessage(decoding: frame.payload.span)
      #expect(message.type == frame.type)
      #expect(try message.encode() == frame.payload, "at \(frame.offset)")
      #expect(try message.frame() == frame.bytes)
    }
  }

  /// Returns the first frame of each type and other frames spread over the capture.
  private func sample(of all: [ScanResult.Frame]) -> [ScanResult.Frame] {
    let step = max(1, all.count / Self.sample)
    var seen: Set<UInt16?> = []
    return all.enumerated().compactMap { index, frame in
      seen.insert(frame.type).inserted || index % step == 0 ? frame : nil
    }
  }

  /// The captured messages that their sender cut short, so that no decoder accepts them.
  ///
  /// Every other captured message is decoded. The Austrian service sends 24 of the 25 bytes of message 1025:
  /// four bits of DF175 are missing.
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
    #expect(seen.isSuperset(of: Self.typesBesideMSM + msm))
  }

  @Test("a message of another type keeps its payload")
  func keepsOtherPayloads() throws {
    let bytes = try SharedCaptures.bytes(of: "ky__RTK134_202102051543.rtcm3")
    let frame = try #require(frames(of: bytes).first { $0.type == 4011 })
    let message = try RTCMMessage(decoding: frame.payload.span)
    #expect(message == .other(type: 4011, payload: frame.payload))
    #expect(message.type == 4011)
  }
}
