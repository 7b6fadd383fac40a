internal import RTCMParser

/// One piece of an ephemeris in a navigation message, as a receiver passes it on.
struct NavigationPiece: Hashable {
  /// The number of the piece in its ephemeris, from 1.
  let number: Int
  /// The issue that all pieces of one ephemeris share; `nil` for a piece without one, which matches any.
  let issue: Int?
  /// The bits of the piece, from the first of ``parts`` on.
  let data: [UInt8]
}

extension NavigationPiece {
  /// Returns the number of pieces of an ephemeris; `nil` for systems whose ephemerides are not assembled.
  static func count(of signal: UBloxSignal) -> Int? {
    switch signal.constellation {
    case .gps, .qzss: 3
    case .galileo: 5
    case .beidou: signal.isBeiDouGEO ? 10 : 3
    case .glonass: 4
    case .sbas, .navic, nil: nil
    }
  }

  /// Reads a piece; `nil` for a piece without part of an ephemeris, such as an almanac, or a signal with
  /// another message.
  init?(_ message: RxmSFRBX) {
    switch message.signal.constellation {
    case .gps, .qzss: self.init(lnav: message)
    case .galileo: self.init(inav: message)
    case .beidou: self.init(beidou: message)
    case .glonass: self.init(glonass: message)
    case .sbas, .navic, nil: return nil
    }
  }

  /// Returns the layout of the piece's bits.
  func parts(of signal: UBloxSignal) -> [MessagePart] {
    switch signal.constellation {
    case .gps, .qzss:
      let fields = signal.constellation == .gps ? LNAVFields.gps : .qzss
      return fields.parts(ofSubframe: number, week: .field(fields.week))
    case .galileo:
      return number < 5
        ? GalileoWord.orbit(type: number)
        : GalileoWord.health([.reserved(41)], [.field(.df289), .reserved(20)])
    case .beidou:
      let (week, ionosphere) = (MessagePart.field(.df489), [MessagePart.reserved(64)])
      return signal.isBeiDouGEO
        ? BeiDouSubframe.d2(page: number, week: week, secondsOfWeek: 0, ionosphere: ionosphere)
        : BeiDouSubframe.d1(number, week: week, secondsOfWeek: 0, ionosphere: ionosphere)
    case .glonass: return GLONASSString.parts(number, frameTime: .field(.df107))
    case .sbas, .navic, nil: return []
    }
  }
}

extension NavigationPiece {
  /// Reads subframes 1 to 3 of L1 C/A.
  ///
  /// The issue is IODE, which equals the low bits of IODC (IS-GPS-200N, §20.3.4.4).
  private init?(lnav message: RxmSFRBX) {
    guard message.signal.signalID == 0, message.words.count >= 10,
      message.words[0] >> 22 & 0xFF == LNAVWords.preamble
    else { return nil }
    let number = Int(message.words[1] >> 8 & 7)
    guard (1...3).contains(number) else { return nil }
    var writer = BitWriter(capacity: 24)
    for word in message.words[2..<10] { writer.append(UInt64(word >> 6), count: 24) }
    let data = writer.bytes
    let position =
      switch number {
      case 1: 5 * 24  // word 8 begins with the low bits of IODC
      case 2: 0
      default: 7 * 24
      }
    self.init(
      number: number, issue: Int(data.span.bits(at: position, count: 8)), data: data)
  }

  /// Reads words 1 to 5 of E1-B and E5b, in a pair of pages with the even page first.
  ///
  /// The issue is IODnav, which word 5 lacks.
  private init?(inav message: RxmSFRBX) {
    guard [0, 1, 5, 6].contains(message.signal.signalID), message.words.count >= 8 else {
      return nil
    }
    var pages = BitWriter(capacity: 32)
    for word in message.words.prefix(8) { pages.append(UInt64(word), count: 32) }
    let bytes = pages.bytes
    // The pages must be even and odd, both nominal.
    guard bytes.span.bits(at: 0, count: 2) == 0b00, bytes.span.bits(at: 128, count: 2) == 0b10
    else { return nil }
    var writer = BitWriter(capacity: 16)
    writer.append(bytes.span.bits(at: 2, count: 56), count: 56)
    writer.append(bytes.span.bits(at: 58, count: 56), count: 56)
    writer.append(bytes.span.bits(at: 130, count: 16), count: 16)
    let data = writer.bytes
    let number = Int(data.span.bits(at: 0, count: 6))
    guard (1...5).contains(number) else { return nil }
    let issue = number < 5 ? Int(data.span.bits(at: 6, count: 10)) : nil
    self.init(number: number, issue: issue, data: data)
  }

  /// Reads subframes 1 to 3 of D1, or pages 1 to 10 of subframe 1 of D2.
  ///
  /// The issue is the time at which the first of them was sent, seconds of the week.
  private init?(beidou message: RxmSFRBX) {
    guard message.words.count >= 10 else { return nil }
    let data = BeiDouWords.data(of: message.words)
    let subframe = Int(data.span.bits(at: 15, count: 3))
    let second = Int(data.span.bits(at: 18, count: 20))
    guard data.span.bits(at: 0, count: 11) == BeiDouWords.preamble, (1...3).contains(subframe)
    else { return nil }
    let isD2 = message.signal.isBeiDouGEO
    let number = isD2 ? Int(data.span.bits(at: 38, count: 4)) : subframe
    guard isD2 ? subframe == 1 && (1...10).contains(number) : true else { return nil }
    let start = second - (number - 1) * (isD2 ? 3 : 6)
    self.init(number: number, issue: start < 0 ? start + 604_800 : start, data: data)
  }

  /// Reads strings 1 to 4.
  ///
  /// The issue is the frame in which the strings were sent.
  private init?(glonass message: RxmSFRBX) {
    guard message.words.count >= 4, let data = GLONASSString.data(of: message.words) else {
      return nil
    }
    let number = Int(data.span.bits(at: 0, count: 4))
    guard (1...4).contains(number) else { return nil }
    self.init(number: number, issue: Int(message.words[3]), data: data)
  }
}
