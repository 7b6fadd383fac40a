internal import Bytes
public import GNSSBasics

/// A maker of compact observation files of Hatanaka, CRINEX 1.0 and 3.0, of RINEX files of version 2, 3 and 4.
///
/// ```swift
/// var writer = HatanakaWriter(program: "boardsim")
/// writer.consume(piece.span, into: &compact)
/// writer.finish(into: &compact)
/// ```
/// The text is that of RNX2CRX 4.1, byte for byte but for the line that names program and date. ``HatanakaReader``
/// and CRX2RNX give the file back. Memory is bounded by one epoch.
///
/// In version 2, indicators without a value are left out, for which the format has no place.
///
/// Source: Hatanaka (2008), Bulletin of the Geospatial Information Authority of Japan 55, 21–30.
public struct HatanakaWriter: Sendable {
  private var splitter = LineSplitter(limit: RINEXObservationReader.longestLine)
  private var lines: HatanakaCompactor

  /// Creates a writer at the beginning of a file.
  ///
  /// - Parameters:
  ///   - program: The name of the program in the file's second line, at most 20 characters.
  ///   - date: The date in the file's second line; `nil`, the default, leaves it blank, so that equal input gives
  ///     equal files.
  public init(program: String, date: UnixTime? = nil) {
    lines = HatanakaCompactor(program: program, date: date)
  }

  /// The error at which writing ended; `nil` unless the bytes are no observation file, or have a line that is none of
  /// RINEX's.
  public var failure: RINEXReadingError? { lines.failure }

  /// Reads the next bytes and appends the lines of the epochs that end in them.
  public mutating func consume(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
    Self.split(bytes, by: &splitter, into: &lines, &text)
  }

  /// Ends the file: an epoch that is not whole is a ``failure``.
  public mutating func finish(into text: inout [UInt8]) {
    Self.finish(&splitter, into: &lines, &text)
    lines.finish()
  }

  private static func split(
    _ bytes: Span<UInt8>, by splitter: inout LineSplitter, into lines: inout HatanakaCompactor,
    _ text: inout [UInt8]
  ) {
    splitter.consume(bytes) { number, line in
      lines.take(RINEXLine(bytes: line, number: number, isEnded: true), into: &text)
    }
  }

  private static func finish(
    _ splitter: inout LineSplitter, into lines: inout HatanakaCompactor, _ text: inout [UInt8]
  ) {
    splitter.finish { number, line in
      lines.take(RINEXLine(bytes: line, number: number, isEnded: false), into: &text)
    }
  }
}
