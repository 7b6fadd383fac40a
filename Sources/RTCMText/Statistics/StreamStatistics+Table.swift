public import RTCMStreams
import TextOutput

extension StreamStatistics {
  /// The statistics as a table for people: type, name, frames, bytes, rate and gaps, then a summary of other
  /// bytes.
  ///
  /// The rate is the most common epoch rate, in Hz down to once a second, below that as an interval. `each`
  /// marks the rate of each satellite's message. Gaps are listed for observations: the epochs missing at that
  /// rate.
  public var table: String {
    var rows = [["type", "message", "frames", "bytes", "rate", "gaps"]]
    rows += types.map(Self.row)
    if frames.untyped > 0 {
      rows.append(["none", "too short for a type", "\(frames.untyped)", "", "", ""])
    }
    return (Self.aligned(rows) + ["", summary]).joined(separator: "\n")
  }

  private static func row(_ type: TypeStatistics) -> [String] {
    [
      "\(type.type)", MessageName.of(type.type) ?? "?", "\(type.frames)", "\(type.bytes)",
      rate(of: type), gaps(of: type),
    ]
  }

  private static func rate(of type: TypeStatistics) -> String {
    guard let interval = type.intervalMilliseconds else { return "" }
    return PlainText.rate(interval) + (type.isOfOneSatellite ? " each" : "")
  }

  private static func gaps(of type: TypeStatistics) -> String {
    guard let missing = type.missingEpochs, type.intervalMilliseconds != nil else { return "" }
    if missing == 0 { return "none" }
    return "\(missing) missing, longest \(PlainText.seconds(type.longestPauseMilliseconds))"
  }

  /// Returns rows as lines: text at the left of its column, numbers at the right, the last column unpadded.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let spaces = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 1 ? cell.0 + spaces : spaces + cell.0
      }
      let line = (cells + [row[5]]).joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private var summary: String {
    """
    \(counts.frames) frames in \(counts.bytes) bytes; \(counts.otherBytes) bytes are not part of a frame
    frames with a wrong CRC: \(counts.badCRC); cut off at the end: \(counts.truncatedAtEnd)
    """ + reservedSummary + timeSummary
  }

  private var reservedSummary: String {
    counts.reservedBits == 0
      ? "" : "; preambles with reserved header bits set: \(counts.reservedBits)"
  }

  private var timeSummary: String {
    guard let seconds, let mean = frameBytesPerSecond else { return "" }
    let length = PlainText.number(seconds, decimals: 1)
    return
      "\n\(epochs) epochs in \(length) s; \(PlainText.number(mean, decimals: 0)) bytes a second, "
      + "\(busiestSecondBytes) in the busiest"
  }
}
