internal import VirtualBoard
internal import BoardHost

extension DescribedValue {
  /// Returns the report in a dozen lines, with the real time of the run.
  func summary(after elapsed: Duration) -> String {
    let seconds = DescribedValue.number(elapsed / .seconds(1), decimals: 3).json
    let rows = [
      ("capture", shown("capture")),
      ("board time", "\(shown("duration")) s, in \(seconds) s"),
      (
        "frames",
        "\(shown("rtcm.total_frames")), wrong CRC \(shown("rtcm.bad_crc")), "
          + "other bytes \(shown("rtcm.other_bytes"))"
      ),
      ("best fix", shown("gnss.best_fix")),
      (
        "fixed after",
        "\(shown("gnss.seconds_to_rtk_fixed")) s, lost \(shown("gnss.drops_from_rtk_fixed")) times"
      ),
      ("at the end", shown("gnss.reason")),
    ]
    return (rows + errorRows + headingRows).map { "\($0.0.padded(to: 12)) \($0.1)" }.joined(
      separator: "\n")
  }

  private var errorRows: [(String, String)] {
    ["3d", "dgnss", "rtk-float", "rtk-fixed"].compactMap { fix in
      let path = "gnss.errors.\(fix)"
      guard self[path: path] != nil else { return nil }
      let epochs = shown("\(path).epochs")
      let largest = shown("\(path).horizontal_max")
      return (
        "off in \(fix)",
        epochs == "1"
          ? "\(largest) m in one epoch"
          : "\(shown("\(path).horizontal_rms")) m RMS in \(epochs) epochs, at most \(largest) m"
      )
    }
  }

  private var headingRows: [(String, String)] {
    guard self[path: "gnss.heading_errors"] != nil else { return [] }
    return [
      (
        "heading off",
        "\(shown("gnss.heading_errors.rms"))° RMS in \(shown("gnss.heading_errors.epochs")) epochs, at most "
          + "\(shown("gnss.heading_errors.max"))°"
      )
    ]
  }

  /// Returns the value at a path as text; a dash when the value is missing.
  private func shown(_ path: String) -> String {
    guard let value = self[path: path], value.json != "null" else { return "-" }
    return value.text ?? value.json
  }
}
