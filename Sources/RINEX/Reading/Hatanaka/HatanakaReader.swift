internal import Bytes

/// A reader of compact observation files of Hatanaka, CRINEX 1.0 and 3.0, that makes the RINEX file of them.
///
/// ```swift
/// var reader = HatanakaReader()
/// reader.consume(piece.span, into: &text)
/// reader.finish(into: &text)
/// ```
/// The text is that of CRX2RNX 4.1, byte for byte. ``RINEXObservationReader`` reads compact files by itself. Memory
/// is bounded by one epoch.
///
/// A satellite's record that cannot be expanded becomes a record without values, and an epoch line costs all
/// epochs up to the next one that begins anew. A last line without a line end is left out.
///
/// Source: Hatanaka (2008), Bulletin of the Geospatial Information Authority of Japan 55, 21–30.
public struct HatanakaReader: Sendable {
  private var splitter = LineSplitter(limit: RINEXObservationReader.longestLine)
  private var lines = HatanakaLines()

  /// Creates a reader at the beginning of a file.
  public init() {}

  /// The error for which nothing is read; `nil` unless the bytes are no compact file, or the header has no end.
  public var failure: RINEXReadingError? { lines.failure }
  /// The number of lines that cannot be expanded.
  public var errorCount: Int { lines.errors.count }
  /// The first errors, at most ten, with their lines in the compact file.
  public var firstErrors: [RINEXReadingError] { lines.errors.first }

  /// Reads the next bytes and appends the lines that end in them.
  public mutating func consume(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
    Self.split(bytes, by: &splitter, into: &lines, &text)
  }

  /// Ends the file.
  public mutating func finish(into text: inout [UInt8]) {
    Self.finish(&splitter, into: &lines, &text)
    lines.finish(into: &text)
  }

  private static func split(
    _ bytes: Span<UInt8>, by splitter: inout LineSplitter, into lines: inout HatanakaLines,
    _ text: inout [UInt8]
  ) {
    splitter.consume(bytes) { number, line in
      lines.take(RINEXLine(bytes: line, number: number, isEnded: true), into: &text)
    }
  }

  private static func finish(
    _ splitter: inout LineSplitter, into lines: inout HatanakaLines, _ text: inout [UInt8]
  ) {
    splitter.finish { number, line in
      lines.take(RINEXLine(bytes: line, number: number, isEnded: false), into: &text)
    }
  }
}
