internal import RTCMParser

/// The layout of the information bits of D1 and D2, in the fields of message 1042.
enum BeiDouSubframe {
  /// Returns the first 38 bits, which are common to all subframes.
  ///
  /// - Parameters:
  ///   - number: The subframe, `1...5`.
  ///   - secondsOfWeek: The BeiDou time at the start of the subframe; for D2, at the start of the frame.
  /// - Returns: The parts of the 38 bits.
  private static func head(_ number: Int, secondsOfWeek: Int) -> [MessagePart] {
    [
      .bits(BeiDouWords.preamble, count: 11), .reserved(4), .bits(UInt64(number), count: 3),
      .bits(UInt64(secondsOfWeek), count: 20),
    ]
  }

  /// Returns the BeiDou week since 2006, of which 13 bits are sent.
  static func weekPart(_ week: Int) -> MessagePart { .bits(UInt64(week & 8191), count: 13) }

  /// Returns subframes 1 to 3 of D1, for satellites that are not geostationary.
  ///
  /// Source: BDS-SIS-ICD-B1I-3.0, §5.2.4.
  ///
  /// - Parameters:
  ///   - number: The subframe, `1...3`.
  ///   - week: The part in the place of the week, 13 bits.
  ///   - secondsOfWeek: The BeiDou time at the start of the subframe.
  ///   - ionosphere: The 64 bits of α0 to β3.
  /// - Returns: The parts of the subframe, 224 bits.
  static func d1(
    _ number: Int, week: MessagePart, secondsOfWeek: Int, ionosphere: [MessagePart]
  ) -> [MessagePart] {
    let head = head(number, secondsOfWeek: secondsOfWeek)
    switch number {
    case 1:
      return head + [
        .field(.df515), .field(.df497), .field(.df490), week, .field(.df493),
      ]
        + [.field(.df513), .field(.df514)] + ionosphere
        + [.field(.df494), .field(.df496), .field(.df495), .field(.df492)]
    case 2:
      return head + [
        .field(.df499), .field(.df501), .field(.df500), .field(.df502), .field(.df503),
        .field(.df510), .field(.df498), .field(.df504), .high(2, of: .df505),
      ]
    default:
      return head + [
        .low(15, of: .df505), .field(.df509), .field(.df506), .field(.df512), .field(.df508),
        .field(.df491), .field(.df507), .field(.df511), .reserved(1),
      ]
    }
  }

  /// Returns pages 1 to 10 of subframe 1 of D2, for geostationary satellites.
  ///
  /// A page fills five words; the other five are reserved.
  ///
  /// Source: BDS-SIS-ICD-B1I-3.0, §5.3.2.
  static func d2(
    page: Int, week: MessagePart, secondsOfWeek: Int, ionosphere: [MessagePart]
  ) -> [MessagePart] {
    head(1, secondsOfWeek: secondsOfWeek) + [.bits(UInt64(page), count: 4)]
      + d2Parts(page: page, week: week, ionosphere: ionosphere) + [.reserved(110)]
  }

  /// Returns the 72 bits of a page's content.
  private static func d2Parts(page: Int, week: MessagePart, ionosphere: [MessagePart])
    -> [MessagePart]
  {
    switch page {
    case 1:
      [
        .field(.df515), .field(.df497), .field(.df490), week, .field(.df493),
        .field(.df513), .field(.df514), .reserved(12),
      ]
    case 2: ionosphere + [.reserved(8)]
    case 3: [.reserved(38), .field(.df496), .high(4, of: .df495), .reserved(6)]
    case 4:
      [
        .low(18, of: .df495), .field(.df494), .field(.df492), .field(.df499), .high(14, of: .df501),
        .reserved(8),
      ]
    case 5:
      [.low(4, of: .df501), .field(.df500), .field(.df503), .high(10, of: .df502), .reserved(8)]
    case 6: [.low(22, of: .df502), .field(.df504), .high(10, of: .df506), .reserved(8)]
    case 7:
      [.low(8, of: .df506), .field(.df508), .field(.df505), .high(21, of: .df509), .reserved(8)]
    case 8:
      [.low(11, of: .df509), .field(.df510), .field(.df498), .high(19, of: .df512), .reserved(6)]
    case 9: [.low(5, of: .df512), .field(.df507), .high(27, of: .df511), .reserved(8)]
    default: [.low(5, of: .df511), .field(.df491), .reserved(53)]
    }
  }
}
