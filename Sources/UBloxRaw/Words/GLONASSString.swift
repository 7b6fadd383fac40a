internal import RTCMParser

/// A string of GLONASS, 85 bits, as in UBX-RXM-SFRBX.
///
/// Source: GLONASS ICD L1, L2 5.1, §4.4 (parameters), §4.5 (time), §4.7 (Hamming code); u-blox ZED-F9P
/// integration manual, "GLONASS" (32-bit words).
struct GLONASSString {
  /// The start of the string's frame of 30 s, in seconds of the week in Moscow, which begins on Sunday.
  let frameStart: Int
  /// The 76 bits 84 to 9.
  let data: [UInt8]

  /// Creates a string from the fields of a message 1020.
  ///
  /// - Parameters:
  ///   - number: The string, `1...5`.
  ///   - frameStart: The start of the string's frame, in seconds of the week in Moscow.
  ///   - ephemeris: The message's bits.
  init(_ number: Int, frameStart: Int, ephemeris: EphemerisBits) {
    self.frameStart = frameStart
    var writer = BitWriter(capacity: 10)
    let frameTime = MessagePart.bits(Self.frameTime(frameStart), count: 12)
    writer.append(Self.parts(number, frameTime: frameTime), from: ephemeris)
    data = writer.bytes
  }

  /// The words: the string from bit 85 on, then the numbers of superframe and frame.
  var words: [UInt32] {
    var writer = BitWriter(capacity: 12)
    writer.append(0, count: 1)  // bit 85
    writer.append(data.span.bits(at: 0, count: 38), count: 38)
    writer.append(data.span.bits(at: 38, count: 38), count: 38)
    writer.append(UInt64(Self.checkBits(of: data)), count: 8)
    writer.append(0, count: 11)
    let bytes = writer.bytes
    return (0..<3).map { UInt32(bytes.span.bits(at: 32 * $0, count: 32)) } + [frameWord]
  }

  /// Returns the 76 bits 84 to 9 of a string in words; `nil` when its check bits are wrong.
  static func data(of words: [UInt32]) -> [UInt8]? {
    var bits = BitWriter(capacity: 12)
    for word in words.prefix(3) { bits.append(UInt64(word), count: 32) }
    let bytes = bits.bytes
    var data = BitWriter(capacity: 10)
    data.append(bytes.span.bits(at: 1, count: 38), count: 38)
    data.append(bytes.span.bits(at: 39, count: 38), count: 38)
    let isSound = UInt64(checkBits(of: data.bytes)) == bytes.span.bits(at: 77, count: 8)
    return isSound ? data.bytes : nil
  }

  /// The superframe of 150 s in the week of Moscow, and the frame within it, both counted from 1.
  private var frameWord: UInt32 {
    UInt32(frameStart / 150 + 1) << 16 | UInt32(frameStart % 150 / 30 + 1)
  }
}

extension GLONASSString {
  /// Returns the content of strings 1 to 5, from the string number on (§4.4).
  ///
  /// - Parameters:
  ///   - number: The string.
  ///   - frameTime: The part in the place of tk, 12 bits.
  /// - Returns: The parts of the string, at most 76 bits.
  static func parts(_ number: Int, frameTime: MessagePart) -> [MessagePart] {
    let head = MessagePart.bits(UInt64(number), count: 4)
    switch number {
    case 1:
      return [
        head, .reserved(2), .field(.df106), frameTime,
        .field(.df111), .field(.df113), .field(.df112),
      ]
    case 2:
      return [
        head, .field(.df108), .reserved(2), .field(.df109), .field(.df110), .reserved(5),
        .field(.df114), .field(.df116), .field(.df115),
      ]
    case 3:
      return [
        head, .field(.df120), .field(.df121), .reserved(1), .field(.df122), .field(.df123),
        .field(.df117), .field(.df119), .field(.df118),
      ]
    case 4:
      return [
        head, .field(.df124), .field(.df125), .field(.df126), .reserved(14), .field(.df127),
        .field(.df128), .reserved(3), .field(.df129), .low(5, of: .df038), .field(.df130),
      ]
    default:
      return [
        head, .field(.df132), .field(.df133), .reserved(1), .field(.df134), .field(.df135),
        .field(.df136),
      ]
    }
  }

  /// Returns tk, the frame's start in the day: 5 bits of hours, 6 of minutes, 1 of half minutes.
  private static func frameTime(_ frameStart: Int) -> UInt64 {
    let halfMinutes = frameStart % 86_400 / 30
    let (hours, rest) = halfMinutes.quotientAndRemainder(dividingBy: 120)
    return UInt64(hours << 7 | rest)
  }

  /// Returns the eight check bits of 76 data bits.
  ///
  /// The code is an extended Hamming code. Data bits have the numbers from 3 on that are not powers of
  /// two. Check bit k is the sum of the data bits whose number has bit k - 1. The eighth check bit makes
  /// the sum of all 84 bits even.
  static func checkBits(of data: [UInt8]) -> UInt8 {
    var (number, sums, total) = (2, 0, 0)
    for bit in 0..<76 {
      repeat { number += 1 } while number & (number - 1) == 0
      // The code counts from bit 9, which is sent last.
      guard data.span.bits(at: 75 - bit, count: 1) == 1 else { continue }
      sums ^= number
      total ^= 1
    }
    let parity = (total + sums.nonzeroBitCount) & 1
    return UInt8(parity << 7 | sums)
  }
}
