internal import VirtualBoard
internal import BoardHost

extension ReportValue {
  /// The report in a dozen lines, with the real time that the run took.
  func summary(after elapsed: Duration) -> String {
    let seconds = ReportValue.number(elapsed / .seconds(1), decimals: 3).json
    let rows = [
      ("capture", text("capture")),
      ("board time", "\(text("duration")) s, in \(seconds) s"),
      (
        "frames",
        "\(text("rtcm.total_frames")), wrong CRC \(text("rtcm.bad_crc")), "
          + "other bytes \(text("rtcm.other_bytes"))"
      ),
      ("best fix", text("gnss.best_fix")),
      (
        "fixed after",
        "\(text("gnss.seconds_to_rtk_fixed")) s, lost \(text("gnss.drops_from_rtk_fixed")) times"
      ),
      ("at the end", text("gnss.reason")),
    ]
    return (rows + errorRows).map { "\($0.0.padded(to: 12)) \($0.1)" }.joined(separator: "\n")
  }

  private var errorRows: [(String, String)] {
    ["3d", "dgnss", "rtk-float", "rtk-fixed"].compactMap { fix in
      let path = "gnss.errors.\(fix)"
      guard self[path: path] != nil else { return nil }
      let epochs = text("\(path).epochs")
      let largest = text("\(path).horizontal_max")
      return (
        "off in \(fix)",
        epochs == "1"
          ? "\(largest) m in one epoch"
          : "\(text("\(path).horizontal_rms")) m RMS in \(epochs) epochs, at most \(largest) m"
      )
    }
  }

  private func text(_ path: String) -> String {
    switch self[path: path] {
    case .text(let text): text
    case nil, .some(.none): "-"
    case .some(let value): value.json
    }
  }
}
