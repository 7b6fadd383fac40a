internal import RTCMParser
internal import RTCMText

/// Where a converted stream goes, in one of the forms of ``OutputForm``.
protocol ConversionOutput: AnyObject {
  /// How many bytes have been written.
  var byteCount: Int { get }

  /// Takes the next piece of the converted stream: whole frames, and other bytes where they pass.
  func write(_ stream: [UInt8]) throws

  /// Lets whoever reads the output see all that came so far.
  func flush() throws

  /// Ends the stream: writes what is left.
  func finish() throws
}

/// What a converted stream is written as.
enum OutputForm: String, OptionChoice {
  case rtcm, jsonl

  /// The form that a file's name stands for.
  init(ofFile path: String) { self = JSONLinesName.isOne(path) ? .jsonl : .rtcm }

  /// Opens a file, or standard output for `-`.
  func open(_ path: String) throws(Failure) -> any ConversionOutput {
    let file = try OutputStream(path)
    return switch self {
    case .rtcm: FrameOutput(file)
    case .jsonl: JSONLinesOutput(file)
    }
  }
}

/// Writes a stream as it is.
private final class FrameOutput: ConversionOutput {
  private var file: OutputStream
  private(set) var byteCount = 0

  init(_ file: consuming OutputStream) { self.file = file }

  func write(_ stream: [UInt8]) throws {
    byteCount += stream.count
    try file.write(stream)
  }

  func flush() throws { try file.flush() }

  func finish() throws { try file.flush() }
}

/// Writes a line for each frame, as `rtcm decode --json` does.
private final class JSONLinesOutput: ConversionOutput {
  private var file: OutputStream
  private var scanner = FrameScanner()
  private(set) var byteCount = 0

  init(_ file: consuming OutputStream) { self.file = file }

  func write(_ stream: [UInt8]) throws {
    try scanner.consume(stream.span) { frame in try write(frame) }
  }

  func flush() throws { try file.flush() }

  func finish() throws {
    try scanner.finish { frame in try write(frame) }
    try file.flush()
  }

  private func write(_ frame: borrowing FrameView) throws {
    let line = Array((try FrameDescription(of: frame).json(showsRaw: false) + "\n").utf8)
    byteCount += line.count
    try file.write(line)
  }
}
