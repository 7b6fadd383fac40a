internal import GNSSBasics
import RTCMParser

/// A line that begins an epoch or an event.
struct EpochLine {
  /// The flag: 0 and 1 are epochs, 2 to 5 events, 6 cycle slips.
  let flag: Int
  /// The number of satellites, or of lines of an event.
  let count: Int
  /// The time; `nil` for an event without one.
  let time: GPSTime?
  /// The offset of the receiver's clock, seconds; `nil` where the line has none.
  let clockOffset: Double?

  /// The number of satellites that a line of version 2 has room for.
  static let satellitesPerLine = 12
  /// The column where the satellites begin in a line of version 2.
  static let firstSatellite = 32

  private static let version3 = [2..<6, 7..<9, 10..<12, 13..<15, 16..<18, 18..<29]
  private static let version2 = [1..<3, 4..<6, 7..<9, 10..<12, 13..<15, 15..<26]

  /// Reads a line; `nil` for lines of other kinds.
  ///
  /// Source: RINEX 2.11, table A2; RINEX 3.04, table A3.
  init?(_ line: RINEXLine, isVersion3: Bool, in scale: TimeScale) {
    let bytes = line.bytes.span
    guard Self.isOne(line, isVersion3: isVersion3) else { return nil }
    let start = isVersion3 ? 31 : 28
    guard start < bytes.count, let flag = bytes.digit(at: start), flag <= 6,
      let count = bytes.number(in: start + 1..<start + 4).integer, (0...999).contains(count)
    else { return nil }
    (self.flag, self.count) = (Int(flag), count)
    time = ObservationTime(bytes, isVersion3 ? Self.version3 : Self.version2, in: scale)?.gps
    if time == nil, flag < 2 || flag == 6 { return nil }
    let offset = bytes.number(in: isVersion3 ? 41..<56 : 68..<80)
    if case .number = offset { clockOffset = offset.value } else { clockOffset = nil }
  }

  /// Whether a line looks like the beginning of an epoch.
  ///
  /// In version 2 the point of the seconds, the flag and blanks around the date tell it from values, which have
  /// their points elsewhere.
  static func isOne(_ line: RINEXLine, isVersion3: Bool) -> Bool {
    let bytes = line.bytes.span
    if isVersion3 { return bytes.count > 0 && bytes[0] == UInt8(ascii: ">") }
    guard bytes.count >= 32, bytes[0] == UInt8(ascii: " "), bytes[27] == UInt8(ascii: " "),
      bytes.digit(at: 28) != nil, bytes[28] != UInt8(ascii: " ")
    else { return false }
    if bytes[18] == UInt8(ascii: ".") { return bytes[10] != UInt8(ascii: ".") }
    // An event may have no date.
    return bytes[28] >= UInt8(ascii: "2")
      && (0..<28).allSatisfy { bytes[$0] == UInt8(ascii: " ") }
  }
}
