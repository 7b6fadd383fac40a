internal import RTCMParser
internal import TextOutput

/// What a conversion did, for people and for programs.
struct ConversionSummary {
  private let scanned: ScanCounts
  private let counts: ConversionCounts
  private let bytesOut: Int

  init(of converter: StreamConverter, bytesOut: Int) {
    (scanned, counts) = (converter.scanned, converter.counts)
    self.bytesOut = bytesOut
  }

  private var dropped: [(name: String, reason: String, count: Int)] {
    [
      ("dropped_by_type", "by message type", counts.droppedByType),
      ("dropped_by_constellation", "by constellation", counts.droppedByConstellation),
      ("dropped_by_epoch", "by epoch", counts.droppedByEpoch),
      ("dropped_by_signals", "without a signal left", counts.droppedBySignals),
    ]
  }

  /// One JSON object.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("frames_in", counts.framesIn)
      json.member("frames_out", counts.framesOut)
      json.member("frames_changed", counts.framesChanged)
      for cause in dropped { json.member(cause.name, cause.count) }
      json.member("undecodable", counts.undecodable)
      json.member("bytes_in", scanned.bytes)
      json.member("other_bytes_in", scanned.otherBytes)
      json.member("bytes_out", bytesOut)
    }
    return json.text
  }

  /// A few lines.
  var text: String {
    var lines = [
      "frames: \(counts.framesIn) in, \(counts.framesOut) out, \(counts.framesChanged) of them changed",
      "bytes:  \(scanned.bytes) in, \(bytesOut) out",
    ]
    let reasons = dropped.filter { $0.count > 0 }.map { "\($0.count) \($0.reason)" }
    if !reasons.isEmpty { lines.append("dropped: " + reasons.joined(separator: ", ")) }
    if counts.undecodable > 0 {
      lines.append(
        "\(counts.undecodable) MSMs could not be decoded and passed as they were; "
          + "'boardsim rtcm decode' shows why")
    }
    if scanned.otherBytes > 0 {
      lines.append("\(scanned.otherBytes) bytes of the input are part of no frame")
    }
    return lines.joined(separator: "\n")
  }
}
