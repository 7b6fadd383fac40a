internal import RTCMJSON
internal import RTCMStreams

/// Names of files that hold one JSON object a line.
enum JSONLinesName {
  static let endings = [".jsonl", ".ndjson", ".json"]

  /// Whether a path ends as such files do.
  static func isOne(_ path: String) -> Bool { FileEnding(of: path).isOne(of: endings) }
}

/// Reads a stream in one of the forms of ``InputForm`` and converts it.
struct ConversionInput {
  private(set) var converter: StreamConverter
  /// The lines, where the stream has such.
  private(set) var lines: JSONLinesReader?
  /// The receiver's log, where the stream is one.
  private(set) var log: RawLogInput?
  /// `nil` until the stream has begun.
  private var form: InputForm?
  /// The finder of the form, with the bytes that came before it is known.
  private var finder: InputFormFinder
  private var complaints = LineComplaints()
  private let keepsEpochs: Bool

  /// Starts a stream.
  ///
  /// - Parameters:
  ///   - form: Its form; without one, its first bytes decide.
  ///   - converter: What is done to it.
  ///   - keepsEpochs: Whether epochs of a receiver's log go on as they are, rather than as messages.
  init(_ form: InputForm?, _ converter: StreamConverter, keepsEpochs: Bool) {
    self.form = form
    self.converter = converter
    self.keepsEpochs = keepsEpochs
    finder = InputFormFinder(prefersMeasurements: keepsEpochs)
  }

  /// The number of bytes read.
  var byteCount: Int { lines?.byteCount ?? log?.counts.bytes ?? converter.scanned.bytes }

  /// The number of lines without a valid message.
  var badLineCount: Int { complaints.count }

  /// Takes what has been read and appends what comes of it.
  mutating func consume(_ bytes: Span<UInt8>, into output: inout ConvertedChunk) {
    guard form == nil else { return append(bytes, to: &output) }
    form = finder.take(bytes)
    if form != nil { appendBeginning(to: &output) }
  }

  private mutating func appendBeginning(to output: inout ConvertedChunk) {
    let bytes = finder.bytes
    finder = InputFormFinder(prefersMeasurements: keepsEpochs)
    append(bytes.span, to: &output)
  }

  private mutating func append(_ bytes: Span<UInt8>, to output: inout ConvertedChunk) {
    switch form {
    case .jsonl:
      convertLines(into: &output.bytes) { lines, frames, complaints in
        lines.consume(bytes) { number, line in frames += complaints.frame(of: line, number) }
      }
    case .ubx: convertLog(bytes, into: &output)
    case .rtcm, nil: converter.consume(bytes, into: &output.bytes)
    }
  }

  private mutating func convertLog(_ bytes: Span<UInt8>, into output: inout ConvertedChunk) {
    var log = log ?? RawLogInput(keepsEpochs: keepsEpochs, &converter, into: &output)
    log.consume(bytes, by: &converter, into: &output)
    self.log = log
  }

  /// Ends the stream: appends what is left.
  mutating func finish(into output: inout ConvertedChunk) {
    if form == nil {
      form = finder.finish()
      appendBeginning(to: &output)
    }
    if form == .jsonl {
      convertLines(into: &output.bytes) { lines, frames, complaints in
        lines.finish { number, line in frames += complaints.frame(of: line, number) }
      }
    }
    converter.finish(into: &output.bytes)
  }

  private mutating func convertLines(
    into output: inout [UInt8],
    by read: (inout JSONLinesReader, inout [UInt8], inout LineComplaints) -> Void
  ) {
    var (frames, reader) = ([UInt8](), lines.take() ?? JSONLinesReader())
    read(&reader, &frames, &complaints)
    lines = reader
    converter.consume(frames.span, into: &output)
  }

  /// Ends with a failure when the input, read to its end, holds no message at all.
  func checkMessages(of file: String, _ beginning: StreamBeginning) throws(Failure) {
    if let log { return try log.checkEvents(of: file) }
    if lines == nil { return try beginning.checkFrames(of: file, converter.scanned) }
    guard converter.counts.framesIn == 0, badLineCount == 0, !Interruption.isRequested else {
      return
    }
    throw Failure(
      message: "'\(file)' holds no message in its \(byteCount) bytes; "
        + "'boardsim rtcm decode --json' shows what a line looks like")
  }

  /// Ends with a failure when lines were left out.
  func checkLines(of file: String) throws(Failure) {
    guard let lines, complaints.count > 0 else { return }
    throw Failure(
      message:
        "'\(StreamInput.title(of: file))': \(complaints.count) of \(lines.lineCount) lines hold no message and were "
        + "left out; see above, or compare with what 'boardsim rtcm decode --json' writes")
  }
}

/// Tells which lines hold no message, up to a number of them.
private struct LineComplaints {
  private static let limit = 20

  private(set) var count = 0

  /// The frame of a line's message; nothing, and a complaint, when there is none.
  mutating func frame(of line: Result<RTCMMessage, JSONLineError>, _ number: Int) -> [UInt8] {
    do throws(JSONLineError) {
      return try line.get().frame(ofLine: number)
    } catch {
      count += 1
      if count <= Self.limit { Console.note("\(error)") }
      if count == Self.limit + 1 { Console.note("… more lines without a message are only counted") }
      return []
    }
  }
}

extension RTCMMessage {
  fileprivate func frame(ofLine number: Int) throws(JSONLineError) -> [UInt8] {
    do throws(RTCMEncodingError) { return try frame() } catch {
      let cause = JSONMessageError(.noSuchMessage(error), path: "message", messageType: type)
      throw JSONLineError(line: number, cause: cause)
    }
  }
}
