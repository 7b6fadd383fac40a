internal import Bytes
public import RTCMParser

/// The content of a RINEX navigation file: its ephemerides, as RTCM messages, and its header.
///
/// ```swift
/// let file = try RINEXNavigation(reading: bytes)
/// for message in file.ephemerides { stream += try message.frame() }
/// ```
/// The reader takes files of one system in version 2 (`N`, `G`, `H`, and RTKLIB's additions `J`, `L` and `E`), and
/// files of versions 3 and 4. From version 4 it takes the ephemerides that RTCM 3 has messages for. It leaves
/// out those of modern signals, and STO, EOP and ION records.
///
/// Each value is rounded to the nearest step of its message's field. So a file from ``RINEXNavigationWriter``
/// gives the original messages, except for fields that RINEX lacks. For GLONASS these are the flags and the
/// fields after DF131; for BeiDou, whether the message was of the draft. Files from 3.05 on have GLONASS
/// flags, too. For SBAS the message has no health, which is left out.
///
/// Week numbers come from the records' dates, which are not ambiguous. The week is the week of toe, even
/// where the message was sent in the week before.
///
/// Source: RINEX 2.11, tables A3, A4, A10 and A11; RINEX 3.04, tables A5 to A17; RINEX 3.05, table A10.
public struct RINEXNavigation: Hashable, Sendable {
  /// The version of the format, `2...4.02`.
  public let version: Double
  /// Messages 1019, 1020, 1041 to 1046, in the file's order.
  public let ephemerides: [RTCMMessage]
  /// The reference times of the clocks of ``ephemerides``, in the same order.
  public let times: [GPSTime]
  /// Klobuchar's coefficients from GPS; `nil` unless the header has all eight.
  public let ionosphere: BroadcastIonosphere?
  /// GPS time less UTC, seconds; `nil` if the header has no leap seconds.
  public let leapSeconds: Int?
  /// The errors of the records that were left out, in the file's order.
  public let skipped: [RINEXReadingError]

  /// Reads a file.
  ///
  /// A record with an error is left out and reported in ``skipped``; the other records are read.
  ///
  /// - Parameter bytes: The whole file, not compressed; lines end in LF or CR LF.
  /// - Throws: ``RINEXReadingError`` if the bytes are no navigation file, or the header has an error.
  public init(reading bytes: Span<UInt8>) throws(RINEXReadingError) {
    try self.init(reading: Array(bytes))
  }

  /// Reads a file, as ``init(reading:)-(Span<UInt8>)`` does.
  ///
  /// - Throws: ``RINEXReadingError`` if the bytes are no navigation file, or the header has an error.
  public init(reading bytes: [UInt8]) throws(RINEXReadingError) {
    var lines = NavigationLines(of: bytes)
    let header = try NavigationHeader(reading: &lines)
    var records = NavigationRecords(format: header.format)
    while let line = lines.next() { records.take(line) }
    records.finish()
    version = header.format.version
    ionosphere = header.ionosphere
    leapSeconds = header.leapSeconds
    ephemerides = records.ephemerides
    times = records.times
    skipped = records.skipped
  }
}

/// The ionosphere model that GPS broadcasts: eight coefficients of Klobuchar's model.
///
/// Source: IS-GPS-200, §20.3.3.5.2.5.
public struct BroadcastIonosphere: Hashable, Sendable {
  /// The coefficients of the vertical delay's amplitude: s, s per semicircle, s per its square and its cube.
  public var alpha: [Double]
  /// The coefficients of the period: s, s per semicircle, s per its square and its cube.
  public var beta: [Double]

  /// Creates a model from four coefficients of each kind.
  public init(alpha: [Double], beta: [Double]) { (self.alpha, self.beta) = (alpha, beta) }
}
