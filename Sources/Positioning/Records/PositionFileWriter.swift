internal import GNSSBasics
internal import TextOutput

/// A writer of position files in the form of RTKLIB's `rnx2rtkp`.
///
/// Times are GPS time as dates, positions are latitude and longitude in degrees and the height above the
/// ellipsoid. Lines end with a line feed. Source: RTKLIB manual 2.4.2, B.1, and the files of RTKLIB 2.4.3.
///
/// ```swift
/// var writer = PositionFileWriter()
/// var text: [UInt8] = []
/// writer.appendHeader(["program   : boardsim"], to: &text)
/// for record in records { writer.append(record, to: &text) }
/// ```
public struct PositionFileWriter: Sendable {
  /// Whether lines have the columns of velocities.
  public let hasVelocity: Bool

  /// Creates a writer.
  public init(hasVelocity: Bool = false) { self.hasVelocity = hasVelocity }

  /// Appends the header: remarks, an empty remark, and the titles of the columns.
  ///
  /// - Parameters:
  ///   - remarks: Lines without the percent sign, such as `inp file  : rover.obs`.
  ///   - text: The file.
  public func appendHeader(_ remarks: [String], to text: inout [UInt8]) {
    for remark in remarks { text += "% \(remark.withControlsEscaped)\n".utf8 }
    text += Self.explanation.utf8
    text += Self.titles.utf8
    if hasVelocity { text += Self.velocityTitles.utf8 }
    text.append(UInt8(ascii: "\n"))
  }

  private static let explanation = """
    %
    % (lat/lon/height=WGS84/ellipsoidal,Q=1:fix,2:float,3:sbas,4:dgps,5:single,6:ppp,ns=# of satellites)

    """
  private static let titles =
    "%  GPST                  latitude(deg) longitude(deg)  height(m)   Q  ns   sdn(m)   sde(m)"
    + "   sdu(m)  sdne(m)  sdeu(m)  sdun(m) age(s)  ratio"
  private static let velocityTitles =
    "    vn(m/s)    ve(m/s)    vu(m/s)      sdvn     sdve     sdvu    sdvne    sdveu    sdvun"

  /// Appends the line of a position.
  ///
  /// Other numbers that are not finite become 0, and the deviations of a velocity are written as 0.
  ///
  /// - Returns: `false`, with nothing appended, for a position that is not finite.
  @discardableResult
  public func append(_ record: PositionRecord, to text: inout [UInt8]) -> Bool {
    let position = record.position
    let place = [position.latitude, position.longitude, position.height]
    guard place.allSatisfy({ $0.magnitude < 1e9 }) else { return false }
    text.append(record.time)
    text.append(place[0], decimals: 9, columns: 15)
    text.append(place[1], decimals: 9, columns: 15)
    text.append(place[2], decimals: 4, columns: 11)
    text.append(Double(record.quality.rawValue), decimals: 0, columns: 4)
    text.append(Double(record.satelliteCount), decimals: 0, columns: 4)
    for value in record.deviations.columns { text.append(value, decimals: 4, columns: 9) }
    text.append(record.age, decimals: 2, columns: 7)
    text.append(record.ratio, decimals: 1, columns: 7)
    if hasVelocity { append(record.velocity, to: &text) }
    text.append(UInt8(ascii: "\n"))
    return true
  }

  private func append(_ velocity: PositionVelocity?, to text: inout [UInt8]) {
    let velocity = velocity ?? PositionVelocity(north: 0, east: 0, up: 0)
    for value in [velocity.north, velocity.east, velocity.up] {
      text.append(value, decimals: 5, columns: 11)
    }
    text.append(0, decimals: 5, columns: 10)
    for _ in 0..<5 { text.append(0, decimals: 5, columns: 9) }
  }
}

extension [UInt8] {
  /// Appends a number behind blanks that fill it up to a number of columns, or behind one blank where it is
  /// as wide; 0 in place of a number that cannot be written.
  fileprivate mutating func append(_ value: Double, decimals: Int, columns width: Int) {
    var digits: [UInt8] = []
    if !digits.append(decimal: value, decimals: decimals) {
      digits.append(decimal: 0, decimals: decimals)
    }
    append(
      contentsOf: repeatElement(
        UInt8(ascii: " "), count: Swift.max(width - digits.count, 1)))
    append(contentsOf: digits)
  }

  /// Appends a GPS time to the nearest millisecond: `2024/06/24 08:20:00.000`.
  fileprivate mutating func append(_ time: GPSTime) {
    let civil = CivilTime(time.advanced(byNanoseconds: 500_000))
    append(integer: civil.year, width: 4)
    for part in [civil.month, civil.day] {
      append(UInt8(ascii: "/"))
      append(integer: part, width: 2)
    }
    append(UInt8(ascii: " "))
    append(integer: civil.hour, width: 2)
    for part in [civil.minute, civil.second] {
      append(UInt8(ascii: ":"))
      append(integer: part, width: 2)
    }
    append(UInt8(ascii: "."))
    append(integer: civil.nanosecond / 1_000_000, width: 3)
  }
}
