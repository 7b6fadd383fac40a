internal import RTCMParser
internal import SensorDrivers
internal import UBloxRaw

/// The form of a stream to convert.
enum InputForm: String, OptionChoice {
  case rtcm, jsonl, ubx

  /// The form that a file's name stands for; `nil` where it says nothing.
  init?(ofFile path: String) {
    guard JSONLinesName.isOne(path) else { return nil }
    self = .jsonl
  }
}

/// Tells by the first of a stream what it is.
///
/// A JSON object begins with a brace and a name in quotes. The brace alone may be a byte of a frame that the stream
/// begins within. Receivers may send frames of RTCM 3 between their raw measurements: which of them is read is for
/// the output to say.
struct InputFormFinder {
  /// Whether raw measurements are read where there are both.
  private let prefersMeasurements: Bool
  /// The bytes that have come so far.
  private(set) var bytes: [UInt8] = []
  /// Whether what begins so is no JSON.
  private var isBinary = false
  private var search = Search()

  /// Creates one that has seen nothing.
  init(prefersMeasurements: Bool) { self.prefersMeasurements = prefersMeasurements }

  /// Looks for what a binary stream may hold.
  private struct Search {
    private var frames = FrameScanner()
    private var messages = UBXScanner(maximumPayload: RxmRAWX.greatestLength)
    private(set) var measurementCount = 0

    var frameCount: Int { frames.counts.frames }
    /// Whether there are messages of a u-blox receiver, of any kind.
    var hasMessages: Bool { messages.counts.frames > 0 }

    mutating func look(at bytes: Span<UInt8>) {
      frames.consume(bytes) { _ in }
      messages.consume(bytes) { messageID, _ in
        if messageID == .rxmRAWX { measurementCount += 1 }
      }
    }

    mutating func finish() { frames.finish { _ in } }
  }

  /// Takes the next bytes; the form, or `nil` when more must be seen.
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

  /// The binary form of the bytes; `nil` where more must be seen.
  private var binaryForm: InputForm? {
    if prefersMeasurements && search.measurementCount > 0 { return .ubx }
    guard search.frameCount == 0 else {
      let mayHaveMeasurements = search.hasMessages && bytes.count < Self.longestMixed
      return prefersMeasurements && mayHaveMeasurements ? nil : .rtcm
    }
    // One epoch may begin with its raw measurements, and go on with frames of the same.
    return search.measurementCount > 1 ? .ubx : nil
  }

  /// The form of a stream that has ended.
  mutating func finish() -> InputForm {
    let beginning = bytes
    if !isBinary { search.look(at: beginning.span) }
    search.finish()
    return binaryForm ?? (search.measurementCount > 0 ? .ubx : .rtcm)
  }

  /// JSON Lines, or `nil` where more must be seen, or it is something else.
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

  /// The greatest number of blank bytes that are waited over.
  private static var longestBlank: Int { 4096 }
  /// The greatest number of bytes without raw measurements that are waited over where there is something else
  /// to read.
  private static var longestMixed: Int { 64 * 1024 }
  /// The greatest number of bytes without frames that are waited over: a receiver may be long in finding its
  /// first satellites.
  private static var longestBinary: Int { 1 << 20 }
}
