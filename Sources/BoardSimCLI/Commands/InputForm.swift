internal import RTCMParser
internal import SensorDrivers
internal import UBloxRaw

/// The form of a stream to convert.
enum InputForm: String, OptionChoice {
  case rtcm, jsonl, ubx

  /// Creates the form from a file name's extension; `nil` when the name tells no form.
  init?(ofFile path: String) {
    guard JSONLinesName.isOne(path) else { return nil }
    self = .jsonl
  }
}

/// A detector of a stream's form from its first bytes.
///
/// A JSON object begins with a brace and a quoted name. A brace alone may be a byte of a frame in the
/// middle of which the stream begins. Receivers may send RTCM 3 frames between their raw measurements; the
/// output decides which of the two is read.
struct InputFormFinder {
  /// Whether raw measurements are read when the stream has both.
  private let prefersMeasurements: Bool
  /// The bytes received so far.
  private(set) var bytes: [UInt8] = []
  /// Whether the first bytes rule out JSON.
  private var isBinary = false
  private var search = Search()

  /// Creates a detector without any bytes.
  init(prefersMeasurements: Bool) { self.prefersMeasurements = prefersMeasurements }

  /// A search for the content of a binary stream.
  private struct Search {
    private var frames = FrameScanner()
    private var messages = UBXScanner(maximumPayload: RxmRAWX.greatestLength)
    private(set) var measurementCount = 0

    var frameCount: Int { frames.counts.frames }
    /// Whether the stream has messages of a u-blox receiver, of any kind.
    var hasMessages: Bool { messages.counts.frames > 0 }

    mutating func look(at bytes: Span<UInt8>) {
      frames.consume(bytes) { _ in }
      messages.consume(bytes) { messageID, _ in
        if messageID == .rxmRAWX { measurementCount += 1 }
      }
    }

    mutating func finish() { frames.finish { _ in } }
  }

  /// Takes the next bytes, and returns the form; `nil` when more bytes are needed.
  mutating func take(_ piece: Span<UInt8>) -> InputForm? {
    bytes.append(contentsOf: piece)
    if !isBinary {
      if let form = jsonForm { return form }
      guard isBinary else { return nil }
      let beginning = bytes
      search.look(at: beginning.span)
    } else {
      search.look(at: piece)
    }
    if let form = binaryForm { return form }
    return bytes.count < Self.longestBinary ? nil : .rtcm
  }

  /// The binary form of the bytes; `nil` when more bytes are needed.
  private var binaryForm: InputForm? {
    if prefersMeasurements && search.measurementCount > 0 { return .ubx }
    guard search.frameCount == 0 else {
      let mayHaveMeasurements = search.hasMessages && bytes.count < Self.longestMixed
      return prefersMeasurements && mayHaveMeasurements ? nil : .rtcm
    }
    // An epoch may begin with its raw measurements and continue with RTCM 3 frames of the same.
    return search.measurementCount > 1 ? .ubx : nil
  }

  /// Returns the form of a stream that has ended.
  mutating func finish() -> InputForm {
    let beginning = bytes
    if !isBinary { search.look(at: beginning.span) }
    search.finish()
    return binaryForm ?? (search.measurementCount > 0 ? .ubx : .rtcm)
  }

  /// JSON Lines; `nil` when more bytes are needed, or the stream is binary.
  private var jsonForm: InputForm? {
    mutating get {
      let visible = bytes.lazy.filter { $0 > UInt8(ascii: " ") }.prefix(2).map { $0 }
      let mayBegin = bytes.count < Self.longestBlank
      switch visible.first {
      case UInt8(ascii: "{"):
        if visible.count == 1 && mayBegin { return nil }
        if visible.last == UInt8(ascii: "\"") { return .jsonl }
        isBinary = true
      case nil where mayBegin: break
      default: isBinary = true
      }
      return nil
    }
  }

  /// The greatest number of leading blank bytes before the form is taken to be binary.
  private static var longestBlank: Int { 4096 }
  /// The greatest number of bytes to wait for raw measurements when the stream has RTCM 3 frames.
  private static var longestMixed: Int { 64 * 1024 }
  /// The greatest number of bytes to wait for a frame, since a receiver may take long to find its first
  /// satellites.
  private static var longestBinary: Int { 1 << 20 }
}
