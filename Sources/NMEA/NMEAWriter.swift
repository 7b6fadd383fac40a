internal import Bytes
public import GNSSBasics
internal import TextOutput

/// A writer of one NMEA 0183 sentence, field by field.
///
/// ```swift
/// var sentence = NMEAWriter("GNGLL")
/// sentence.field(latitude: 45.478, decimals: 5)
/// sentence.field(longitude: 9.23, decimals: 5)
/// let bytes = sentence.finished()  // $GNGLL,4528.68000,N,00913.80000,E*7A
/// ```
/// An unknown value, a value that is not a number, and a value outside its field's range are
/// written as an empty field.
public struct NMEAWriter {
  private var bytes: [UInt8] = [UInt8(ascii: "$")]

  /// Creates a sentence that begins with an address, such as `GNGGA`.
  public init(_ address: StaticString) {
    bytes.reserveCapacity(100)
    append(address)
  }

  /// Appends a text field, by default an empty field.
  public mutating func field(_ text: StaticString = "") {
    separate()
    append(text)
  }

  /// Appends a number with a fixed number of decimals.
  public mutating func field(_ value: Double?, decimals: Int) {
    separate()
    if let value, value.magnitude < 1e9 { bytes.append(decimal: value, decimals: decimals) }
  }

  /// Appends a height or a distance in metres, followed by a field with the unit `M`.
  public mutating func field(metres value: Double?, decimals: Int) {
    field(value, decimals: decimals)
    if let value, value.magnitude < 1e9 { field("M") } else { field() }
  }

  /// Appends an integer with leading zeros; a negative integer is written as zero.
  public mutating func field(_ value: Int?, width: Int) {
    separate()
    if let value { bytes.append(integer: max(value, 0), width: width) }
  }

  /// Appends a time since midnight as `hhmmss.ss`, truncated to 0.01 s.
  public mutating func field(timeOfDay time: Duration?) {
    separate()
    guard let time, time >= .zero, time < .seconds(86_400) else { return }
    let (seconds, attoseconds) = time.components
    bytes.append(integer: seconds / 3600, width: 2)
    bytes.append(integer: seconds / 60 % 60, width: 2)
    bytes.append(integer: seconds % 60, width: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.append(integer: attoseconds / 10_000_000_000_000_000, width: 2)
  }

  /// Appends a date as `ddmmyy`.
  public mutating func field(date: CivilDate) {
    separate()
    bytes.append(integer: date.day, width: 2)
    bytes.append(integer: date.month, width: 2)
    bytes.append(integer: ((date.year % 100) + 100) % 100, width: 2)
  }

  /// Appends a latitude as degrees and minutes, followed by a field with the hemisphere.
  ///
  /// - Parameters:
  ///   - latitude: The latitude in degrees, `-90...90`, north positive.
  ///   - decimals: The number of decimals of the minutes, `1...9`.
  public mutating func field(latitude: Double?, decimals: Int) {
    field(
      angle: latitude.flatMap { $0.magnitude <= 90 ? $0 : nil }, degreeDigits: 2,
      decimals: decimals, hemispheres: ("N", "S"))
  }

  /// Appends a longitude as degrees and minutes, followed by a field with the hemisphere.
  ///
  /// - Parameters:
  ///   - longitude: The longitude in degrees, east positive; whole turns are subtracted.
  ///   - decimals: The number of decimals of the minutes, `1...9`.
  public mutating func field(longitude: Double?, decimals: Int) {
    field(
      angle: longitude.flatMap { $0.isFinite ? $0.remainder(dividingBy: 360) : nil },
      degreeDigits: 3, decimals: decimals, hemispheres: ("E", "W"))
  }

  /// Ends the sentence with its checksum.
  ///
  /// - Parameter lineEnd: Whether carriage return and line feed follow the checksum.
  /// - Returns: The bytes of the sentence from `$` on.
  public consuming func finished(lineEnd: Bool = true) -> [UInt8] {
    let checksum = NMEAChecksum.checksum(ofBody: bytes.span.extracting(droppingFirst: 1))
    bytes.append(UInt8(ascii: "*"))
    bytes.append(hexadecimal: checksum)
    if lineEnd { bytes += [.carriageReturn, .lineFeed] }
    return bytes
  }

  // MARK: -

  private mutating func field(
    angle: Double?, degreeDigits: Int, decimals: Int, hemispheres: (StaticString, StaticString)
  ) {
    guard let angle else {
      field()
      field()
      return
    }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    // The whole angle is rounded at once, so that the minutes are never written as 60.
    let steps = Int((angle.magnitude * 60 * Double(scale)).rounded())
    separate()
    bytes.append(integer: steps / (60 * scale), width: degreeDigits)
    bytes.append(integer: steps / scale % 60, width: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.append(integer: steps % scale, width: decimals)
    field(angle < 0 ? hemispheres.1 : hemispheres.0)
  }

  private mutating func separate() { bytes.append(UInt8(ascii: ",")) }

  private mutating func append(_ text: StaticString) {
    // Sound: the buffer is valid for the duration of this call.
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }
}
