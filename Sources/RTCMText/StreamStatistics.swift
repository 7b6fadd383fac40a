public import RTCMParser
public import TextOutput

/// What a stream holds: frames by type, and what lies between them.
public struct StreamStatistics: Sendable {
  private var scanner = FrameScanner()
  private var bytesByType: [UInt16: Int] = [:]

  /// Valid frames by message type.
  public private(set) var frames = FrameCounts()

  /// Creates the statistics of an empty stream.
  public init() {}

  /// What was found and skipped so far.
  public var counts: ScanCounts { scanner.counts }

  /// Takes the next bytes of the stream.
  public mutating func consume(_ bytes: Span<UInt8>) {
    scanner.consume(bytes) { frame in
      frames.count(frame.messageType)
      if let type = frame.messageType { bytesByType[type, default: 0] += frame.bytes.count }
    }
  }

  /// Ends the stream.
  public mutating func finish() {
    scanner.finish { frame in
      frames.count(frame.messageType)
      if let type = frame.messageType { bytesByType[type, default: 0] += frame.bytes.count }
    }
  }
}

extension StreamStatistics {
  /// Writes the statistics as members of a JSON object; the names are those of `rtcm stats --json`.
  public func writeMembers(to json: inout JSONWriter) {
    json.object("frames") { json in
      for (type, count) in frames.byType { json.member("\(type)", count) }
      if frames.untyped > 0 { json.member("none", frames.untyped) }
    }
    json.member("total_frames", counts.frames)
    json.member("bad_crc", counts.badCRC)
    json.member("truncated_at_eof_candidates", counts.truncatedAtEnd)
    json.member("frame_bytes", counts.frameBytes)
    json.member("other_bytes", counts.otherBytes)
    json.member("bytes", counts.bytes)
  }

  /// A table for people: type, name, frames, bytes; then what lies between the frames.
  public var table: String {
    var rows = [["type", "frames", "bytes", "message"]]
    for (type, count) in frames.byType {
      rows.append(["\(type)", "\(count)", "\(bytesByType[type] ?? 0)", MessageName.of(type) ?? "?"])
    }
    if frames.untyped > 0 {
      rows.append(["none", "\(frames.untyped)", "", "too short for a type"])
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).map { text, width in
        String(repeating: " ", count: width - text.count) + text
      }.joined(separator: "  ") + "  " + row[3]
    }
    return (lines + ["", summary]).joined(separator: "\n")
  }

  private var summary: String {
    """
    \(counts.frames) frames in \(counts.bytes) bytes; \(counts.otherBytes) bytes are not part of a frame
    frames with a wrong CRC: \(counts.badCRC); cut off at the end: \(counts.truncatedAtEnd)
    """
  }
}
