internal import RTCMParser
internal import RTCMStreams
internal import RTCMText

/// The output of a converted stream, in one of the forms of ``OutputForm``.
protocol ConversionOutput: AnyObject {
  /// The number of bytes written.
  var byteCount: Int { get }

  /// Takes the next piece of the converted stream: whole frames, and other bytes when they pass.
  func write(_ stream: [UInt8]) throws

  /// Takes the next epoch that is not within a message; used when ``OutputForm/keepsEpochs`` holds.
  func write(_ epoch: ObservationEpoch) throws

  /// Flushes the output, so that its readers see everything written so far.
  func flush() throws

  /// Ends the stream: writes the rest.
  func finish() throws

  /// Whether the stream must be passed in again from its beginning.
  var needsAnotherPass: Bool { get }

  /// The observations and ephemerides missing in the output; `nil` for a form that passes everything on.
  var losses: ConversionLosses? { get }

  /// The messages that contradict the date by which observations were dated.
  var dateOutliers: [DateClaim] { get }

  /// The totals of RINEX files; `nil` for another form.
  var rinex: RINEXTotals? { get }
}

/// The totals of the RINEX files of a conversion.
struct RINEXTotals {
  /// The number of epochs written.
  let epochs: Int
  /// The number of ephemerides written.
  let ephemerides: Int
  /// The files that the command named.
  let files: [String]
  /// The number of epochs that are not later than the one before, and were left out; `nil` where all are written.
  var disorders: Int?
}

extension ConversionOutput {
  func write(_ epoch: ObservationEpoch) {}
  var needsAnotherPass: Bool { false }
  var losses: ConversionLosses? { nil }
  var dateOutliers: [DateClaim] { [] }
  var rinex: RINEXTotals? { nil }
}

/// The form of a converted stream.
enum OutputForm: String, OptionChoice {
  case rtcm, jsonl, rinex, csv

  /// Creates the form from a file name's extension; RTCM without an extension.
  init(ofFile path: String) throws(UsageError) {
    let ending = FileEnding(ofCompressed: path)
    if ending.isOne(of: Self.rinexEndings) || ending.isOfYear("o") || ending.isOfYear("d") {
      self = .rinex
    } else if ending.isOne(of: JSONLinesName.endings) {
      self = .jsonl
    } else if ending.isOne(of: [".csv"]) {
      self = .csv
    } else if ending.isOne(of: Self.rtcmEndings + [""]) {
      self = .rtcm
    } else {
      throw UsageError(
        message: "what form '\(path)' is to have, its ending does not say: "
          + "\(Self.list(Self.rtcmEndings)) are RTCM, \(Self.list(JSONLinesName.endings)) "
          + "JSON Lines, \(Self.list(Self.rinexEndings)) RINEX, .csv CSV, each with .gz too; or say it with --to"
      )
    }
  }

  private static let rtcmEndings = [".rtcm3", ".rtcm", ".rtc", ".bin", ".raw", ".dat", ".log"]
  private static let rinexEndings = [".obs", ".rnx", ".crx"]

  private static func list(_ endings: [String]) -> String {
    endings.dropLast().joined(separator: ", ") + " and " + (endings.last ?? "")
  }

  /// Whether epochs that are not within messages are written as they are.
  var keepsEpochs: Bool { self == .rinex || self == .csv }

  /// Opens a file, or standard output for `-`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - rinex: The options for RINEX only.
  ///   - glonassChannels: The given frequency channels of GLONASS satellites, by slot.
  ///   - comesOnce: Whether the stream cannot be read again.
  ///   - isLive: Whether the stream is endless, so that partial output is worth keeping.
  /// - Returns: The output.
  /// - Throws: ``Failure`` when a file cannot be written, ``UsageError`` when two files are the same.
  func open(
    _ path: String, rinex: RINEXArguments, glonassChannels: [UInt8: Int], comesOnce: Bool,
    isLive: Bool
  ) throws -> any ConversionOutput {
    let isCompressed = FileEnding.isGzip(path)
    func file() throws(Failure) -> OutputFile {
      try OutputFile(path, inPlace: isLive, isCompressed: isCompressed)
    }
    return switch self {
    case .rtcm: FrameOutput(try file())
    case .jsonl: JSONLinesOutput(try file(), isLive: isLive)
    case .rinex:
      try RINEXOutput(path, rinex, glonassChannels: glonassChannels, comesOnce: comesOnce)
    case .csv:
      CSVOutput(
        try file(), date: rinex.date, glonassChannels: glonassChannels, comesOnce: comesOnce)
    }
  }
}

/// An output that writes the stream as it is.
private final class FrameOutput: ConversionOutput {
  private var file: OutputFile
  private(set) var byteCount = 0

  init(_ file: consuming OutputFile) { self.file = file }

  func write(_ stream: [UInt8]) throws {
    byteCount += stream.count
    try file.write(stream)
  }

  func flush() throws { try file.flush() }

  func finish() throws { try file.finish() }
}

/// An output with a JSON line for each frame, as `rtcm decode --json` writes it.
private final class JSONLinesOutput: ConversionOutput {
  private var file: OutputFile
  private let isLive: Bool
  private var scanner = FrameScanner()
  private let json = FrameJSONWriter()
  private(set) var byteCount = 0

  init(_ file: consuming OutputFile, isLive: Bool) {
    self.file = file
    self.isLive = isLive
  }

  func write(_ stream: [UInt8]) throws {
    try scanner.consume(stream.span) { frame in try write(frame) }
  }

  func flush() throws { try file.flush() }

  func finish() throws {
    try scanner.finish { frame in try write(frame) }
    try file.finish()
  }

  private func write(_ frame: borrowing FrameView) throws {
    // The content of a single read takes seconds to write.
    if !isLive { try Interruption.check() }
    let line = try json.json(of: frame) + [UInt8(ascii: "\n")]
    byteCount += line.count
    try file.write(line)
  }
}
