internal import GNSSBasics
internal import RINEX
internal import RTCMParser

extension RINEXReport {
  /// Reads a file to its end, `-` for standard input.
  ///
  /// - Throws: ``Failure`` for a file that cannot be read, or is no RINEX.
  init(reading file: String, isQuiet: Bool) throws {
    var input = try InputStream(file)
    var progress = Progress("reading \(file)", of: input.length, isQuiet: isQuiet)
    var source = Source()
    var byteCount = 0
    while try input.read({ bytes in
      byteCount += bytes.count
      source.consume(bytes)
    }) {
      progress.update(after: byteCount)
    }
    try Interruption.check()
    progress.finish()
    self = try source.report(of: file == "-" ? "standard input" : "'\(file)'")
  }
}

extension RINEXReport {
  /// The content of a file, by its kind.
  private struct Source {
    private var reader = RINEXObservationReader()
    private var summary = ObservationSummary()
    /// The beginning of the file, and of a navigation file all of it.
    private var bytes: [UInt8] = []

    mutating func consume(_ piece: Span<UInt8>) {
      let isOther = reader.failure != nil
      let isBeginning = bytes.count < ForeignStream.beginningLength
      if isBeginning || isOther, bytes.count < RINEXSources.longestNavigation {
        bytes.append(contentsOf: piece)
      }
      if !isOther { Self.pass(piece, through: &reader, to: &summary) }
    }

    /// Ends the file, and returns the report on it.
    mutating func report(of title: String) throws(Failure) -> RINEXReport {
      Self.finish(&reader, to: &summary)
      if let header = reader.header {
        return .observations(header, summary, ErrorSummary(of: reader), reader.isCompact)
      }
      guard let failure = reader.failure, failure.reason == .notObservations else {
        throw Failure(message: "\(title): \(reader.failure?.description ?? "it is empty")")
      }
      do throws(RINEXReadingError) {
        return .navigation(try RINEXNavigation(reading: bytes))
      } catch {
        throw Failure(
          message: "\(title) holds neither observations nor ephemerides: \(sentence(error))")
      }
    }

    /// Returns the fault of a file that is no RINEX, or of its navigation data.
    private func sentence(_ error: RINEXReadingError) -> String {
      if bytes.first == RTCMFrame.preamble {
        return "it begins as RTCM 3 does; 'boardsim rtcm stats' tells what such a stream holds"
      }
      let kind = ForeignStream(beginning: Array(bytes.prefix(ForeignStream.beginningLength)))
      return kind == .rinex ? error.description : kind.sentence
    }

    private static func pass(
      _ piece: Span<UInt8>, through reader: inout RINEXObservationReader,
      to summary: inout ObservationSummary
    ) {
      reader.consume(piece) { summary.add($0) }
    }

    private static func finish(
      _ reader: inout RINEXObservationReader, to summary: inout ObservationSummary
    ) {
      reader.finish { summary.add($0) }
    }
  }
}
