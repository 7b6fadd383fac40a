internal import Bytes
public import RTCMParser

/// A reader of RINEX observation files, fed with the bytes of a file in pieces.
///
/// ```swift
/// var reader = RINEXObservationReader()
/// reader.consume(piece.span) { event in
///   if case .epoch(let epoch, _) = event { print(epoch.time, epoch.observations.count) }
/// }
/// reader.finish { event in … }
/// ```
/// The reader takes versions 2.00 to 2.12, 3.00 to 3.05 and 4.00 to 4.02, and compact files of Hatanaka (CRINEX
/// 1.0 and 3.0), which it recognises by their first line. Memory is bounded by the header and one epoch.
///
/// Times are in GPS time whatever scale the file has. Values are as in the file; ``RINEXObservationHeader`` tells
/// the shifts and offsets that its writer applied. A blank value or zero is missing. Phases and Dopplers need the
/// carrier frequency, so those of GLONASS's L1 and L2 are missing for satellites whose channel neither the header
/// nor the given channels have. Without a column of signal strengths, the digit behind the phase or pseudorange
/// gives the lower end of its range, 6 dB-Hz a step.
///
/// A file has no lock times. The lock time of a phase is the time since its arc began in the file: with a loss of
/// lock indicator, a cycle slip record, a power failure, another station, an epoch without the phase, or a gap
/// between epochs.
///
/// A bad record costs its satellite, and a bad epoch line its epoch. A last line without a line end is read up to
/// its last whole value.
///
/// Source: RINEX 2.11, tables A1 and A2; RINEX 3.04, tables A2 and A3; RINEX 4.02, table A3.
public struct RINEXObservationReader: Sendable {
  /// A part of a file, in the file's order.
  public enum Event: Hashable, Sendable {
    /// The header, once and before all others.
    case header(RINEXObservationHeader)
    /// An epoch, and the offset of the receiver's clock in seconds, where the file has it.
    ///
    /// ``/RTCMParser/ObservationEpoch/isComplete`` is `false` where the file lacks some of its satellites.
    case epoch(ObservationEpoch, clockOffset: Double?)
    /// An event between epochs, its time where the file has it, and the header with the event's changes.
    case change(RINEXEvent, GPSTime?, RINEXObservationHeader)
  }

  private var splitter = LineSplitter(limit: Self.longestLine)
  private var source: Source

  /// The length limit of a line, bytes: more than the 999 types of a record need.
  static let longestLine = 1 << 15

  /// Creates a reader at the beginning of a file.
  ///
  /// - Parameters:
  ///   - glonassChannels: Frequency channels of GLONASS satellites by slot, for files that may lack them; a channel
  ///     in the header takes precedence.
  ///   - isForRewriting: Whether observations are only to be written to another file
  ///     (``RINEXObservationWriter/init(of:marksFirstPhases:)``). Their lock time is then 0 where the file marks a slip
  ///     and `nil` elsewhere, and phases of GLONASS satellites whose channel is unknown have the wavelength of channel 0.
  public init(glonassChannels: [UInt8: Int] = [:], isForRewriting: Bool = false) {
    source = Source(
      ObservationLines(glonassChannels: glonassChannels, isForRewriting: isForRewriting))
  }

  /// The header with all changes so far; `nil` before its end.
  public var header: RINEXObservationHeader? { source.lines.header }

  /// The error for which nothing is read; `nil` unless the bytes are no observation file, or the header has no
  /// end.
  public var failure: RINEXReadingError? { source.failure }

  /// The number of errors whose records or epochs are left out.
  public var errorCount: Int { source.lines.errors.count + (source.expansion?.errors.count ?? 0) }

  /// The first errors, at most ten of lines and ten of a compact file's differences, in the order of their lines.
  public var firstErrors: [RINEXReadingError] {
    (source.lines.errors.first + (source.expansion?.errors.first ?? [])).sorted {
      $0.line < $1.line
    }
  }

  /// Whether the file is a compact one, which was expanded.
  public var isCompact: Bool { source.expansion != nil }

  /// Reads the next bytes, and calls the closure with each part that ends in them.
  ///
  /// - Throws: Only the error of `onEvent`; events of the same line are then lost.
  public mutating func consume<E: Error>(
    _ bytes: Span<UInt8>, onEvent: (Event) throws(E) -> Void
  ) throws(E) {
    try Self.split(bytes, by: &splitter, into: &source, onEvent)
  }

  /// Ends the file, and calls the closure with its last epoch.
  ///
  /// - Throws: Only the error of `onEvent`.
  public mutating func finish<E: Error>(onEvent: (Event) throws(E) -> Void) throws(E) {
    try Self.finish(&splitter, into: &source, onEvent)
    source.finish()
    try source.passOn(onEvent)
  }

  // Two properties as parameters, since a closure that changes one needs the other left alone.
  private static func split<E: Error>(
    _ bytes: Span<UInt8>, by splitter: inout LineSplitter, into source: inout Source,
    _ onEvent: (Event) throws(E) -> Void
  ) throws(E) {
    try splitter.consume(bytes) { (number, line) throws(E) in
      source.take(RINEXLine(bytes: line, number: number, isEnded: true))
      try source.passOn(onEvent)
    }
  }

  private static func finish<E: Error>(
    _ splitter: inout LineSplitter, into source: inout Source,
    _ onEvent: (Event) throws(E) -> Void
  ) throws(E) {
    try splitter.finish { (number, line) throws(E) in
      source.take(RINEXLine(bytes: line, number: number, isEnded: false))
      try source.passOn(onEvent)
    }
  }
}

extension RINEXObservationReader {
  /// The lines of a file, expanded where the file is compact.
  fileprivate struct Source: Sendable {
    var lines: ObservationLines
    var expansion: HatanakaLines?
    private var isFirst = true
    private var text: [UInt8] = []

    init(_ lines: ObservationLines) { self.lines = lines }

    var failure: RINEXReadingError? { expansion?.failure ?? lines.failure }

    mutating func take(_ line: RINEXLine) {
      if isFirst, HatanakaLines.isBeginning(line) { expansion = HatanakaLines() }
      isFirst = false
      guard expansion != nil else { return lines.take(line) }
      text.removeAll(keepingCapacity: true)
      expansion?.take(line, into: &text)
      takeExpanded(number: line.number)
    }

    mutating func finish() {
      text.removeAll(keepingCapacity: true)
      expansion?.finish(into: &text)
      takeExpanded(number: expansion?.lineCount ?? 0)
      if expansion?.failure == nil { lines.finish() }
    }

    /// Reads lines that were made of a line of the file, and have its number.
    private mutating func takeExpanded(number: Int) {
      var rest = text[...]
      while let end = rest.firstIndex(of: .lineFeed) {
        lines.take(RINEXLine(bytes: rest[..<end], number: number, isEnded: true))
        rest = rest[(end + 1)...]
      }
    }

    mutating func passOn<E: Error>(_ onEvent: (Event) throws(E) -> Void) throws(E) {
      while let event = lines.nextEvent() { try onEvent(event) }
    }
  }
}
