internal import RTCMStreams
internal import RTCMText

/// The first bytes of an input, kept to name one that holds no RTCM 3 as what it is.
struct StreamBeginning {
  private var bytes: [UInt8] = []

  /// Keeps what is still wanted of the next bytes.
  mutating func keep(_ piece: Span<UInt8>) {
    let count = min(piece.count, ForeignStream.beginningLength - bytes.count)
    for index in 0..<count { bytes.append(piece[index]) }
  }

  /// Ends with a failure when the input, all of it, holds no frame.
  ///
  /// - Parameters:
  ///   - name: The input as it was typed.
  ///   - counts: What a scanner has found in it.
  /// - Throws: ``Failure`` that says what the input is.
  func checkFrames(of name: String, _ counts: ScanCounts) throws(Failure) {
    // Whoever ends a live stream early knows that it is not all.
    guard counts.frames == 0, !Interruption.isRequested else { return }
    let input = name == "-" ? "standard input" : "'\(StreamInput.title(of: name))'"
    let kind = ForeignStream(beginning: bytes)
    throw Failure(
      message: "\(input) holds no RTCM 3 frame: \(kind.sentence)"
        + (kind == .unknown ? Self.candidates(counts) : ""))
  }

  /// What looked like frames.
  private static func candidates(_ counts: ScanCounts) -> String {
    if counts.badCRC > 0 { return "; \(counts.badCRC) times there is a frame with a wrong CRC" }
    return counts.truncatedAtEnd > 0 ? "; it may end within its first frame" : ""
  }
}
