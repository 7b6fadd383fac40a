internal import Bytes
public import GNSSBasics
internal import TextOutput

/// A writer of an NMEA 0183 sentence, field by field.
///
/// ```swift
/// var sentence = NMEAWriter("GNGLL")
/// sentence.field(latitude: 45.478, decimals: 5)
/// sentence.field(longitude: 9.23, decimals: 5)
/// let bytes = sentence.finished()  // $GNGLL,4528.68000,N,00913.80000,E*7A
/// ```
/// What is not known, is no number, or is beyond what its field can say becomes an empty field.
public struct NMEAWriter {
  private var bytes: [UInt8] = [UInt8(ascii: "$")]

  /// Begins a sentence with its address, such as `GNGGA`.
  public init(_ address: StaticString) {
    bytes.reserveCapacity(100)
    append(address)
  }

  /// Appends a field of text, by default an empty one.
  public mutating func field(_ text: StaticString = "") {
    separate()
    append(text)
  }

  /// Appends a number with a fixed count of decimals.
  public mutating func field(_ value: Double?, decimals: Int) {
    separate()
    if let value, value.magnitude < 1e9 { bytes.append(decimal: value, decimals: decimals) }
  }

  /// Appends a height or a distance in metres and, in a field of its own, the unit.
  public mutating func field(metres value: Double?, decimals: Int) {
    field(value, decimals: decimals)
    if let value, value.magnitude < 1e9 { field("M") } else { field() }
  }

  /// Appends an integer with leading zeros; a negative one as zero.
  public mutating func field(_ value: Int?, width: Int) {
    separate()
    if let value { bytes.append(integer: max(value, 0), width: width) }
  }

  /// Appends the time since midnight, `hhmmss.ss`, the rest cut.
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

  /// Appends the date, `ddmmyy`.
  public mutating func field(date: CivilDate) {
    separate()
    bytes.append(integer: date.day, width: 2)
    bytes.append(integer: date.month, width: 2)
    bytes.append(integer: ((date.year % 100) + 100) % 100, width: 2)
  }

  /// Appends a latitude in degrees as degrees and minutes and, in a field of its own, its hemisphere.
  ///
  /// - Parameters:
  ///   - latitude: `-90...90`, north positive.
  ///   - decimals: Of the minutes, `1...9`.
  public mutating func field(latitude: Double?, decimals: Int) {
    field(
      angle: latitude.flatMap { $0.magnitude <= 90 ? $0 : nil }, degreeDigits: 2,
      decimals: decimals, hemispheres: ("N", "S"))
  }

  /// Appends a longitude in degrees as degrees and minutes and, in a field of its own, its hemisphere.
  ///
  /// - Parameters:
  ///   - longitude: East positive; whole turns are taken off.
  ///   - decimals: Of the minutes, `1...9`.
  public mutating func field(longitude: Double?, decimals: Int) {
    field(
      angle: longitude.flatMap { $0.isFinite ? $0.remainder(dividingBy: 360) : nil },
      degreeDigits: 3, decimals: decimals, hemispheres: ("E", "W"))
  }

  /// Ends the sentence with its checksum.
  ///
  /// - Parameter lineEnd: Whether carriage return and line feed follow.
  /// - Returns: The bytes from `$` on.
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
    // Rounded as a whole, so that minutes never show as 60.
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
    // Sound: the buffer is valid for the length of this call.
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }
}
