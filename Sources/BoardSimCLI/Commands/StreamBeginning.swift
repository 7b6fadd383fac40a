internal import RTCMStreams
internal import RTCMText
internal import SensorDrivers
internal import UBloxRaw

/// The first bytes of an input, kept to identify an input without RTCM 3 frames.
struct StreamBeginning {
  private var bytes: [UInt8] = []
  /// The scanner of a u-blox receiver's log; `nil` until the input is identified as one.
  private var log: UBXScanner?
  /// The number of UBX-RXM-RAWX messages.
  private var measurementCount = 0

  /// Keeps the needed part of the next bytes.
  mutating func keep(_ piece: Span<UInt8>) {
    if log != nil { return count(piece) }
    let count = min(piece.count, ForeignStream.beginningLength - bytes.count)
    guard count > 0 else { return }
    for index in 0..<count { bytes.append(piece[index]) }
    guard ForeignStream(beginning: bytes) == .ubx else { return }
    log = UBXScanner(maximumPayload: RxmRAWX.greatestLength)
    let beginning = bytes
    self.count(beginning.span)
    self.count(piece.extracting(count..<piece.count))
  }

  private mutating func count(_ piece: Span<UInt8>) {
    var found = 0
    log?.consume(piece) { messageID, _ in if messageID == .rxmRAWX { found += 1 } }
    measurementCount += found
  }

  /// Fails when the whole input holds no frame.
  ///
  /// - Parameters:
  ///   - name: The input, as it was typed.
  ///   - counts: A scanner's counts of the input.
  /// - Throws: ``Failure`` that identifies the input.
  func checkFrames(of name: String, _ counts: ScanCounts) throws(Failure) {
    // A live stream that was ended early is known to be incomplete.
    guard counts.frames == 0, !Interruption.isRequested else { return }
    let input = name == "-" ? "standard input" : "'\(StreamInput.title(of: name))'"
    let kind = ForeignStream(beginning: bytes)
    throw Failure(
      message: "\(input) holds no RTCM 3 frame: "
        + (measurementCount > 0 ? measurements : kind.sentence)
        + (kind == .unknown ? Self.candidates(counts) : ""))
  }

  /// A remark on convertible content beside the RTCM 3 frames; `nil` for none.
  var otherContent: String? {
    guard measurementCount > 0 else { return nil }
    return "there are \(measurementCount) epochs of UBX-RXM-RAWX beside the RTCM 3; "
      + "'boardsim rtcm convert --from ubx' reads those"
  }

  /// A remark on the use of a u-blox receiver's log.
  private var measurements: String {
    "it is UBX, a u-blox receiver's log, with \(measurementCount) epochs of RXM-RAWX; "
      + "'boardsim rtcm convert' makes RINEX, CSV or RTCM 3 of it"
  }

  /// Returns a remark on bytes that look like frames, as the continuation of a sentence; empty for none.
  private static func candidates(_ counts: ScanCounts) -> String {
    if counts.badCRC > 0 { return "; \(counts.badCRC) times there is a frame with a wrong CRC" }
    if counts.hasReservedHeaders {
      return
        "; \(counts.reservedBits) times 0xD3 is followed by reserved header bits that are set, where RTCM 10403 "
        + "has zeros: ask who sends it for frames of that standard"
    }
    return counts.truncatedAtEnd > 0 ? "; it may end within its first frame" : ""
  }
}
