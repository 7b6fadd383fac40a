import Mathematics
import RTCMJSON
import RTCMParser
import RTCMText
import TestSupport
import Testing

@Suite("Messages filled by chance, by way of JSON")
struct RandomRoundTripTests {
  /// The message types that have fields.
  static let types: [UInt16] =
    [63, 1043, 1264, 4072] + Array(1001...1039) + Array(1041...1046) + Array(1057...1068)
    + (107...113).flatMap { system in (1...7).map { system * 10 + $0 } } + [1230]
    + Array(1240...1263) + Array(1265...1270) + Array(1300...1304)

  /// The payload length, enough for most messages; a cut message is read back as its payload.
  static let byteCount = 400

  @Test("any bits come back", arguments: types)
  func comesBack(type: UInt16) throws {
    // Low densities leave an MSM within 64 cells; high densities set many bits.
    for density in 1...3 {
      try check(payload(type: type, density: density))
    }
  }

  @Test(
    "any bits of IGS SSR come back",
    arguments: Array(21...27) + [41, 61, 81, 101, 121, 127, 128, 201, 255])
  func igs(messageNumber: Int) throws {
    var bytes = payload(type: 4076, density: 2)
    // IDF001 has three bits after DF002, IDF002 eight bits after IDF001.
    bytes[1] = bytes[1] & 0xFE | UInt8(messageNumber >> 7)
    bytes[2] = bytes[2] & 0x01 | UInt8(messageNumber << 1 & 0xFE)
    try check(bytes)
  }

  private func payload(type: UInt16, density: Int) -> [UInt8] {
    var random = Xoshiro256(seed: UInt64(type) << 2 | UInt64(density), part: "payload")
    var bytes = (0..<Self.byteCount).map { _ in
      (density..<3).reduce(UInt8.random(in: 0...255, using: &random)) { byte, _ in
        byte & UInt8.random(in: 0...255, using: &random)
      }
    }
    bytes[0] = UInt8(type >> 4)
    bytes[1] = UInt8(type & 15) << 4 | bytes[1] & 15
    return bytes
  }

  private func check(_ payload: [UInt8]) throws {
    let frame = try RTCMFrame.encoding(payload: payload.span)
    var (scanner, lines) = (FrameScanner(), [String]())
    try scanner.consume(frame.span) { frame in
      let description = try FrameDescription(of: frame)
      lines = [false, true].map { description.json(showsRaw: $0) }
    }
    #expect(lines.count == 2)
    for line in lines {
      let message = try RTCMMessage(json: Array(line.utf8))
      #expect(try message.encode() == payload, "\(line)")
    }
  }
}
