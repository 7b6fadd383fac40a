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

  @Test(
    "decode and encode gives the same bits", arguments: FrameScannerCaptureTests.names)
  func roundTrips(name: String) throws {
    let all = frames(of: try SharedCaptures.bytes(of: name)).filter { isDecoded($0.type) }
    for index in stride(from: 0, to: all.count, by: max(1, all.count / Self.sample)) {
      let frame = all[index]
      let message = try RTCMMessage(decoding: frame.payload.span)
      #expect(message.type == frame.type)
      #expect(try message.encode() == frame.payload, "at \(frame.offset)")
      #expect(try message.frame() == frame.bytes)
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
