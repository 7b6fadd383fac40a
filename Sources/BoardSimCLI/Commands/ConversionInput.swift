internal import RTCMJSON
internal import RTCMStreams

/// The names of files with one JSON object a line.
enum JSONLinesName {
  static let endings = [".jsonl", ".ndjson", ".json"]

  /// Returns whether a path ends in one of ``endings``.
  static func isOne(_ path: String) -> Bool { FileEnding(of: path).isOne(of: endings) }
}

/// A stream in one of the forms of ``InputForm``, read and converted.
struct ConversionInput {
  private(set) var converter: StreamConverter
  /// The reader of lines; `nil` for other forms.
  private(set) var lines: JSONLinesReader?
  /// The receiver's log; `nil` for other forms.
  private(set) var log: RawLogInput?
  /// The form of the stream; `nil` until it is known.
  private var form: InputForm?
  /// The detector of the form, with the bytes read before the form is known.
  private var finder: InputFormFinder
  private var complaints = LineComplaints()
  private let keepsEpochs: Bool

  /// Creates the input.
  ///
  /// - Parameters:
  ///   - form: The stream's form; `nil` detects it from the first bytes.
  ///   - converter: The conversion.
  ///   - keepsEpochs: Whether epochs of a receiver's log are passed on as they are, and not as messages.
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

  /// Takes bytes, and appends their conversion.
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

  /// Ends the stream, and appends the rest of its conversion.
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

  /// Fails when the input, read to its end, holds no message.
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

  /// Fails when lines were left out.
  func checkLines(of file: String) throws(Failure) {
    guard let lines, complaints.count > 0 else { return }
    throw Failure(
      message:
        "'\(StreamInput.title(of: file))': \(complaints.count) of \(lines.lineCount) lines hold no message and were "
        + "left out; see above, or compare with what 'boardsim rtcm decode --json' writes")
  }
}

/// A reporter of lines without a message; from 21 lines on, they are only counted.
private struct LineComplaints {
  private static let limit = 20

  private(set) var count = 0

  /// Returns the frame of a line's message; reports a line without a message, and returns no bytes for it.
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
