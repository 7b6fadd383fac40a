internal import Bytes
public import RTCMParser

/// The content of a RINEX navigation file: ephemerides as the messages that carry them, and its header.
///
/// ```swift
/// let file = try RINEXNavigation(reading: bytes)
/// for message in file.ephemerides { stream += try message.frame() }
/// ```
/// Files of one system of version 2 (`N`, `G`, and what RTKLIB adds: `J`, `L`, `E`) and files of
/// versions 3 and 4 are read; of the latter the ephemerides that RTCM 3 has messages for, and not those of
/// modern signals, nor STO, EOP and ION. Each value is on the step of its message's field that is nearest, so what
/// ``RINEXNavigationWriter`` wrote comes back as it was, but for what RINEX does not have: of GLONASS
/// the flags and what is behind DF131, of BeiDou whether it was the draft. Files from 3.05 on have flags
/// of GLONASS, too.
///
/// Week numbers are made of the dates, which are not ambiguous: those of toe, where the message
/// may have been sent in the week before.
///
/// Source: RINEX 2.11, tables A3, A4, A10 and A11; RINEX 3.04, tables A5 to A17; RINEX 3.05, table A10.
public struct RINEXNavigation: Hashable, Sendable {
  /// The version of the format, `2...4.02`.
  public let version: Double
  /// Messages 1019, 1020, 1041, 1042, 1044, 1045 and 1046, in the file's order.
  public let ephemerides: [RTCMMessage]
  /// Klobuchar's coefficients as GPS broadcasts them; `nil` when there are not eight.
  public let ionosphere: BroadcastIonosphere?
  /// GPS time less UTC, s; `nil` when the file does not tell it.
  public let leapSeconds: Int?
  /// Records that were left out, and why, in the file's order.
  public let skipped: [RINEXReadingError]

  /// Reads a file.
  ///
  /// A record that cannot be read is left out and told in ``skipped``; the others are read.
  ///
  /// - Parameter bytes: The whole file, not compressed; lines end in LF or CR LF.
  /// - Throws: ``RINEXReadingError`` when it is no navigation file, or its header cannot be read.
  public init(reading bytes: Span<UInt8>) throws(RINEXReadingError) {
    try self.init(reading: Array(bytes))
  }

  /// Reads a file, as ``init(reading:)-(Span<UInt8>)`` does.
  ///
  /// - Throws: As that does.
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
    skipped = records.skipped
  }
}

/// The ionosphere as GPS broadcasts it: eight coefficients of Klobuchar's model.
///
/// Source: IS-GPS-200, §20.3.3.5.2.5.
public struct BroadcastIonosphere: Hashable, Sendable {
  /// The amplitude of the vertical delay: s, s per semicircle, per its square and its cube.
  public var alpha: [Double]
  /// The period: s, s per semicircle, per its square and its cube.
  public var beta: [Double]

  /// Creates a model of four coefficients each.
  public init(alpha: [Double], beta: [Double]) { (self.alpha, self.beta) = (alpha, beta) }
}
