internal import RTCMJSON
internal import RTCMStreams

/// What a stream to convert is read as.
enum InputForm: String, OptionChoice {
  case rtcm, jsonl

  /// The form that a file's name stands for; `nil` where it says nothing.
  init?(ofFile path: String) {
    guard JSONLinesName.isOne(path) else { return nil }
    self = .jsonl
  }

  /// The form of a stream by how it begins; `nil` when more of it must be seen.
  ///
  /// A JSON object begins with a brace and a name in quotes. The brace alone may be a byte of a frame
  /// that the stream begins within.
  fileprivate init?(beginningWith bytes: [UInt8]) {
    let visible = bytes.lazy.filter { $0 > UInt8(ascii: " ") }.prefix(2).map { $0 }
    guard let first = visible.first, first == UInt8(ascii: "{") else {
      if visible.isEmpty && bytes.count < Self.longestBeginning { return nil }
      self = .rtcm
      return
    }
    if visible.count == 1 && bytes.count < Self.longestBeginning { return nil }
    self = visible.last == UInt8(ascii: "\"") ? .jsonl : .rtcm
  }

  /// How many bytes of nothing to see are waited over.
  private static var longestBeginning: Int { 4096 }
}

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
  /// `nil` until the stream has begun.
  private var form: InputForm?
  /// What has come before the form is known.
  private var beginning: [UInt8] = []
  private var complaints = LineComplaints()

  /// Starts a stream; without a form, its first bytes decide.
  init(_ form: InputForm?, _ converter: StreamConverter) {
    self.form = form
    self.converter = converter
  }

  /// How many bytes have been read.
  var byteCount: Int { lines?.byteCount ?? converter.scanned.bytes }

  /// How many lines hold no message.
  var badLineCount: Int { complaints.count }

  /// Takes what has been read and appends what comes of it.
  mutating func consume(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    guard form == nil else { return append(bytes, to: &output) }
    for index in bytes.indices { beginning.append(bytes[index]) }
    form = InputForm(beginningWith: beginning)
    if form != nil { appendBeginning(to: &output) }
  }

  private mutating func appendBeginning(to output: inout [UInt8]) {
    let bytes = beginning
    beginning = []
    append(bytes.span, to: &output)
  }

  private mutating func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    guard form == .jsonl else { return converter.consume(bytes, into: &output) }
    convertLines(into: &output) { lines, frames, complaints in
      lines.consume(bytes) { number, line in frames += complaints.frame(of: line, number) }
    }
  }

  /// Ends the stream: appends what is left.
  mutating func finish(into output: inout [UInt8]) {
    appendBeginning(to: &output)
    if form == .jsonl {
      convertLines(into: &output) { lines, frames, complaints in
        lines.finish { number, line in frames += complaints.frame(of: line, number) }
      }
    }
    converter.finish(into: &output)
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
