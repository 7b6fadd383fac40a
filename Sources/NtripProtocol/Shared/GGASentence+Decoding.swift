import GNSSBasics

extension GGASentence {
  /// Reads a sentence of any talker, with or without its line end.
  ///
  /// A sentence whose quality is 0 has no position and is read as one at 0°, 0°.
  ///
  /// - Returns: `nil` when it is no GGA sentence, its checksum is missing or wrong, or a field that
  ///   should hold a number holds something else.
  public init?(decoding bytes: Span<UInt8>) {
    var all: [UInt8] = []
    all.append(contentsOf: bytes)
    guard let fields = Self.checkedFields(of: all[...].trimmed), fields.count >= 12,
      fields[0].count == 6, fields[0].dropFirst(3).begins(with: "GGA"),
      let quality = fields[6].decimalInteger.flatMap({ Quality(rawValue: UInt8(clamping: $0)) })
    else { return nil }
    let position = Self.position(in: fields)
    guard position != nil || quality == .invalid else { return nil }
    self.init(
      position: position ?? GeodeticPosition(latitude: 0, longitude: 0, height: 0),
      timeOfDay: Self.timeOfDay(fields[1]), quality: quality,
      satelliteCount: fields[7].decimalInteger ?? 0,
      horizontalDilution: fields[8].decimalNumber,
      geoidSeparation: fields[11].decimalNumber ?? 0,
      correctionAge: fields.count > 13 ? fields[13].decimalNumber : nil,
      stationID: fields.count > 14
        ? fields[14].decimalInteger.flatMap { UInt16(exactly: $0) } : nil)
  }

  /// The fields between `$` and `*`, when the checksum after that is right.
  private static func checkedFields(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    guard line.first == UInt8(ascii: "$"), let star = line.lastIndex(of: UInt8(ascii: "*")),
      star + 3 == line.endIndex, let high = line[star + 1].hexadecimalValue,
      let low = line[star + 2].hexadecimalValue
    else { return nil }
    guard nmeaChecksum(of: line[..<star].dropFirst()) == high << 4 | low else { return nil }
    return line[..<star].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
  }

  private static func position(in fields: [ArraySlice<UInt8>]) -> GeodeticPosition? {
    guard let latitude = degrees(fields[2], hemisphere: fields[3], "N", "S", limit: 90),
      let longitude = degrees(fields[4], hemisphere: fields[5], "E", "W", limit: 180)
    else { return nil }
    let altitude = fields[9].decimalNumber ?? 0
    let height = altitude + (fields[11].decimalNumber ?? 0)
    return GeodeticPosition(latitude: latitude, longitude: longitude, height: height)
  }

  /// An angle written as degrees and minutes in one number, `4527.5`.
  private static func degrees(
    _ field: ArraySlice<UInt8>, hemisphere: ArraySlice<UInt8>, _ positive: String,
    _ negative: String, limit: Double
  ) -> Double? {
    let point = field.firstIndex(of: UInt8(ascii: ".")) ?? field.endIndex
    guard point - field.startIndex >= 3,
      let degrees = field[..<(point - 2)].decimalInteger,
      let minutes = field[(point - 2)...].decimalNumber, minutes >= 0, minutes < 60
    else { return nil }
    let magnitude = Double(degrees) + minutes / 60
    guard magnitude <= limit, hemisphere.count == 1 else { return nil }
    if hemisphere.begins(with: positive) { return magnitude }
    return hemisphere.begins(with: negative) ? -magnitude : nil
  }

  /// A time written as `hhmmss` and, after a point, parts of a second.
  private static func timeOfDay(_ field: ArraySlice<UInt8>) -> Duration? {
    guard field.count >= 6, let whole = field.prefix(6).decimalInteger,
      let fraction = field.count > 6 ? field.dropFirst(6).decimalNumber : 0,
      whole / 10_000 < 24, whole / 100 % 100 < 60, whole % 100 < 60, (0..<1).contains(fraction)
    else { return nil }
    let seconds = whole / 10_000 * 3600 + whole / 100 % 100 * 60 + whole % 100
    return .seconds(seconds) + .nanoseconds(Int64((fraction * 1e9).rounded()))
  }
}
