internal import TextOutput

/// One NMEA 0183 sentence in the making.
struct NMEASentence {
  private(set) var bytes: [UInt8]

  /// Begins a sentence, such as `GNGGA`.
  init(_ name: StaticString) {
    bytes = [UInt8(ascii: "$")]
    bytes.reserveCapacity(100)
    append(name)
  }

  /// Appends a field of text, by default an empty one.
  mutating func field(_ text: StaticString = "") {
    separate()
    append(text)
  }

  /// Appends a number with a fixed count of decimals.
  mutating func field(_ value: Double, decimals: Int) {
    separate()
    bytes.append(decimal: value, decimals: decimals)
  }

  /// Appends a non-negative integer with leading zeros.
  mutating func field(_ value: Int, width: Int) {
    separate()
    bytes.append(integer: max(value, 0), width: width)
  }

  /// Appends the time of day, `hhmmss.ss`.
  mutating func field(timeOf calendar: CivilTime) {
    separate()
    bytes.append(integer: calendar.hour, width: 2)
    bytes.append(integer: calendar.minute, width: 2)
    bytes.append(integer: calendar.second, width: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.append(integer: calendar.nanosecond / 10_000_000, width: 2)
  }

  /// Appends the date, `ddmmyy`.
  mutating func field(dateOf calendar: CivilTime) {
    separate()
    bytes.append(integer: calendar.day, width: 2)
    bytes.append(integer: calendar.month, width: 2)
    bytes.append(integer: calendar.year % 100, width: 2)
  }

  /// Appends an angle as degrees and minutes and, in a field of its own, its hemisphere.
  ///
  /// - Parameters:
  ///   - angle: Degrees.
  ///   - degreeDigits: 2 for a latitude, 3 for a longitude.
  ///   - decimals: Of the minutes.
  ///   - hemispheres: Letters for not negative and negative angles.
  mutating func field(
    angle: Double, degreeDigits: Int, decimals: Int, hemispheres: (StaticString, StaticString)
  ) {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let steps = Int(exactly: (angle.magnitude * 60 * Double(scale)).rounded()) ?? 0
    separate()
    bytes.append(integer: steps / (60 * scale), width: degreeDigits)
    bytes.append(integer: steps / scale % 60, width: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.append(integer: steps % scale, width: decimals)
    field(angle < 0 ? hemispheres.1 : hemispheres.0)
  }

  /// The finished sentence, with checksum and line end.
  consuming func finished() -> [UInt8] {
    let checksum = bytes.dropFirst().reduce(0, ^)
    bytes.append(UInt8(ascii: "*"))
    bytes.append(Self.hexadecimalDigit(checksum >> 4))
    bytes.append(Self.hexadecimalDigit(checksum & 0x0F))
    bytes.append(0x0D)
    bytes.append(0x0A)
    return bytes
  }

  private mutating func separate() { bytes.append(UInt8(ascii: ",")) }

  private mutating func append(_ text: StaticString) {
    // Sound: the buffer is valid for the length of this call.
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
