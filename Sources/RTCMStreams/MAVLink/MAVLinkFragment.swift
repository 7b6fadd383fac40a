/// The content of a message GPS_RTCM_DATA (233) of MAVLink: a short frame of RTCM 3, or a part of a longer one.
///
/// The flags have, from the lowest bit, whether the content is a part (1 bit), the part's number (2 bits), and a number
/// that the parts of one frame share (5 bits). The last part of a frame is the fourth, or the first with fewer than
/// 180 bytes; so a frame of exactly 180, 360 or 540 bytes that is sent in parts ends with an empty one.
public struct MAVLinkFragment: Hashable, Sendable {
  /// The number of the message GPS_RTCM_DATA.
  public static let messageID: UInt32 = 233
  /// The byte that MAVLink adds to the checksum of this message, from the names and types of its fields.
  static let checksumSeed: UInt8 = 35
  /// The maximum number of bytes in a fragment.
  public static let maximumLength = 180
  /// The maximum number of fragments of a frame.
  public static let maximumCount = 4
  /// The length in bytes of the longest frame that fits into four fragments, 720.
  public static let maximumFrameLength = maximumCount * maximumLength
  /// The length of the message's payload: flags, length, and 180 bytes.
  static let payloadLength = 2 + maximumLength

  /// Whether it is a part of a longer frame.
  public var isPart: Bool
  /// The number of the part, `0...3`.
  public var number: Int
  /// The number that the parts of one frame share, `0...31`; the next frame has the next one.
  public var sequence: UInt8
  /// The bytes, at most 180.
  public var bytes: [UInt8]

  /// Creates a fragment.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, at most 180.
  ///   - sequence: The number of the frame; its lowest five bits count.
  ///   - number: The number of the part, `0...3`; `nil` for a whole frame.
  public init(_ bytes: [UInt8], sequence: UInt8, number: Int? = nil) {
    isPart = number != nil
    self.number = number ?? 0
    self.sequence = sequence & 31
    self.bytes = bytes
  }

  /// Reads the payload of a message; the result is `nil` when its length is over 180.
  ///
  /// Zeros at the end of a payload are not sent, so it may be short.
  init?(payload: Span<UInt8>) {
    func byte(_ index: Int) -> UInt8 { index < payload.count ? payload[index] : 0 }
    let count = Int(byte(1))
    guard count <= Self.maximumLength else { return nil }
    isPart = byte(0) & 1 == 1
    number = isPart ? Int(byte(0) >> 1 & 3) : 0
    sequence = byte(0) >> 3
    bytes = (0..<count).map { byte(2 + $0) }
  }

  /// The payload of the message without the zeros at its end, at least one byte.
  var payload: [UInt8] {
    var payload = [(isPart ? 1 : 0) | UInt8(number & 3) << 1 | sequence << 3, UInt8(bytes.count)]
    payload += bytes
    while payload.count > 1, payload.last == 0 { payload.removeLast() }
    return payload
  }

  /// Whether no part follows.
  var isLast: Bool {
    !isPart || bytes.count < Self.maximumLength || number == Self.maximumCount - 1
  }

  /// Cuts a frame into fragments.
  ///
  /// - Parameters:
  ///   - frame: The bytes of the frame.
  ///   - sequence: The number of the frame; its lowest five bits count.
  /// - Returns: The fragments, one to four; `nil` for a frame over ``maximumFrameLength``.
  public static func fragments(of frame: [UInt8], sequence: UInt8) -> [MAVLinkFragment]? {
    guard frame.count <= maximumFrameLength else { return nil }
    guard frame.count > maximumLength else { return [MAVLinkFragment(frame, sequence: sequence)] }
    let count = min(frame.count / maximumLength + 1, maximumCount)
    return (0..<count).map { number in
      let rest = frame.dropFirst(number * maximumLength)
      return MAVLinkFragment(Array(rest.prefix(maximumLength)), sequence: sequence, number: number)
    }
  }
}
