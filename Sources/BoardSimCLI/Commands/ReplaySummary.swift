internal import BoardHost

extension ReportValue {
  /// The report with the time that the run took.
  func timed(_ elapsed: Duration) -> ReportValue {
    guard case .object(let members) = self else { return self }
    let seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    return .object(members + [ReportMember("elapsed", .number(seconds, decimals: 3))])
  }

  /// The report in a dozen lines.
  var summary: String {
    let rows = [
      ("capture", text("capture")),
      ("board time", "\(text("duration")) s, in \(text("elapsed")) s"),
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
