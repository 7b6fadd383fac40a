internal import TextOutput

extension LinkBudget {
  /// The link budget as a check of the verdict.
  var check: StreamVerdict.Check {
    StreamVerdict.Check("link", result, finding, remedy: result == .pass ? nil : remedy)
  }

  private var finding: String {
    let line = PlainText.number(capacity, decimals: 1)
    guard let mean else { return "one epoch only, so the rate is unknown" }
    let load =
      "\(PlainText.number(mean, decimals: 1)) bytes a second, \(busiestSecondBytes) in the busiest, "
      + "on a line for \(line)"
    let delay = PlainText.number(Double(busiestSecondBytes) / capacity, decimals: 1)
    switch result {
    case .pass: return "fits: \(load)"
    case .warn: return "late: \(load); the busiest second takes \(delay) s to send"
    case .fail: return "does not fit: \(load)"
    }
  }

  private var remedy: String {
    guard mean != nil else { return "give a longer capture" }
    let drops = savings.map { saving in
      let name = saving.type.map { "\($0)" } ?? "other bytes"
      return "\(name) (saves \(PlainText.number(saving.bytesPerSecond, decimals: 1)) a second: "
        + "\(saving.reason))"
    }
    let advice = drops.isEmpty ? "" : "leave out, in this order: " + drops.joined(separator: ", ")
    let left =
      "\(PlainText.number(meanLeft ?? 0, decimals: 1)) bytes a second are left, at most "
      + "\(busiestSecondLeft) in the busiest"
    if isEnough { return "\(advice); \(left)" }
    let rest = "a faster line, MSM4 in place of MSM7 or fewer epochs are needed"
    return drops.isEmpty ? rest : "\(advice); \(left), so \(rest)"
  }
}
