internal import Mathematics
import RTCMParser

/// A kind of bytes other than RTCM 3 on a line that carries RTCM 3.
public enum OtherBytes: String, Hashable, Sendable, CaseIterable {
  /// A u-blox message with a correct checksum and 0xD3 among its bytes.
  case ubx
  /// An NMEA sentence with a correct checksum.
  case nmea
  /// The head of a caster's HTTP response.
  case httpHead = "http-head"
  /// Up to 200 random bytes.
  case garbage
  /// A preamble and a length without a frame behind them.
  ///
  /// A receiver that trusts the length swallows up to 1029 bytes of the following stream.
  case falsePreamble = "false-preamble"
  /// Preamble bytes 0xD3, one to four, without a frame.
  case preambles

  /// Returns bytes of this kind.
  ///
  /// - Parameter seed: The seed of the random numbers: the same seed makes the same bytes.
  /// - Returns: Bytes without a valid frame.
  public func make(seed: UInt64) -> [UInt8] {
    var random = Xoshiro256(seed: seed, part: "other bytes")
    switch self {
    case .ubx: return Self.ubx(using: &random)
    case .nmea: return Self.nmea(second: random.draw(0..<60))
    case .httpHead:
      let head = "HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nContent-Type: gnss/data\r\n\r\n"
      return Array(head.utf8)
    case .garbage: return random.bytes(random.draw(1..<201))
    case .falsePreamble:
      let length = random.draw(0..<(RTCMFrame.maximumPayloadLength + 1))
      return [RTCMFrame.preamble, UInt8(length >> 8), UInt8(length & 0xFF)]
    case .preambles: return Array(repeating: RTCMFrame.preamble, count: random.draw(1..<5))
    }
  }

  /// Returns a UBX-NAV-PVT message; UBX's checksum is the 8-bit Fletcher algorithm.
  private static func ubx(using random: inout Xoshiro256) -> [UInt8] {
    var payload = random.bytes(92)
    payload.replaceSubrange(40..<43, with: [RTCMFrame.preamble, 0, 19])
    let body = [0x01, 0x07, UInt8(payload.count), 0] + payload
    var (a, b): (UInt8, UInt8) = (0, 0)
    for byte in body {
      a &+= byte
      b &+= a
    }
    return [0xB5, 0x62] + body + [a, b]
  }

  private static func nmea(second: Int) -> [UInt8] {
    let seconds = second < 10 ? "0\(second)" : "\(second)"
    let sentence =
      "GNGGA,1200\(seconds).00,4528.72200,N,00913.70400,E,4,12,0.9,166.2,M,42.1,M,1.0,0001"
    let check = sentence.utf8.reduce(0, ^)
    let digits = String(check, radix: 16, uppercase: true)
    return Array("$\(sentence)*\(check < 16 ? "0" : "")\(digits)\r\n".utf8)
  }
}
