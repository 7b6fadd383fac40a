internal import RTCMParser

/// The layout of the 128 bits of each type of I/NAV word that an ephemeris fills.
///
/// Source: Galileo OS SIS ICD 2.1, §4.3.5.
enum GalileoWord {
  /// Returns words 1 to 4, the orbit, in the fields of message 1046.
  ///
  /// - Parameter type: The type of word, `1...4`.
  /// - Returns: The parts of the word, 128 bits.
  static func orbit(type: Int) -> [MessagePart] {
    let head: [MessagePart] = [.bits(UInt64(type), count: 6), .field(.df290)]
    switch type {
    case 1:
      return head + [.field(.df304), .field(.df299), .field(.df301), .field(.df303), .reserved(2)]
    case 2:
      return head + [.field(.df306), .field(.df308), .field(.df310), .field(.df292), .reserved(2)]
    case 3:
      return head + [
        .field(.df311), .field(.df298), .field(.df300), .field(.df302), .field(.df309),
        .field(.df297), .field(.df286),
      ]
    default:
      return head + [
        .field(.df252), .field(.df305), .field(.df307), .field(.df293), .field(.df296),
        .field(.df295), .field(.df294), .reserved(2),
      ]
    }
  }

  /// Returns word 5: ionosphere (41 bits), group delays, health and time (32 bits).
  static func health(_ ionosphere: [MessagePart], _ time: [MessagePart]) -> [MessagePart] {
    [.bits(5, count: 6)] + ionosphere
      + [
        .field(.df312), .field(.df313), .field(.df316), .field(.df287), .field(.df317),
        .field(.df288),
      ]
      + time + [.reserved(23)]
  }

  /// Returns word 6: Galileo time and UTC.
  static func utc(_ parameters: [MessagePart], timeOfWeek: Int) -> [MessagePart] {
    [.bits(6, count: 6)] + parameters + [.bits(UInt64(timeOfWeek), count: 20), .reserved(3)]
  }

  /// Returns word 0, the spare word, which has only the time.
  static func spare(week: Int, timeOfWeek: Int) -> [MessagePart] {
    [.bits(0, count: 6), .bits(0b10, count: 2), .reserved(88)]
      + time(week: week, timeOfWeek: timeOfWeek)
  }

  /// Returns the week, 12 bits, and the time of week, 20 bits.
  static func time(week: Int, timeOfWeek: Int) -> [MessagePart] {
    [.bits(UInt64(week & 4095), count: 12), .bits(UInt64(timeOfWeek), count: 20)]
  }
}
