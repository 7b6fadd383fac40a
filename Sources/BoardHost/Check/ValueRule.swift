internal import BoardFirmware
internal import TextOutput

/// The plausible range of a quantity in air, and the most likely meanings of other ranges.
struct ValueRule {
  /// A range of values that indicates a mistake.
  struct Suspicion {
    var range: ClosedRange<Double>
    var verdict: CheckVerdict
    /// The most likely meaning of the value.
    var guess: String
    /// The effect on the apps.
    var apps: String
    /// The recommended change.
    var remedy: String
    /// The value converted to the right unit; `nil` where no conversion applies.
    var converted: ((Double) -> Double)?
  }

  var quantity: Quantity
  /// The range of plausible values.
  var plausible: ClosedRange<Double>
  /// The suspicious ranges, tried in this order before ``plausible``.
  var suspicions: [Suspicion] = []
  /// Returns a remark on a plausible value; `nil` for no remark.
  var note: (Double) -> String? = { _ in nil }

  /// Returns the finding for the worst of the values; `nil` without values.
  func finding(in values: [Double]) -> CheckFinding? {
    guard let low = values.min(), let high = values.max() else { return nil }
    let findings = values.compactMap(mistake)
    if let worst = findings.max(by: { $0.verdict < $1.verdict }) { return worst }
    let span = low == high ? text(low) : "\(text(low)) to \(text(high))"
    return CheckFinding(quantity.name, .ok, "\(span) \(quantity.unit)", apps: note(high))
  }

  private func mistake(in value: Double) -> CheckFinding? {
    if let suspicion = suspicions.first(where: { $0.range.contains(value) }) {
      let converted = suspicion.converted.map {
        ", \($0(value).fixed(1)) \(quantity.unit)"
      }
      return CheckFinding(
        quantity.name, suspicion.verdict,
        "\(text(value)): \(suspicion.guess)\(converted ?? "")", apps: suspicion.apps,
        remedy: suspicion.remedy)
    }
    guard !plausible.contains(value) else { return nil }
    return CheckFinding(
      quantity.name, .fail,
      "\(text(value)) is outside \(plausible.lowerBound.plain) to \(plausible.upperBound.plain) "
        + quantity.unit,
      apps: "the apps show and store it as it is",
      remedy: "send \(quantity.unit), and nothing when the sensor has no value")
  }

  private func text(_ value: Double) -> String { value.fixed(quantity.decimals) }
}

extension Double {
  /// Returns the number with a fixed number of decimals; in its shortest form if it is too long for that.
  func fixed(_ decimals: Int) -> String {
    var text: [UInt8] = []
    guard text.append(decimal: self, decimals: decimals) else { return "\(self)" }
    return String(decoding: text, as: UTF8.self)
  }

  /// The number; an integer is written without decimals.
  var plain: String { self == rounded() ? fixed(0) : "\(self)" }
}
