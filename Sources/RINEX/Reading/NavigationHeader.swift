internal import Bytes
import RTCMParser

/// The format of a file's records.
struct NavigationFormat {
  /// The version of the format, `2...4.02`.
  let version: Double
  /// The system of satellites without a letter.
  let constellation: Constellation?

  /// Whether satellites have a system letter, as in version 3 and later.
  var isVersion3: Bool { version >= 3 }
  /// Whether a heading line before each record names the record's message.
  var hasHeadings: Bool { version >= 4 }

  /// Reads the format from a file's first line; the result is `nil` for other files.
  ///
  /// Source: RINEX 2.11, tables A3 and A10; RINEX 3.04, table A5; RINEX 4.00, on navigation headers.
  init?(_ line: RINEXLine) {
    guard line[60..<80].begins(with: "RINEX VERSION / TYPE"),
      let version = line[0..<9].decimalNumber,
      (2..<3.06).contains(version) || (4..<4.03).contains(version),
      let type = line[20..<21].first
    else { return nil }
    self.version = version
    switch (version >= 3, type) {
    case (_, UInt8(ascii: "N")): constellation = version >= 3 ? nil : .gps
    case (false, UInt8(ascii: "G")): constellation = .glonass
    case (false, UInt8(ascii: "H")): constellation = .sbas
    case (false, UInt8(ascii: "J")): constellation = .qzss
    case (false, UInt8(ascii: "L")), (false, UInt8(ascii: "E")): constellation = .galileo
    default: return nil
    }
  }
}

/// The header of a navigation file.
struct NavigationHeader {
  let format: NavigationFormat
  private var alpha: [Double] = []
  private var beta: [Double] = []
  private(set) var leapSeconds: Int?

  var ionosphere: BroadcastIonosphere? {
    alpha.isEmpty || beta.isEmpty ? nil : BroadcastIonosphere(alpha: alpha, beta: beta)
  }

  /// Reads lines up to the header's end.
  init(reading lines: inout NavigationLines) throws(RINEXReadingError) {
    guard let first = lines.next(), let format = NavigationFormat(first) else {
      throw RINEXReadingError(.notNavigation, line: 1)
    }
    self.format = format
    while let line = lines.next() {
      if line[60..<80].begins(with: "END OF HEADER") { return }
      try take(line)
    }
    throw RINEXReadingError(.headerWithoutEnd, line: lines.number)
  }

  private mutating func take(_ line: RINEXLine) throws(RINEXReadingError) {
    switch line[60..<80].text {
    case "ION ALPHA": alpha = try Self.coefficients(in: line, from: 2)
    case "ION BETA": beta = try Self.coefficients(in: line, from: 2)
    case "IONOSPHERIC CORR" where line[0..<4].text == "GPSA":
      alpha = try Self.coefficients(in: line, from: 5)
    case "IONOSPHERIC CORR" where line[0..<4].text == "GPSB":
      beta = try Self.coefficients(in: line, from: 5)
    case "LEAP SECONDS":
      guard let seconds = line[0..<6].decimalInteger else {
        throw RINEXReadingError(.notANumber(columns: 1...6), line: line.number)
      }
      leapSeconds = seconds
    default: break  // comments, and header lines that are not used here
    }
  }

  /// Reads four numbers, each twelve columns wide.
  private static func coefficients(
    in line: RINEXLine, from start: Int
  ) throws(RINEXReadingError) -> [Double] {
    var numbers: [Double] = []
    for column in 0..<4 {
      numbers.append(try line.number(in: start + 12 * column..<start + 12 * column + 12))
    }
    return numbers
  }
}
